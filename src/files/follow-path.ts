import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileProblem, shown, unreadable, type FileProblem } from './read-text.ts';

/**
 * The target of a path with links, as far as it exists, and why it ends there. A missing file is looked up in its real
 * folder, so that nothing outside the repository is revealed.
 */
export function follow(asked: string): { readonly path: string; readonly error?: unknown } {
  let ended: { readonly error?: unknown } = {};
  for (let here = asked; ; here = dirname(here)) {
    try {
      return { path: join(realpathSync(here), relative(here, asked)), ...ended };
    } catch (error) {
      ended = 'error' in ended ? ended : { error };
    }
  }
}

/** A `$file` whose path can't be followed to its end. */
interface Missing {
  /** The path as written. */
  readonly path: string;
  /** The folder that the path is relative to. */
  readonly folder: string;
  readonly found: string;
  readonly error: unknown;
}

/** Why the path leads nowhere, in words. */
export function notThere({ path, folder, found, error }: Missing): FileProblem {
  const problem = unreadable(error);
  const { code } = error as { code?: string };
  if (code !== 'ENOENT' && code !== 'ENOTDIR')
    return { ...problem, message: `${shown(path)}: ${problem.message}` };
  if (isLink(found))
    return fileProblem('E_FILE_MISSING', `${shown(path)} is a broken link`, 'put the file itself here');
  const hint = sameButForSpelling(found) ?? `the path is relative to ${shown(folder)}/`;
  return fileProblem('E_FILE_MISSING', `there is no file ${shown(path)} here`, hint);
}

/** A file next to the missing one whose name differs only in case, or in how accents are encoded. */
function sameButForSpelling(found: string): string | undefined {
  const name = basename(found).normalize('NFC');
  const names = namesIn(dirname(found));
  const alike = names.find((one) => one.normalize('NFC') === name);
  if (alike !== undefined)
    return `copy the name from the folder; its accents in ${alike} are encoded differently`;
  const near = names.find((one) => one.normalize('NFC').toLowerCase() === name.toLowerCase());
  return near === undefined ? undefined : `did you mean ${near}?`;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Whether the name itself is a symbolic link, wherever it leads. */
export function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}
