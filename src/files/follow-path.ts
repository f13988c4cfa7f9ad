import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileProblem, shown, unreadable, type FileProblem } from './read-text.ts';

/**
 * Where links lead, as far as there is anything, and why it ends there. What is missing is looked for where its
 * folder really is, so that nothing is revealed of places outside of the repository.
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

/** A `$file` that can't be followed to its end. */
interface Missing {
  /** As it was written. */
  readonly path: string;
  /** What it counts from. */
  readonly folder: string;
  readonly found: string;
  readonly error: unknown;
}

/** Why there is nothing, in words. */
export function notThere({ path, folder, found, error }: Missing): FileProblem {
  const problem = unreadable(error);
  const { code } = error as { code?: string };
  if (code !== 'ENOENT' && code !== 'ENOTDIR')
    return { ...problem, message: `${shown(path)}: ${problem.message}` };
  if (isLink(found))
    return fileProblem(
      'E_FILE_MISSING',
      `${shown(path)} is a link that leads nowhere`,
      'put the file itself here',
    );
  const hint = sameButForSpelling(found) ?? `the path counts from ${shown(folder)}/`;
  return fileProblem('E_FILE_MISSING', `there is no file ${shown(path)} here`, hint);
}

/** A file beside the missing one whose name differs only by case, or by the way in which accents are written. */
function sameButForSpelling(found: string): string | undefined {
  const name = basename(found).normalize('NFC');
  const names = namesIn(dirname(found));
  const alike = names.find((one) => one.normalize('NFC') === name);
  if (alike !== undefined) return `copy the name from the folder: ${alike} has its accents in another form`;
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
