import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPONENTS, type ComponentName } from '../../src/model/campaign.ts';
import { canonical, sameComponent } from '../../src/model/canonical.ts';
import { leaves, missingLeaves, pointer } from '../../src/model/component-leaves.ts';
import { sameJson, stableText, type JsonObject, type JsonValue, type Path } from '../../src/model/json.ts';
import { draws } from '../support/draws.ts';

const RUNS = draws(400);

const field = fc.constantFrom(
  'delivery_type', 'start_time', 'schedule_time', 'time_zone', 'timezone', 'frequency', 'periodic_details',
  'content', 'locales', 'push', 'email', 'tags', 'platforms', 'interruption_level', 'other',
); // prettier-ignore
const leaf = fc.constantFrom(
  ...['PERIODIC', 'SCHEDULED', 'ASAP', '2031-01-01 09:00', '2031-01-01T09:00:00.000', 'Time sensitive'],
  ...[1, null],
);
const component: fc.Arbitrary<JsonObject> = fc.letrec<{ map: JsonObject }>((tie) => ({
  map: fc.dictionary(field, fc.oneof({ maxDepth: 3 }, leaf, fc.array(leaf, { maxLength: 3 }), tie('map')), {
    maxKeys: 5,
  }),
})).map;
const name = fc.constantFrom(...COMPONENTS);

describe('the canonical form', () => {
  it('is its own, does not depend on the order of fields, and has equal leaves for equal meanings', () => {
    fc.assert(
      fc.property(name, component, (of, value) => {
        const once = canonical(of, value);
        expect(JSON.stringify(canonical(of, once))).toBe(JSON.stringify(once));
        const reversed = Object.fromEntries(Object.entries(value).reverse());
        expect(JSON.stringify(canonical(of, reversed))).toBe(JSON.stringify(once));
        expect(missingLeaves(of, value, canonical(of, value))).toEqual([]);
        expect(sameComponent(of, value, canonical(of, value))).toBe(true);
      }),
      RUNS,
    );
  });
});

it("minus zero is zero: JSON writes no sign, so the service can't show one", () => {
  expect(sameComponent('advanced', { priority: -0 }, { priority: 0 })).toBe(true);
});

describe('an absent component', () => {
  it.each<readonly [left: JsonObject | undefined, right: JsonObject | undefined, same: boolean]>([
    [undefined, undefined, true],
    [undefined, {}, true],
    [{}, undefined, true],
    [{ a: '', b: [], c: { d: null } }, undefined, true],
    [{ a: false }, undefined, false],
    [{ a: 0 }, {}, false],
    [{}, {}, true],
  ])('%j against %j: %s', (left, right, same) => {
    expect(sameComponent('utm_params', left, right)).toBe(same);
  });
});

describe('leaves', () => {
  it('are the values that are neither object nor list, and whole lists', () => {
    expect(leaves({ a: { b: 1, c: [1, { d: 2 }] }, e: null, f: {} })).toEqual([
      { path: ['a', 'b'], value: 1 },
      { path: ['a', 'c'], value: [1, { d: 2 }] },
      { path: ['e'], value: null },
    ]);
  });

  it.each<readonly [ComponentName, JsonObject, JsonObject | undefined, readonly string[]]>([
    ['utm_params', { a: 1 }, { a: 1, b: 2 }, []],
    ['utm_params', { a: 1, b: 2 }, { a: 1 }, ['/b']],
    ['utm_params', { a: 1 }, { a: 2 }, ['/a']],
    ['utm_params', { a: 1 }, undefined, ['/a']],
    ['utm_params', { a: { 'b/c': 1 } }, {}, ['/a/b~1c']],
    ['basic_details', { tags: ['a', 'b'] }, { tags: ['b', 'a'] }, []],
    ['basic_details', { tags: ['a'] }, { tags: ['b', 'a'] }, ['/tags']],
  ])('of %s %j that %j does not show: %j', (of, wanted, seen, missing) => {
    expect(missingLeaves(of, wanted, seen)).toEqual(missing);
  });

  it.each<readonly [path: Path, text: string]>([
    [[], ''],
    [['a', 0, 'b'], '/a/0/b'],
    [['a/b', 'c~d'], '/a~1b/c~0d'],
  ])('%j are at %s', (path, text) => {
    expect(pointer(path)).toBe(text);
  });
});

describe('sameJson', () => {
  it.each<[string, JsonValue | undefined, JsonValue | undefined, boolean]>([
    ['ignores the order of members', { a: 1, b: [2] }, { b: [2], a: 1 }, true],
    ['respects the order of entries', [1, 2], [2, 1], false],
    ['a missing member is not null', { a: null }, {}, false],
    ['nothing is not null', undefined, null, false],
    ['an empty list is not an empty map', [], {}, false],
    ['a text is not the number that it shows', '1', 1, false],
    ['a list that goes on', [1], [1, null], false],
    ['an inherited name is no member', { toString: 1 }, { valueOf: 1 }, false],
    ['zero has no sign', 0, -0, true],
  ])('%s', (_, left, right, isSame) => {
    expect(sameJson(left, right)).toBe(isSame);
    expect(sameJson(right, left)).toBe(isSame);
  });

  it('agrees with the unique texts of the values', () => {
    const value = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>;
    fc.assert(
      fc.property(value, value, (one, other) => {
        expect(sameJson(one, other)).toBe(stableText(one) === stableText(other));
        const again = JSON.parse(stableText(one)) as JsonValue;
        expect(sameJson(one, again)).toBe(true);
      }),
    );
  });
});
