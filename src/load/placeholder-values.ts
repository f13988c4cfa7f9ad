import { isJsonObject, type JsonValue, type Path } from '../model/json.ts';
import { nearest } from '../model/nearest.ts';
import { as, type Coded } from './check.ts';
import { almostPlaceholders, type AlmostContext } from './almost-placeholders.ts';
import { isPlaceholderName } from './fill-text.ts';
import { isReference } from './merge-patch.ts';

/** The values of a `with`, by the names of their placeholders. */
export interface PlaceholderValues {
  readonly values: ReadonlyMap<string, string>;
  readonly findings: readonly Coded[];
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
    return {
      values: new Map(),
      findings: [wrongType('with', written, 'object', path)],
      isMissingValue: false,
    };
  const values = new Map<string, string>();
  const findings: Coded[] = [];
  let isMissingValue = false;
  for (const [name, given] of Object.entries(written)) {
    const here = [...path, name];
    if (!isPlaceholderName(name))
      findings.push(as('PLACEHOLDER', { why: 'wrong-name', name }, { path: here, on: 'key' }));
    const value = isReference(given) ? valueOf(given, here) : given;
    // The problem with its value is already reported; that the value is missing is only a consequence.
    isMissingValue ||= value === undefined;
    values.set(name, typeof value === 'string' ? value : '');
    if (value !== undefined && typeof value !== 'string')
      findings.push(wrongType(name, value, 'string', here));
  }
  return { values, findings, isMissingValue };
}

function wrongType(field: string, seen: JsonValue, wanted: string, path: Path): Coded {
  return as('TYPE', { field, seen, wanted: [wanted] }, { path });
}

/** Names of a `with` that the text doesn't use, or has in other brackets. */
export function unusedValues({ values }: PlaceholderValues, context: UnusedContext): Coded[] {
  const { path, texts, used, spaced, missing, isMissingSnippet } = context;
  // That the text is empty is a mistake of its own.
  if (texts[0].text.trim() === '') return [];
  const known = [...values.keys()].filter(isPlaceholderName);
  const almost = almostPlaceholders(known, context);
  // A misspelled name is reported where the text has it, as one without a value.
  const misspelled = missing.flatMap((name) => nearest(name, known) ?? []);
  const reported = (name: string) =>
    used.has(name) || spaced.has(name) || almost.has(name) || misspelled.includes(name);
  const unused = known
    .filter((name) => !reported(name) && !isMissingSnippet)
    .map((name) => as('PLACEHOLDER', { why: 'unused', name }, { path: [...path, 'with', name], on: 'key' }));
  return [...unused, ...[...almost.values()].flat()];
}

interface UnusedContext extends AlmostContext {
  /** Names that the text has with spaces in their brackets. */
  readonly spaced: ReadonlySet<string>;
  /** Names that the text uses and that have no value. */
  readonly missing: readonly string[];
  /** A snippet is missing in the text; it may use names that the rest of the text doesn't. */
  readonly isMissingSnippet: boolean;
}
