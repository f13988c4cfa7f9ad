import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { FileFault } from '../model/file-fault.ts';
import { follow, isLink } from './follow-path.ts';
import { writeFiles } from './write-files.ts';

// A starter or an import is written file by file, in contrast to `writeFiles`, which it uses for each file: existing
// files are meant to stay, the next run continues a run that ended early, and folders may be links inside the
// repository.

/** A file to be created: its path from the root of the repository, with forward slashes, and its text. */
export interface NewFile {
  readonly path: string;
  readonly text: string;
}

export type Written =
  | { readonly kind: 'done'; readonly written: readonly string[]; readonly kept: readonly string[] }
  /** Nothing was written: a file's path leads through something that isn't a folder of this repository. */
  | { readonly kind: 'blocked'; readonly fault: FileFault }
  /** The system refused; each of the written files is whole. */
  | { readonly kind: 'failed'; readonly fault: FileFault; readonly written: readonly string[] };

/** Writes files that don't exist yet. Existing files stay, even if they were created only just now. */
export function writeNewFiles(root: string, files: readonly NewFile[]): Written {
  const fault = obstacleTo(root, files);
  if (fault) return { kind: 'blocked', fault };
  const written: string[] = [];
  const kept: string[] = [];
  for (const { path, text } of files) {
    if (existsSync(join(root, path)) || isLink(join(root, path))) {
      kept.push(path);
      continue;
    }
    const real = relative(root, follow(join(root, dirname(path))).path);
    const outcome = writeFiles(root, [{ path: join(real, basename(path)), text, before: null }]);
    if (outcome.kind === 'failed') return { kind: 'failed', fault: { ...outcome.fault, at: path }, written };
    (outcome.kind === 'done' ? written : kept).push(path);
  }
  return { kind: 'done', written, kept };
}

/** Why new files can't be written: the path of one of them leads through something that isn't a folder of this repository. */
export function obstacleTo(root: string, files: readonly NewFile[]): FileFault | undefined {
  return files.map(({ path }) => obstacle(root, path)).find((fault) => fault !== undefined);
}

/** Why the folders of a file can't be written to, as far as they exist. */
function obstacle(root: string, path: string): FileFault | undefined {
  const parts = path.split('/').slice(0, -1);
  for (const [index] of parts.entries()) {
    const folder = parts.slice(0, index + 1).join('/');
    const full = join(root, folder);
    if (!lstatSync(full, { throwIfNoEntry: false })) return undefined;
    if (!existsSync(full)) return { code: 'E_FILE_MISSING', why: 'broken-link', path: folder };
    const real = realpathSync(full);
    if (!real.startsWith(root + sep)) return { code: 'E_FILE', why: 'outside', path: folder };
    if (relative(root, real).split(sep).includes('.git'))
      return { code: 'E_FILE', why: 'inside-git', path: folder };
    if (!statSync(real).isDirectory()) return { code: 'E_FILE', why: 'not-a-folder', path: folder };
  }
  return undefined;
}
