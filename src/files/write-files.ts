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
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import pLimit from 'p-limit';
import type { FileFault } from '../model/findings.ts';
import { wholeText } from './read-text.ts';
import { withoutMark } from '../model/text-start.ts';

// Changes to several files belong together: a campaign file and the texts that it refers to, or a file and its copy.
// So each new text, and a copy of each old one, is first written to the git folder, where a run that is killed leaves
// nothing that a commit could pick up. Only when all of them exist are they renamed into place, so that no file is ever
// partial, and only renames can still fail. If one does, the copies of the files before it are renamed back.

/** What happens to one file. */
export interface FileChange {
  /** From the root of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /**
   * The text when the change was computed, with or without its byte order mark; null: there was no such file. If
   * omitted, whatever the file says is replaced.
   */
  readonly before?: string | null;
}

/** A file to be created. */
export type NewFile = Pick<FileChange, 'path' | 'text'>;

/**
 * Writes files, all of them or none. A file keeps its mode. Missing folders are created. `root` is a path without links;
 * below it, nothing is written through a link. Returns why nothing was written; undefined if all were.
 */
export async function writeFiles(
  root: string,
  changes: readonly FileChange[],
): Promise<FileFault | undefined> {
  const placed: Draft[] = [];
  let [file, folder] = [changes[0]?.path ?? '', ''];
  try {
    folder = mkdtempSync(join(gitFolder(root), 'campaigns-'));
    const drafts = changes.map((change, at): Draft => {
      const start = join(folder, `${at}.`);
      return { change, root, path: join(root, change.path), draft: `${start}new`, copy: `${start}old` };
    });
    for (const one of drafts) {
      file = one.change.path;
      const fault = obstacleTo(root, file);
      if (fault) return { ...fault, at: file };
      prepare(one);
    }
    const failed = await writeDrafts(drafts);
    file = failed?.change.path ?? file;
    if (failed) throw failed.error;
    const changed = drafts.find((one) => !isAsBefore(one));
    if (changed) return { ...HAS_CHANGED, at: changed.change.path };
    for (const one of drafts) {
      file = one.change.path;
      if (existsSync(one.copy)) moveTo(one.path, one.draft);
      else moveTo(one.path, one.draft, putInFreePlace);
      placed.push(one);
    }
    return undefined;
  } catch (error) {
    takeBack(placed);
    if (!isSystemError(error)) throw error;
    if (error.code === 'EEXIST') return { ...HAS_CHANGED, at: file };
    return { why: 'unwritable', said: error.message, at: file };
  } finally {
    if (folder !== '') rmSync(folder, { recursive: true, force: true });
  }
}

/** It doesn't say what it said before, it is gone, or it appeared. */
const HAS_CHANGED = { why: 'changed' } as const;

/** In a linked work tree or a submodule, `.git` is a file that names the folder. */
export function gitFolder(root: string): string {
  const path = join(root, '.git');
  if (!existsSync(path)) return tmpdir();
  if (statSync(path).isDirectory()) return path;
  return resolve(root, /^gitdir: (.*)$/m.exec(readFileSync(path, 'utf8'))?.[1] ?? '');
}

interface Draft {
  readonly change: FileChange;
  readonly root: string;
  readonly path: string;
  /** Where the new text and the old file are in the git folder. */
  readonly draft: string;
  readonly copy: string;
}

function isAsBefore({ change: { path: file, before }, root, path }: Draft): boolean {
  if (before === undefined) return true;
  if (before === null) return !lstatSync(path, { throwIfNoEntry: false });
  const now = wholeText(root, file);
  return now !== undefined && withoutMark(now) === withoutMark(before);
}

/** Why a file can't be written, as far as its path shows. */
export function obstacleTo(root: string, file: string): FileFault | undefined {
  if (file.includes('\0')) return { why: 'unwritable', said: 'EINVAL' };
  try {
    for (let end = file.indexOf('/'); end > 0; end = file.indexOf('/', end + 1)) {
      const path = file.slice(0, end);
      const folder = lstatSync(join(root, path), { throwIfNoEntry: false });
      if (!folder) return undefined;
      if (folder.isSymbolicLink()) return { why: 'linked-folder', path };
      if (!folder.isDirectory()) return { why: 'not-a-folder', path };
    }
    const found = lstatSync(join(root, file), { throwIfNoEntry: false });
    if (found?.isSymbolicLink()) return { why: 'link' };
    return found && !found.isFile() ? { why: 'not-a-file' } : undefined;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return { why: 'unwritable', said: error.message };
  }
}

function prepare({ path, copy }: Draft): void {
  if (!existsSync(path)) mkdirSync(dirname(path), { recursive: true });
  else {
    accessSync(path, constants.W_OK);
    copyFileSync(path, copy, constants.COPYFILE_EXCL);
  }
}

/** Disks take several files at once in much less time than one after the other: as many as Node has threads for, twice. */
const AT_ONCE = 8;

/** Writes the new texts to the disk, down to the disk itself. Returns the first that failed, when none is written any more. */
async function writeDrafts(
  drafts: readonly Draft[],
): Promise<(Draft & { readonly error: unknown }) | undefined> {
  const limit = pLimit(AT_ONCE);
  const written = await Promise.allSettled(
    drafts.map(({ change: { text }, path, draft }) =>
      limit(async () => {
        await writeFile(draft, text, { flag: 'wx', flush: true });
        const mode = statSync(path, { throwIfNoEntry: false })?.mode;
        if (mode !== undefined) chmodSync(draft, mode);
      }),
    ),
  );
  return drafts.flatMap((one, at) => {
    const result = written[at];
    return result?.status === 'rejected' ? [{ ...one, error: result.reason as unknown }] : [];
  })[0];
}

/** If the git folder is on another file system, from a copy next to the place. */
function moveTo(path: string, from: string, put: (from: string, path: string) => void = renameSync): void {
  try {
    put(from, path);
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'EXDEV') throw error;
    const nearby = join(dirname(path), `.${randomUUID()}.tmp`);
    try {
      copyFileSync(from, nearby, constants.COPYFILE_EXCL);
      put(nearby, path);
    } finally {
      rmSync(nearby, { force: true });
    }
  }
}

/** Unlike a rename, a link never replaces a file that appeared in the meantime. Not every file system has links. */
function putInFreePlace(from: string, path: string): void {
  try {
    linkSync(from, path);
  } catch (error) {
    if (!isSystemError(error) || error.code === 'EEXIST' || error.code === 'EXDEV') throw error;
    copyFileSync(from, path, constants.COPYFILE_EXCL);
  }
}

function takeBack(placed: readonly Draft[]): void {
  for (const { path, copy } of placed.toReversed()) {
    if (existsSync(copy)) moveTo(path, copy);
    else rmSync(path, { force: true });
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
