import { lstatSync, readFileSync, realpathSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { replaceText } from './replace-text.ts';
import { writeNewFiles } from './write-new-files.ts';

/** What a file is to say; `null` where it is to be gone. */
export interface FileChange {
  /** From the root of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string | null;
}

/**
 * Writes and deletes files, all of them or none: where one can't be done, those before it are as they were. Answers why
 * nothing was done; undefined where all is. Folders that a deleted file leaves empty go, too.
 */
export function writeTogether(root: string, changes: readonly FileChange[]): string | undefined {
  const undo: (() => void)[] = [];
  for (const change of changes) {
    const path = join(root, change.path);
    try {
      const before = lstatSync(path, { throwIfNoEntry: false }) ? readFileSync(path) : undefined;
      const why = before === undefined && change.text === null ? undefined : changeOne(root, change, before);
      if (why !== undefined) return takeBack(undo, why);
      undo.push(() => {
        if (before === undefined) rmSync(path, { force: true });
        else writeFileSync(path, before);
      });
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error;
      return takeBack(undo, `${change.path}: ${error.message}`);
    }
  }
  for (const { path, text } of changes) if (text === null) dropEmptyFolders(root, dirname(path));
  return undefined;
}

function changeOne(root: string, { path, text }: FileChange, before: Buffer | undefined): string | undefined {
  const full = join(root, path);
  if (text === null) {
    if (realpathSync(full) !== full) return `${path} lies behind a symbolic link`;
    rmSync(full);
    return undefined;
  }
  if (before !== undefined) {
    const problem = replaceText(root, path, text);
    return problem && `${path}: ${problem.message}`;
  }
  const written = writeNewFiles(root, [{ path, text }]);
  if (written.kind !== 'done') return written.why;
  return written.kept.length > 0 ? `${path} appeared just now` : undefined;
}

/** In the reverse order, so that each finds what it left. */
function takeBack(undo: readonly (() => void)[], why: string): string {
  for (const one of undo.toReversed()) one();
  return why;
}

/** git keeps no empty folders, so nobody misses them. */
function dropEmptyFolders(root: string, folder: string): void {
  if (!folder.includes('/')) return;
  try {
    rmdirSync(join(root, folder));
  } catch {
    return;
  }
  dropEmptyFolders(root, dirname(folder));
}
