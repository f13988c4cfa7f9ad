import { slugOf } from './slug.ts';
import { withoutYaml } from '../model/yaml-name.ts';

/** The most characters of a key. */
const LENGTH_AT_MOST = 200;

/** Whether a text is a valid key. */
export function isKey(text: string): boolean {
  const isSegment = (one: string) => /^[a-z0-9][a-z0-9._-]*$/.test(one) && !one.endsWith('.json');
  return text.length <= LENGTH_AT_MOST && text.split('/').every(isSegment);
}

/** A valid key that resembles a text; undefined if there is none. */
export function validKeyLike(text: string): string | undefined {
  const segments = text.split('/').map((one) => (isKey(one) ? one : slugOf(one)));
  const key = segments.filter((one) => one !== '').join('/');
  return isKey(key) ? key : undefined;
}

/** The key that a file gets from its path below the campaigns folder: the path without its extension. */
export function keyOf(below: string): string {
  return withoutYaml(below);
}

/** Matches a `key:` at the top of a file without parsing the YAML, so that it works in a file with mistakes, too. */
const OWN_KEY = /^key:[ \t]+(["']?)([a-z0-9][a-z0-9._/-]*)\1[ \t]*(?:#.*)?$/m;

/** The key that a file sets itself or gets from its path. Used to name files, whatever else they contain. */
export function probableKey({ below, text }: { readonly below: string; readonly text: string }): string {
  return OWN_KEY.exec(text)?.[2] ?? keyOf(below);
}

/** Every key that files claim, by their paths or by their own `key:`, whatever mistakes they have. */
export function claimedKeys(files: readonly { readonly below: string; readonly text?: string }[]): string[] {
  return files.flatMap(({ below, text = '' }) => [keyOf(below), probableKey({ below, text })]);
}
