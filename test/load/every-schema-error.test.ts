import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isJsonObject, isList, valueAt, type JsonValue, type Path } from '../../src/model/json.ts';
import type { Problem } from '../../src/load/problem.ts';
import { campaignProblems } from '../../src/load/schema/schema-errors.ts';
import { campaignRoot, placesOf } from '../../src/load/schema/schema-place.ts';
import { MORE_RULE_ROWS } from '../support/load/more-rule-rows.ts';
import { RULE_ROWS } from '../support/load/rule-rows.ts';

// Every field of every file of the rule tables, replaced by what it can't be or removed. So each error that the schema
// can have is met, and each must name its field and, where values are listed, all of them.

const UNKNOWN = 'no such value';

/** What a field becomes; undefined removes it. */
const WRONG: readonly (JsonValue | undefined)[] = [undefined, null, 7.5, [], {}, UNKNOWN];

interface Broken {
  readonly body: JsonValue;
  readonly path: Path;
  readonly problems: readonly Problem[];
}

const broken = [...everyBroken()];

describe('every error of the schema', () => {
  it('of a type or of what is missing names its field', () => {
    const nameless = problemsOf('E_TYPE', 'E_MISSING').filter(
      (one) => !one.message.includes(one.missing ?? lastName(one.path)),
    );
    expect(nameless).toEqual([]);
  });

  it('about a missing field lists all values that it can have', () => {
    const lacking = broken.flatMap(({ body, problems }) =>
      problems.filter(({ code, missing = '', path, hint }) => {
        const values = placesOf(campaignRoot(valueAt(body, ['channel']))).values([...path, missing]);
        const accepted = values.filter((value) => accepts(body, [...path, missing], value));
        return code === 'E_MISSING' && !accepted.every((value) => hint.includes(value));
      }),
    );
    expect(lacking).toEqual([]);
  });

  it('about a value lists all accepted values', () => {
    const lacking = broken.flatMap(({ body, path, problems }) =>
      problems.flatMap((one) => {
        if (!isAt(one, path) || !one.message.includes(UNKNOWN)) return [];
        const values = placesOf(campaignRoot(valueAt(body, ['channel']))).values(path);
        const accepted = values.filter((value) => accepts(body, path, value));
        return accepted.every((value) => one.hint.includes(value))
          ? []
          : [{ path, hint: one.hint, accepted }];
      }),
    );
    expect(lacking).toEqual([]);
  });
});

function problemsOf(...codes: readonly string[]): Problem[] {
  return broken.flatMap(({ problems }) => problems).filter(({ code }) => codes.includes(code));
}

function accepts(body: JsonValue, path: Path, value: string): boolean {
  // An operator of another data type may be reported at the data type.
  const places = [path, ...(path.at(-1) === 'operator' ? [[...path.slice(0, -1), 'data_type']] : [])];
  const problems = campaignProblems(withValue(body, path, value));
  return problems.every((one) => !places.some((place) => isAt(one, place)));
}

function isAt({ path, missing }: Problem, place: Path): boolean {
  return missing === undefined && JSON.stringify(path) === JSON.stringify(place);
}

function lastName(path: Path): string {
  return path.findLast((step) => typeof step === 'string') ?? '';
}

function* everyBroken(): Generator<Broken> {
  const seen = new Set<string>();
  for (const row of Object.values({ ...RULE_ROWS, ...MORE_RULE_ROWS }).flat()) {
    const body = parse(row.around(row.right)) as JsonValue;
    for (const path of pathsIn(body)) {
      const place = JSON.stringify([valueAt(body, ['channel']), ...path.slice(0, -1), siblings(body, path)]);
      if (seen.has(place + lastName(path))) continue;
      seen.add(place + lastName(path));
      for (const value of WRONG) {
        const changed = withValue(body, path, value);
        yield { body: changed, path, problems: campaignProblems(changed) };
      }
    }
  }
}

/** The names beside a field, which decide what is expected of it. */
function siblings(body: JsonValue, path: Path): string[] {
  const parent = valueAt(body, path.slice(0, -1));
  return isJsonObject(parent) ? Object.keys(parent) : [];
}

function pathsIn(value: JsonValue, at: Path = []): Path[] {
  const entries = isList(value)
    ? value.map((one, index) => [index, one] as const)
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return entries.flatMap(([step, inner]) => [[...at, step], ...pathsIn(inner, [...at, step])]);
}

function withValue(whole: JsonValue, path: Path, value: JsonValue | undefined): JsonValue {
  const copy = structuredClone(whole);
  const parent = valueAt(copy, path.slice(0, -1));
  const step = path.at(-1);
  if (isList(parent) && typeof step === 'number')
    (parent as JsonValue[]).splice(step, 1, ...(value === undefined ? [] : [value]));
  else if (isJsonObject(parent) && typeof step === 'string') Object.assign(parent, { [step]: value });
  return JSON.parse(JSON.stringify(copy)) as JsonValue;
}
