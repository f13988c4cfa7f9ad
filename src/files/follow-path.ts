import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, parse, posix, relative } from 'node:path';
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

/** A `$file` whose path can't be followed to its end. */
interface Missing {
  /** The path as written. */
  readonly path: string;
  /** The folder that the path is relative to. */
  readonly folder: string;
  readonly found: string;
  readonly error: unknown;
  /** Whether a path from the root leads to a file of the repository. */
  readonly isFile: (path: string) => boolean;
}

/** Why the path leads nowhere. */
export function notThere(missing: Missing): FileProblem {
  const { path, folder, found, error } = missing;
  const problem = systemErrorProblem(error);
  const { code } = error as { code?: string };
  if (code !== 'ENOENT' && code !== 'ENOTDIR') return fileProblem({ ...problem.fault, at: path });
  if (isLink(found)) return fileProblem({ code: 'E_FILE_MISSING', why: 'broken-link', path });
  const beside = sameButForSpelling(found) ?? misspelled(found);
  const alike = beside ? path.slice(0, path.lastIndexOf('/') + 1) + beside : fromAbove(missing);
  const meant = alike !== undefined && { alike };
  return fileProblem({ code: 'E_FILE_MISSING', why: 'not-here', path, folder, ...meant });
}

/** The file that has this path from a folder above, such as `campaigns/mail/body.html`, or with `/` in place of a backslash. */
function fromAbove({ path, folder, isFile }: Missing): string | undefined {
  const asked = path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
  if (asked.split('/').includes('..')) return undefined;
  const parts = folder.split('/');
  const files = [...parts, ''].map((_, index) => posix.join(...parts.slice(0, index), asked));
  const file = files.find(isFile);
  if (file === undefined) return undefined;
  const meant = posix.relative(folder, file);
  return meant.startsWith('.') ? meant : `./${meant}`;
}

/** A file next to the missing one whose name differs only in case, or in how accents are encoded. */
export function sameButForSpelling(found: string): string | undefined {
  const name = basename(found).normalize('NFC');
  const names = namesIn(dirname(found));
  return (
    names.find((one) => one.normalize('NFC') === name) ??
    names.find((one) => one.normalize('NFC').toLowerCase() === name.toLowerCase())
  );
}

/**
 * A file next to the missing one whose name or extension is a few keystrokes away, or that has an extension at all, or
 * the only one whose name is a part of the missing one's, or the other way around.
 */
function misspelled(found: string): string | undefined {
  const { name, ext } = parse(found);
  const known = namesIn(dirname(found)).map((one) => parse(one));
  const names = known.filter((one) => one.ext === ext).map((one) => one.name);
  const parts = names.filter((one) => one.length > 3 && (one.includes(name) || name.includes(one)));
  const near = nearest(name, names) ?? (ext !== '' && parts.length === 1 ? parts[0] : undefined);
  if (near !== undefined) return near + ext;
  const texts = known.filter((one) => one.name === name && !/^\.ya?ml$/i.test(one.ext)).map((one) => one.ext);
  const meant = ext === '' && texts.length === 1 ? texts[0] : nearest(ext, texts);
  return meant === undefined ? undefined : name + meant;
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
