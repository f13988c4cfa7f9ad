import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { nearest } from '../model/nearest.ts';
import { fileProblem, systemErrorProblem, type FileProblem } from './read-text.ts';

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

/** Why a path leads nowhere, written like this in a file of this folder. */
export function notThere(
  { path, folder }: { readonly path: string; readonly folder: string },
  found: string,
  error: unknown,
): FileProblem {
  const { fault } = systemErrorProblem(error);
  if (fault.code !== 'E_FILE_MISSING') return fileProblem({ ...fault, at: path });
  if (isLink(found)) return fileProblem({ code: 'E_FILE_MISSING', why: 'broken-link', path });
  const name = sameButForSpelling(found) ?? nearest(basename(found), namesIn(dirname(found)));
  const alike = name === undefined ? {} : { alike: path.slice(0, path.lastIndexOf('/') + 1) + name };
  return fileProblem({ code: 'E_FILE_MISSING', why: 'not-here', path, folder, ...alike });
}

/** A file next to the missing one whose name differs only in case, or in how accents are encoded. */
export function sameButForSpelling(found: string): string | undefined {
  const plain = (name: string) => name.normalize('NFC').toLowerCase();
  return namesIn(dirname(found)).find((one) => plain(one) === plain(basename(found)));
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
