import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { follow, isLink } from './follow-path.ts';
import { writeFiles } from './write-files.ts';

// A starter or an import goes file by file, unlike `writeFiles`, which it uses for each one: what is there already is
// meant to stay, a run that ended early is continued by the next one, and folders may be links inside the repository.

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
    if (existsSync(join(root, path)) || isLink(join(root, path))) {
      kept.push(path);
      continue;
    }
    const real = relative(root, follow(join(root, dirname(path))).path);
    const outcome = writeFiles(root, [{ path: join(real, basename(path)), text, before: null }]);
    switch (outcome.kind) {
      case 'done':
        written.push(path);
        break;
      case 'changed':
        kept.push(path);
        break;
      case 'failed':
        return { kind: 'failed', why: `${path}: ${outcome.problem.message}`, written };
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
