import { clip } from '../model/show.ts';

/** Why a text is no key; undefined when it is one. */
export function keyProblem(text: string): string | undefined {
  if (text.length > 200) return 'it is longer than 200 characters';
  for (const segment of text.split('/')) {
    if (!/^[a-z0-9][a-z0-9._-]*$/.test(segment)) {
      return segment === ''
        ? 'it has an empty segment'
        : `"${clip(segment)}" has other characters than a-z, 0-9, ".", "_" and "-", or doesn't begin with a letter or digit`;
    }
    if (segment.endsWith('.json')) return `"${clip(segment)}" ends in .json`;
  }
  return undefined;
}

/** The key that a file has by its place below the campaigns folder: the path without extension. */
export function keyOf(below: string): string {
  return below.replace(/\.ya?ml$/, '');
}

/** A `key:` of its own at the top of a file. It is found without reading the YAML: also in a file with mistakes. */
const OWN_KEY = /^key:[ \t]+(["']?)([a-z0-9][a-z0-9._/-]*)\1[ \t]*(?:#.*)?$/m;

/** The key that a file gives itself, or has by its place; for naming files, whatever else they hold. */
export function probableKey({ below, text }: { readonly below: string; readonly text: string }): string {
  return OWN_KEY.exec(text)?.[2] ?? keyOf(below);
}
