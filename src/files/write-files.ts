import { randomUUID } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileFault } from '../model/file-fault.ts';
import { wholeText } from './read-text.ts';
import { withoutMark } from '../model/byte-order-mark.ts';

// Changes to several files belong together: a campaign file and the texts that it refers to, or a file and its copy.
// If only some of them were written, the result would be a campaign that no author wrote. So each new text, and a copy
// of each old one, is first written next to its file. Only when all of them exist are they renamed into place, so that
// only renames can still fail. If one does, the copies of the files before it are renamed back.

/** What happens to one file. */
export interface FileChange {
  /** From the root of the repository, with forward slashes. */
  readonly path: string;
  /** The new text; null: the file is deleted. */
  readonly text: string | null;
  /**
   * The text when the change was computed, with or without its byte order mark; null: there was no such file. If
   * omitted, whatever the file says is replaced.
   */
  readonly before?: string | null;
}

/** The result of several changes: all of them, or none because of one file. */
export type WriteOutcome =
  | { readonly kind: 'done' }
  /** It doesn't say what it said before, it is gone, or it appeared. */
  | { readonly kind: 'changed'; readonly file: string }
  | { readonly kind: 'failed'; readonly file: string; readonly fault: FileFault };

/**
 * Writes, creates and deletes files, all of them or none. A file keeps its mode. Missing folders are created, and
 * folders that become empty are deleted. `root` is a path without links; below it, nothing is written through a link.
 */
export function writeFiles(root: string, changes: readonly FileChange[]): WriteOutcome {
  const unnamable = changes.find(({ path }) => path.includes('\0'));
  if (unnamable)
    return { kind: 'failed', file: unnamable.path, fault: { code: 'E_FILE', why: 'nul-in-own-name' } };
  const drafts = changes.map((change) => draftOf(root, change));
  const outcome = writeDrafts(drafts);
  const isDone = outcome.kind === 'done';
  for (const { change, draft, copy } of drafts) {
    for (const beside of [draft, copy]) if (existsSync(beside)) rmSync(beside);
    if (isDone === (change.text === null)) dropEmptyFolders(root, dirname(change.path));
  }
  return outcome;
}

interface Draft {
  readonly change: FileChange;
  readonly root: string;
  readonly path: string;
  /** The new text and the old file, next to the file. */
  readonly draft: string;
  readonly copy: string;
}

function draftOf(root: string, change: FileChange): Draft {
  const path = join(root, change.path);
  const beside = join(dirname(path), `.${randomUUID()}`);
  return { change, root, path, draft: `${beside}.new.tmp`, copy: `${beside}.old.tmp` };
}

function writeDrafts(drafts: readonly Draft[]): WriteOutcome {
  const placed: Draft[] = [];
  let file = '';
  try {
    for (const one of drafts) {
      file = one.change.path;
      const fault = obstacleTo(one);
      if (fault) return { kind: 'failed', file, fault };
      prepare(one);
    }
    const changed = drafts.find((one) => !isAsBefore(one));
    if (changed) return { kind: 'changed', file: changed.change.path };
    for (const one of drafts) {
      file = one.change.path;
      place(one);
      placed.push(one);
    }
    return { kind: 'done' };
  } catch (error) {
    for (const one of placed.toReversed()) takeBack(one);
    if (!isSystemError(error)) throw error;
    if (error.code === 'EEXIST') return { kind: 'changed', file };
    return { kind: 'failed', file, fault: { code: 'E_FILE', why: 'unwritable', said: error.message } };
  }
}

function isAsBefore({ change: { path: file, before }, root, path }: Draft): boolean {
  if (before === undefined) return true;
  if (before === null) return !lstatSync(path, { throwIfNoEntry: false });
  const now = wholeText(root, file);
  return now !== undefined && withoutMark(now) === withoutMark(before);
}

/** Why a file can't be changed, as far as its path shows. */
function obstacleTo({ change: { path: file, text }, root, path }: Draft): FileFault | undefined {
  const names = file.split('/');
  for (const [at] of names.entries()) {
    const part = names.slice(0, at + 1).join('/');
    const found = lstatSync(join(root, part), { throwIfNoEntry: false });
    if (!found) return undefined;
    if (found.isSymbolicLink())
      return part === file
        ? { code: 'E_FILE', why: 'linked-file' }
        : { code: 'E_FILE', why: 'linked-folder', path: part };
    if (part !== file && !found.isDirectory()) return { code: 'E_FILE', why: 'not-a-folder', path: part };
    if (part === file && !found.isFile()) return { code: 'E_FILE', why: 'not-regular', todo: 'move-it' };
  }
  if (text !== null) accessSync(path, constants.W_OK);
  return undefined;
}

function prepare({ change: { text }, path, draft, copy }: Draft): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  if (mode === undefined) mkdirSync(dirname(path), { recursive: true });
  else copyFileSync(path, copy, constants.COPYFILE_EXCL);
  if (text === null) return;
  writeFileSync(draft, text, { flag: 'wx', flush: true });
  if (mode !== undefined) chmodSync(draft, mode);
}

function place({ change: { text }, path, draft, copy }: Draft): void {
  if (text === null) rmSync(path, { force: true });
  else if (existsSync(copy)) renameSync(draft, path);
  else putInFreePlace(draft, path);
}

/** Unlike a rename, a link never replaces an existing file. Some file systems don't support links. */
function putInFreePlace(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!isSystemError(error) || !NO_LINKS.has(error.code ?? '')) throw error;
    copyFileSync(draft, path, constants.COPYFILE_EXCL);
  }
}

const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

function takeBack({ path, copy }: Draft): void {
  if (existsSync(copy)) renameSync(copy, path);
  else rmSync(path, { force: true });
}

/** git doesn't track empty folders. */
function dropEmptyFolders(root: string, folder: string): void {
  if (!folder.includes('/')) return;
  try {
    rmdirSync(join(root, folder));
  } catch {
    return;
  }
  dropEmptyFolders(root, dirname(folder));
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
