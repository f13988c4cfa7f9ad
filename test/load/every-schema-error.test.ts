import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { describeFinding } from '../../src/messages/catalog/files.ts';
import type { FindingOf, RuleCode } from '../../src/model/findings.ts';
import {
  isJsonObject,
  isList,
  valueAt,
  type JsonObject,
  type JsonValue,
  type Path,
} from '../../src/model/json.ts';
import type { Coded } from '../../src/load/check.ts';
import { checkShape } from '../../src/load/shape.ts';
import { MORE_RULE_ROWS } from '../support/load/more-rule-rows.ts';
import { RULE_ROWS } from '../support/load/rule-rows.ts';

// Every field of every file of the rule tables, replaced by what it can't be or removed. So each error that the schema
// can have is met.

const UNKNOWN = 'no such value';

/** What a field becomes; undefined removes it. */
const WRONG: readonly (JsonValue | undefined)[] = [undefined, null, 7.5, [], {}, UNKNOWN];

interface Broken {
  readonly body: JsonObject;
  readonly path: Path;
  readonly found: readonly Coded[];
}

const broken = [...everyBroken()];

describe('every error of the schema', () => {
  it('of a type or of what is missing names its field', () => {
    const nameless = findingsOf('TYPE', 'MISSING').filter(
      (one) => !describeFinding(one as FindingOf<RuleCode>).message.includes(lastName(one.path)),
    );
    expect(nameless).toEqual([]);
  });

  it('has a place of its own', () => {
    const twice = broken.filter(
      ({ found }) => new Set(found.map(({ path }) => path.join())).size < found.length,
    );
    expect(twice).toEqual([]);
  });

  it('about a value lists a value that is accepted', () => {
    const lacking = broken.filter(({ body, path, found }) =>
      found.some(
        (one) =>
          one.code === 'VALUE' &&
          one.params.why === 'enum' &&
          isAt(one, path) &&
          !one.params.allowed.some((value) => accepts(body, path, value)),
      ),
    );
    expect(lacking).toEqual([]);
  });

  it('is found for every value that no field accepts', () => {
    expect(findingsOf('VALUE', 'TYPE', 'MISSING', 'RANGE', 'FORMAT').length).toBeGreaterThan(500);
  });
});

function findingsOf(...codes: readonly RuleCode[]): Coded[] {
  return broken.flatMap(({ found }) => found).filter(({ code }) => codes.includes(code));
}

function accepts(body: JsonObject, path: Path, value: JsonValue): boolean {
  return checkShape(withValue(body, path, value)).every((one) => !isAt(one, path));
}

function isAt({ path }: Coded, place: Path): boolean {
  return JSON.stringify(path) === JSON.stringify(place);
}

function lastName(path: Path): string {
  return path.findLast((step) => typeof step === 'string') ?? '';
}

function* everyBroken(): Generator<Broken> {
  const seen = new Set<string>();
  for (const row of Object.values({ ...RULE_ROWS, ...MORE_RULE_ROWS }).flat()) {
    const body = parse(row.around(row.right)) as JsonObject;
    for (const path of pathsIn(body)) {
      const place = JSON.stringify([valueAt(body, ['channel']), ...path.slice(0, -1), siblings(body, path)]);
      if (seen.has(place + lastName(path))) continue;
      seen.add(place + lastName(path));
      for (const value of WRONG) {
        const changed = withValue(body, path, value);
        yield { body: changed, path, found: checkShape(changed) };
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

function withValue(whole: JsonObject, path: Path, value: JsonValue | undefined): JsonObject {
  const copy = structuredClone(whole);
  const parent = valueAt(copy, path.slice(0, -1));
  const step = path.at(-1);
  if (isList(parent) && typeof step === 'number')
    (parent as JsonValue[]).splice(step, 1, ...(value === undefined ? [] : [value]));
  else if (isJsonObject(parent) && typeof step === 'string') Object.assign(parent, { [step]: value });
  return JSON.parse(JSON.stringify(copy)) as JsonObject;
}
