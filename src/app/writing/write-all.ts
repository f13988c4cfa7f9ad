import { writeFiles, type FileChange } from '../../files/write-files.ts';
import { EXIT } from '../../model/exit.ts';
import type { Context } from '../context.ts';
import { UserFailure } from '../process/user-failure.ts';

/** Writes, creates and deletes files of the repository; throws UserFailure if one fails, and then none is changed. */
export function writeAll(
  { repository }: { readonly repository: Pick<Context['repository'], 'root'> },
  changes: readonly FileChange[],
): void {
  const outcome = writeFiles(repository.root, changes);
  switch (outcome.kind) {
    case 'done':
      return;
    case 'changed':
      throw new UserFailure(EXIT.FAILED, {
        code: 'not-written',
        fault: { code: 'E_FILE', why: 'changed', at: outcome.file },
        written: 0,
      });
    case 'failed': {
      const { file, fault } = outcome;
      throw new UserFailure(EXIT.FAILED, { code: 'not-written', fault: { ...fault, at: file }, written: 0 });
    }
  }
}

/** Writes the files of what a command prepared, all or none. */
export function carryOut<Report extends object>(
  { report, changes }: { readonly report: Report; readonly changes: readonly FileChange[] },
  context: Pick<Context, 'repository'>,
): Report & { readonly isDone: true } {
  writeAll(context, changes);
  return { ...report, isDone: true };
}
