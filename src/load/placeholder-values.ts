import { isJsonObject, type JsonValue, type Path } from '../model/json.ts';
import { as, type Coded } from './check.ts';
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

/** Names of a `with` that the text doesn't use; `path` is that of the reference. */
export function unusedValues({ values }: PlaceholderValues, used: ReadonlySet<string>, path: Path): Coded[] {
  return [...values.keys()]
    .filter((name) => isPlaceholderName(name) && !used.has(name))
    .map((name) => as('PLACEHOLDER', { why: 'unused', name }, { path: [...path, 'with', name], on: 'key' }));
}
