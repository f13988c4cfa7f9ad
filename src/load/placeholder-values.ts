import { isJsonObject, type JsonValue, type Path } from '../model/json.ts';
import { nearest } from '../model/nearest.ts';
import { clip, show } from '../model/show.ts';
import { isPlaceholderName } from './fill-text.ts';
import { isReference } from './merge-patch.ts';
import { onKey, onValue, type Problem } from './problem.ts';

/** The values of a `with`, by the names of their placeholders. */
export interface PlaceholderValues {
  readonly values: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
}

/** Reads what is written below `with`, at `path`. `valueOf` follows a reference, and reports what is wrong with it itself. */
export function placeholderValues(
  written: JsonValue,
  path: Path,
  valueOf: (reference: JsonValue, path: Path) => JsonValue | undefined,
): PlaceholderValues {
  if (!isJsonObject(written) || isReference(written))
    return { values: new Map(), problems: [noMap(path, written)] };
  const values = new Map<string, string>();
  const problems: Problem[] = [];
  for (const [name, given] of Object.entries(written)) {
    const here = [...path, name];
    if (!isPlaceholderName(name)) problems.push(notAName(here, name));
    const value = isReference(given) ? valueOf(given, here) : given;
    // What is wrong with its value is reported; that it has none would only be an echo.
    values.set(name, typeof value === 'string' ? value : '');
    if (value !== undefined && typeof value !== 'string') problems.push(notText(here, name, value));
  }
  return { values, problems };
}

function noMap(path: Path, written: JsonValue): Problem {
  const message = `with is ${show(written)}, and not a map of names and values`;
  return { ...onValue(path, 'E_TYPE', message, 'write with: { shop_url: https://… }'), section: null };
}

function notAName(path: Path, name: string): Problem {
  const message = `"${clip(name)}" can't be the name of a placeholder`;
  const hint = 'a name consists of letters, digits, _ and -, and does not begin with a digit';
  return { ...onKey(path, 'E_PLACEHOLDER', message, hint), section: null };
}

function notText(path: Path, name: string, value: JsonValue): Problem {
  const isPlain = typeof value === 'number' || typeof value === 'boolean';
  const hint = isPlain ? `quote it: "${String(value)}"` : 'give it one text';
  const problem = onValue(path, 'E_TYPE', `${clip(name)} must be text, and is ${show(value)}`, hint);
  return { ...problem, section: null, ...(isPlain && { toQuote: true as const }) };
}

/** Names of a `with` that the text doesn't ask for. */
export function unusedValues(
  { values }: PlaceholderValues,
  { path, file, used, missing }: UnusedContext,
): Problem[] {
  const names = [...values.keys()].filter((name) => isPlaceholderName(name) && !used.has(name));
  return names.map((name) => {
    const near = nearest(name, [...missing]);
    const hint = near === undefined ? 'take it out, or write it into the text' : `did you mean ${near}?`;
    return {
      ...onKey([...path, name], 'E_PLACEHOLDER', `${file} has no [[${clip(name)}]]`, hint),
      section: null,
    };
  });
}

interface UnusedContext {
  /** Of the `with`. */
  readonly path: Path;
  /** The text. */
  readonly file: string;
  readonly used: ReadonlySet<string>;
  /** Names that the text asks for and that have no value. */
  readonly missing: readonly string[];
}
