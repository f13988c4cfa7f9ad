import { randomUUID } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  lstatSync,
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

/** The text of a file to the byte, with its byte order mark and its line ends; undefined where it can't be read. */
export function wholeText(root: string, file: string): string | undefined {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    return undefined;
  }
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
    return unwritable(error);
  }
}

/** A file as it was read and as it is to be; `before` undefined for a new one. */
export interface TextChange {
  readonly file: string;
  readonly before: string | undefined;
  readonly text: string;
}

/** What came of several changes: all of them, or none because of what is wrong with one file. */
export type Replaced =
  | { readonly kind: 'done' }
  /** It isn't as it was read any more, or it is there by now. */
  | { readonly kind: 'moved'; readonly file: string }
  | { readonly kind: 'failed'; readonly file: string; readonly problem: FileProblem };

/**
 * Puts texts in the places of files, all or none: each is written beside its file, and only when all of them are there
 * do they take their places. A file that somebody saved in between stays as it is, and so do all others.
 */
export function replaceTexts(root: string, changes: readonly TextChange[]): Replaced {
  const drafts: { readonly draft: string; readonly path: string }[] = [];
  let current = '';
  try {
    for (const { file, before, text } of changes) {
      current = file;
      const path = join(root, file);
      if (isLinked(path)) return { kind: 'failed', file, problem: linked() };
      const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
      const mode = before === undefined ? undefined : writableMode(path);
      drafts.push({ draft, path });
      writeFileSync(draft, text, { flag: 'wx', flush: true, ...(mode !== undefined && { mode }) });
      if (mode !== undefined) chmodSync(draft, mode);
    }
    for (const { file, before } of changes)
      if (wholeText(root, file) !== before) return { kind: 'moved', file };
    for (const { draft, path } of drafts) renameSync(draft, path);
    return { kind: 'done' };
  } catch (error) {
    return { kind: 'failed', file: current, problem: unwritable(error) };
  } finally {
    for (const { draft } of drafts) rmSync(draft, { force: true });
  }
}

function isLinked(path: string): boolean {
  const folder = dirname(path);
  return (
    realpathSync(folder) !== folder || lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
  );
}

function writableMode(path: string): number {
  accessSync(path, constants.W_OK);
  return statSync(path).mode;
}

function linked(): FileProblem {
  return fileProblem('E_FILE_LINK', 'the file lies behind a symbolic link', 'put the file itself here');
}

function unwritable(error: unknown): FileProblem {
  if (!(error instanceof Error && 'syscall' in error)) throw error;
  return fileProblem(
    'E_FILE_UNWRITABLE',
    `the file can't be written: ${error.message}`,
    'check its permissions, and those of its folder',
  );
}
