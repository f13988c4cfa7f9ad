import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameJson, stableText, type JsonValue } from '../../src/model/json.ts';

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
