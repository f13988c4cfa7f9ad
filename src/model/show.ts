import { isJsonObject, isList, type JsonValue } from './json.ts';

/** The most characters of a value that a message shows. */
const SHOWN_CHARS = 60;

/** Shortens a text or name from a file for a message, without splitting a character. */
export function clip(text: string): string {
  if (text.length <= SHOWN_CHARS) return text;
  return `${text.slice(0, SHOWN_CHARS - 1).replace(/\p{Surrogate}$/u, '')}…`;
}

/** Names in a sentence: all of them, or as many as fit into a message. */
export function nameList(names: readonly string[]): string {
  return firstFew(names.map(clip), 20);
}

/** `a, b, c and 2 more`: at most that many names. */
export function firstFew(names: readonly string[], most: number): string {
  const more = names.length - most;
  return names.slice(0, most).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** A value from a file, as messages show it. */
export function show(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return 'nothing';
  if (isList(value)) return 'a list';
  if (isJsonObject(value)) return 'a map';
  return typeof value === 'string' ? JSON.stringify(clip(value)) : String(value);
}

/** A plain value from a file without quotes, for a sentence. */
export function bare(value: JsonValue | undefined): string {
  return typeof value === 'string' ? clip(value) : show(value);
}

/** `1 campaign`, `2 campaigns`. */
export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : plural(noun)}`;
}

/** `searches`, `bodies`, `campaigns`. */
function plural(noun: string): string {
  if (noun.endsWith('ch')) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
