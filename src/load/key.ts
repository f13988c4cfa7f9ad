import { clip } from '../model/show.ts';

/** Why a text is not a valid key; undefined if it is one. */
export function keyProblem(text: string): string | undefined {
  if (text.length > 200) return 'it is longer than 200 characters';
  for (const segment of text.split('/')) {
    if (!/^[a-z0-9][a-z0-9._-]*$/.test(segment)) {
      return segment === ''
        ? 'it has an empty segment'
        : `"${clip(segment)}" doesn't begin with a letter or digit, or has characters other than a-z, 0-9, ".", "_" and "-"`;
    }
    if (segment.endsWith('.json')) return `"${clip(segment)}" ends in .json`;
  }
  return undefined;
}

/** The key that a file gets from its path below the campaigns folder: the path without its extension. */
export function keyOf(below: string): string {
  return below.replace(/\.ya?ml$/, '');
}

/** Matches a `key:` at the top of a file without parsing the YAML, so that it works in a file with mistakes, too. */
const OWN_KEY = /^key:[ \t]+(["']?)([a-z0-9][a-z0-9._/-]*)\1[ \t]*(?:#.*)?$/m;

/** The key that a file sets itself or gets from its path. Used to name files, whatever else they contain. */
export function probableKey({ below, text }: { readonly below: string; readonly text: string }): string {
  return OWN_KEY.exec(text)?.[2] ?? keyOf(below);
}
