import { randomUUID } from 'node:crypto';
import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';

/** A file that is to be: where from the root of the repository, with forward slashes, and what it says. */
export interface NewFile {
  readonly path: string;
  readonly text: string;
}

export type Written =
  | { readonly kind: 'done'; readonly written: readonly string[]; readonly kept: readonly string[] }
  /** Nothing was written: the way to a file is not a folder of this repository. */
  | { readonly kind: 'blocked'; readonly why: string }
  /** The system refused; each of the written files is whole. */
  | { readonly kind: 'failed'; readonly why: string; readonly written: readonly string[] };

/** Writes files that are not there yet. What is there stays, whoever wrote it and be it only just now. */
export function writeNewFiles(root: string, files: readonly NewFile[]): Written {
  for (const { path } of files) {
    const why = obstacle(root, path);
    if (why !== undefined) return { kind: 'blocked', why };
  }
  const written: string[] = [];
  const kept: string[] = [];
  for (const { path, text } of files) {
    try {
      (create(join(root, path), text) ? written : kept).push(path);
    } catch (error) {
      if (!isSystemError(error)) throw error;
      return { kind: 'failed', why: `${path} can't be written: ${error.message}`, written };
    }
  }
  return { kind: 'done', written, kept };
}

/** Why the folders on the way to a file can't be written to, as far as there are any. */
function obstacle(root: string, path: string): string | undefined {
  const parts = path.split('/').slice(0, -1);
  for (const [index] of parts.entries()) {
    const folder = parts.slice(0, index + 1).join('/');
    const full = join(root, folder);
    if (!lstatSync(full, { throwIfNoEntry: false })) return undefined;
    if (!existsSync(full)) return `${folder} is a link that leads nowhere`;
    const real = realpathSync(full);
    if (!real.startsWith(root + sep)) return `${folder} leads out of the repository`;
    if (relative(root, real).split(sep).includes('.git')) return `${folder} leads below .git`;
    if (!statSync(real).isDirectory()) return `${folder} is not a folder`;
  }
  return undefined;
}

/** Says whether the file is ours. It appears whole or not at all, and never in the place of another. */
function create(file: string, text: string): boolean {
  if (lstatSync(file, { throwIfNoEntry: false })) return false;
  mkdirSync(dirname(file), { recursive: true });
  const draft = join(dirname(file), `.${basename(file)}.${randomUUID()}.tmp`);
  try {
    writeFileSync(draft, text, { flag: 'wx' });
    putInPlace(draft, file);
    return true;
  } catch (error) {
    if (isSystemError(error) && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Unlike a rename, a link never takes the place of what is there. Some file systems know no links. */
function putInPlace(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!isSystemError(error) || !NO_LINKS.has(error.code ?? '')) throw error;
    copyFileSync(draft, file, constants.COPYFILE_EXCL);
  }
}

const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
