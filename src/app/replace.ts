import { holds, replaceText } from '../files/replace-text.ts';
import { writeNewFiles } from '../files/write-new-files.ts';
import { EXIT } from '../model/exit.ts';
import type { Replacement } from '../model/replacement.ts';
import type { Context } from './context.ts';
import type { PreparedReplacement } from './replacing/prepare-replacement.ts';
import { UserFailure } from './user-failure.ts';

/**
 * Writes a prepared replacement: the copy first, so that the edit is safe before the old file loses it. A file that was
 * edited since is left alone.
 */
export function carryOutReplacement(
  { report, created, restored }: PreparedReplacement,
  { repository: { root } }: Context,
): Replacement {
  const edited = restored.find(
    ({ path, was }) => !holds(root, path, was) && !holds(root, path, `\ufeff${was}`),
  );
  if (edited) throw new UserFailure(EXIT.FAILED, { code: 'file-edited', file: edited.path });
  const outcome = writeNewFiles(root, created);
  if (outcome.kind !== 'done')
    throw notWritten(outcome.why, outcome.kind === 'failed' ? outcome.written : []);
  const [appeared] = outcome.kept;
  if (appeared !== undefined) throw new UserFailure(EXIT.FAILED, { code: 'file-appeared', file: appeared });
  const written = [...outcome.written];
  for (const { path, text } of restored) {
    const problem = replaceText(root, path, text);
    if (problem) throw notWritten(`${path}: ${problem.message}`, written);
    written.push(path);
  }
  return { ...report, isDone: true };
}

function notWritten(detail: string, written: readonly string[]): UserFailure {
  return new UserFailure(EXIT.FAILED, { code: 'replace-not-written', detail, written });
}
