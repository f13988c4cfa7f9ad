import { clip } from '../model/show.ts';
import { placesIn } from './place-in-text.ts';
import { onValue, type Problem } from './problem.ts';

// Names of a `with` that a text has in other brackets: `[shop_url]/sale` and `{{ shop_url }}` would be sent literally.

interface TextFile {
  readonly file: string;
  readonly text: string;
}

export interface AlmostContext {
  /** The position of the reference. */
  readonly path: Problem['path'];
  /** The text and its snippets. */
  readonly texts: readonly [TextFile, ...TextFile[]];
  readonly used: ReadonlySet<string>;
}

/** Such places, by name. A name that the text also uses correctly may be a word: it counts only where a value begins. */
export function almostPlaceholders(
  names: readonly string[],
  { path, texts, used }: AlmostContext,
): Map<string, Problem[]> {
  // A snippet may be inserted more than once.
  const files = [...new Map(texts.map((one) => [one.file, one])).values()];
  const found = names.map((name): [string, Problem[]] => {
    const isUsed = used.has(name);
    const pattern = isUsed ? `(?<==["'])\\[${name}\\]` : asUnused(name);
    const problems = files.flatMap(({ file, text }) => {
      const place = placesIn(text);
      return [...text.matchAll(new RegExp(pattern, 'g'))]
        .slice(0, AT_MOST)
        .map(({ 0: part, index }): Problem => {
          const code = isUsed ? 'W_PLACEHOLDER' : 'E_PLACEHOLDER';
          const problem = onValue(
            path,
            code,
            `${clip(part)} would be sent literally`,
            `write [[${clip(name)}]]`,
          );
          return { ...problem, section: null, at: { file, ...place(index, part.length) } };
        });
    });
    return [name, problems];
  });
  return new Map(found.filter(([, problems]) => problems.length > 0));
}

/** Places of one name that are reported for one text. */
const AT_MOST = 20;

function asUnused(name: string): string {
  const brackets = `(?<![\\w[])\\[${name}\\](?![\\](])`;
  const open = `\\[\\[[ \\t]{0,9}${name}(?![\\w-])(?![ \\t]{0,9}\\]\\])\\]?|(?<![\\w[])\\[${name}\\]\\]`;
  return `${open}|${brackets}|\\{\\{-?\\s*${name}\\s*-?\\}\\}|(?<!\\{)\\$?\\{${name}\\}(?!\\})|%${name}%`;
}
