import type { Path } from '../model/json.ts';
import { as, type Coded } from './check.ts';
import { placesIn } from './place-in-text.ts';

// Names of a `with` that a text has in other brackets: `[shop_url]/sale` and `{{ shop_url }}` would be sent literally.

interface TextFile {
  readonly file: string;
  readonly text: string;
}

export interface AlmostContext {
  /** The position of the reference. */
  readonly path: Path;
  /** The text and its snippets. */
  readonly texts: readonly [TextFile, ...TextFile[]];
  readonly used: ReadonlySet<string>;
}

/** Such places, by name. A name that the text also uses correctly may be a word: it counts only where a value begins. */
export function almostPlaceholders(
  names: readonly string[],
  { path, texts, used }: AlmostContext,
): Map<string, Coded[]> {
  // A snippet may be inserted more than once.
  const files = [...new Map(texts.map((one) => [one.file, one])).values()];
  const found = names.map((name): [string, Coded[]] => {
    const isUsed = used.has(name);
    const pattern = isUsed ? `(?<==["'])\\[${name}\\]` : asUnused(name);
    const places = files.flatMap(({ file, text }) => {
      const place = placesIn(text);
      return [...text.matchAll(new RegExp(pattern, 'g'))].slice(0, AT_MOST).map(({ 0: seen, index }) => {
        const why = isUsed ? 'literal' : 'misspelled';
        const at = { file, ...place(index, seen.length) };
        return as('PLACEHOLDER', { why, seen, put: `[[${name}]]` }, { path, at });
      });
    });
    return [name, places];
  });
  return new Map(found.filter(([, places]) => places.length > 0));
}

/** Places of one name that are reported for one text. */
const AT_MOST = 20;

function asUnused(name: string): string {
  const brackets = `(?<![\\w[])\\[${name}\\](?![\\](])`;
  const open = `\\[\\[[ \\t]{0,9}${name}(?![\\w-])(?![ \\t]{0,9}\\]\\])\\]?|(?<![\\w[])\\[${name}\\]\\]`;
  return `${open}|${brackets}|\\{\\{-?\\s*${name}\\s*-?\\}\\}|(?<!\\{)\\$?\\{${name}\\}(?!\\})|%${name}%`;
}
