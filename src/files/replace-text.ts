import { randomUUID } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileProblem, type FileProblem } from './read-text.ts';

/** Whether a file holds exactly this text: a byte order mark is a difference. */
export function holds(root: string, file: string, text: string): boolean {
  return readFileSync(join(root, file)).equals(Buffer.from(text));
}

/**
 * Puts a text in the place of a file's, whole or not at all: it is written beside it first. The mode stays. `file`
 * counts from `root`, a path without links; what lies behind a link is not written.
 */
export function replaceText(root: string, file: string, text: string): FileProblem | undefined {
  const path = join(root, file);
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    if (realpathSync(path) !== path)
      return fileProblem(
        'E_FILE_LINK',
        'the file lies behind a symbolic link',
        'format it where it really is',
      );
    accessSync(path, constants.W_OK);
    const { mode } = statSync(path);
    writeFileSync(draft, text, { flag: 'wx', mode, flush: true });
    chmodSync(draft, mode);
    renameSync(draft, path);
    return undefined;
  } catch (error) {
    rmSync(draft, { force: true });
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    return fileProblem(
      'E_FILE_UNWRITABLE',
      `the file can't be written: ${error.message}`,
      'check its permissions, and those of its folder',
    );
  }
}
