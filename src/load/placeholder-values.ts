import { isJsonObject, type JsonValue, type Path } from '../model/json.ts';
import { nearest } from '../model/nearest.ts';
import { clip, show } from '../model/show.ts';
import { almostPlaceholders, type AlmostContext } from './almost-placeholders.ts';
import { isPlaceholderName } from './fill-text.ts';
import { isReference } from '../model/raw-values.ts';
import { onKey, onValue, type Problem } from './problem.ts';

/** The values of a `with`, by the names of their placeholders. */
export interface PlaceholderValues {
  readonly values: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
  /** Whether a variable has no value, which was already reported, so that the text can't be judged. */
  readonly isMissingValue: boolean;
}

/** Reads the values below `with`, at `path`. `valueOf` follows a reference and reports problems with it itself. */
export function placeholderValues(
  written: JsonValue,
  path: Path,
  valueOf: (reference: JsonValue, path: Path) => JsonValue | undefined,
): PlaceholderValues {
  if (!isJsonObject(written) || isReference(written))
    return { values: new Map(), problems: [noMap(path, written)], isMissingValue: false };
  const values = new Map<string, string>();
  const problems: Problem[] = [];
  let isMissingValue = false;
  for (const [name, given] of Object.entries(written)) {
    const here = [...path, name];
    if (!isPlaceholderName(name)) problems.push(notAName(here, name));
    const value = isReference(given) ? valueOf(given, here) : given;
    // The problem with its value is already reported; that the value is missing is only a consequence.
    isMissingValue ||= value === undefined;
    values.set(name, typeof value === 'string' ? value : '');
    if (value !== undefined && typeof value !== 'string') problems.push(notText(here, name, value));
  }
  return { values, problems, isMissingValue };
}

function noMap(path: Path, written: JsonValue): Problem {
  const message = `with must be a map of names and values, but it is ${show(written)}`;
  return { ...onValue(path, 'E_TYPE', message, 'write with: { shop_url: https://… }'), section: null };
}

function notAName(path: Path, name: string): Problem {
  const message = `"${clip(name)}" can't be the name of a placeholder`;
  const hint = 'use letters, digits, _ and -, and do not begin with a digit';
  return { ...onKey(path, 'E_PLACEHOLDER', message, hint), section: null };
}

function notText(path: Path, name: string, value: JsonValue): Problem {
  const isPlain = typeof value === 'number' || typeof value === 'boolean';
  const hint = isPlain ? `quote it: "${String(value)}"` : 'write a text value';
  const problem = onValue(path, 'E_TYPE', `${clip(name)} must be text, but it is ${show(value)}`, hint);
  return { ...problem, section: null, ...(isPlain && { toQuote: 'alone' as const }) };
}

/** Names of a `with` that the text doesn't use, or has in other brackets. */
export function unusedValues({ values }: PlaceholderValues, context: UnusedContext): Problem[] {
  const { path, texts, used, spaced, missing, isMissingSnippet } = context;
  // That the text is empty is a mistake of its own.
  if (texts[0].text.trim() === '') return [];
  const known = [...values.keys()].filter(isPlaceholderName);
  const almost = almostPlaceholders(known, context);
  // A misspelled name is reported where the text has it, as one without a value.
  const misspelled = missing.flatMap((name) => nearest(name, known) ?? []);
  const reported = (name: string) =>
    used.has(name) || spaced.has(name) || almost.has(name) || misspelled.includes(name);
  const problems = known
    .filter((name) => !reported(name) && !isMissingSnippet)
    .map((name) => {
      const message = `${texts[0].file} has no [[${clip(name)}]]`;
      const hint = 'remove it, or use it in the text';
      return { ...onKey([...path, 'with', name], 'E_PLACEHOLDER', message, hint), section: null };
    });
  return [...problems, ...[...almost.values()].flat()];
}

interface UnusedContext extends AlmostContext {
  /** Names that the text has with spaces in their brackets. */
  readonly spaced: ReadonlySet<string>;
  /** Names that the text uses and that have no value. */
  readonly missing: readonly string[];
  /** A snippet is missing in the text; it may use names that the rest of the text doesn't. */
  readonly isMissingSnippet: boolean;
}
