/** The longest text that a hint repeats in quotes, in characters. A shortened one would not be the text that was meant. */
const SHOWN_CHARS = 200;

/** A text as YAML in quotes: in those that need the fewest escapes. */
export function quotedYaml(text: string): string {
  if (/[\p{Cc}\p{Surrogate}\u2028\u2029\ufeff]/u.test(text)) return JSON.stringify(text);
  return /["\\]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`;
}

/** A text in curly quotes, without others inside. */
const IN_CURLY = /^(?:[“”„][^“”„]*[“”]|[‘’‚][^‘’‚]*[‘’])$/u;

/** The text inside curly quotes, as a word processor writes them; undefined if it isn't in such quotes alone. */
export function insideCurly(text: string): string | undefined {
  return IN_CURLY.test(text) ? text.slice(1, -1) : undefined;
}

/** What to do with a text that needs quotes: how it is written, or in words if it is long. */
export function putInQuotes(text: string): string {
  const inside = insideCurly(text);
  if (inside !== undefined && quotedYaml(inside).length <= SHOWN_CHARS)
    return `write straight quotes instead of the curly ones: ${quotedYaml(inside)}`;
  const written = quotedYaml(text);
  if (written.length <= SHOWN_CHARS) return `put the whole text in quotes: ${written}`;
  return written.startsWith("'")
    ? "put the whole text in single quotes, and write '' for each ' in it"
    : 'put the whole text in double quotes';
}
