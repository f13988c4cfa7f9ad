import { replaceTexts } from '../../files/replace-text.ts';
import { EXIT } from '../../model/exit.ts';
import type { PullReport } from '../../model/pull.ts';
import type { Context } from '../context.ts';
import { UserFailure } from '../user-failure.ts';
import type { PreparedPull } from './prepare-pull.ts';

/** Writes the files of a prepared pull: all of them or none. */
export function carryOutPull({ report, files }: PreparedPull, { repository }: Context): PullReport {
  const outcome = replaceTexts(repository.root, files);
  switch (outcome.kind) {
    case 'done':
      return { ...report, isDone: true };
    case 'moved':
      throw new UserFailure(EXIT.FAILED, { code: 'pull-file-moved', file: outcome.file });
    case 'failed':
      throw new UserFailure(EXIT.INVALID, {
        ...{ code: 'pull-not-written', file: outcome.file },
        detail: outcome.problem.message,
      });
  }
}
