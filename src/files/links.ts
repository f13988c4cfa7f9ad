import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

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

/** The names in a folder; none if it can't be read. */
export function namesIn(folder: string): readonly string[] {
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
