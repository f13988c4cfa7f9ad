import { describe, expect, it } from 'vitest';
import { mergeValues } from '../../src/model/merge.ts';
import type { JsonValue } from '../../src/model/json.ts';

const filter = (name: string, value: JsonValue = 1): JsonValue => ({ name, value });
const [A, B, C, D, X, Y] = ['a', 'b', 'c', 'd', 'x', 'y'].map((name) => filter(name));

type List = readonly (JsonValue | undefined)[];
const clean = (list: List) => list.filter((one): one is JsonValue => one !== undefined);

/** `both` is the result if no place was changed by both; otherwise the results with either side. */
const LISTS: readonly [
  what: string,
  base: List,
  file: List,
  live: List,
  merged: List | readonly [List, List],
][] = [
  ['only the service added one', [A, B], [A, B], [A, X, B], [A, X, B]],
  ['only the file added one', [A, B], [A, B, X], [A, B], [A, B, X]],
  [
    'added at different ends',
    [A, B],
    [X, A, B],
    [A, B, Y],
    [
      [X, A, B],
      [A, B, Y],
    ],
  ],
  [
    'the order changed, and an entry added',
    [A, B],
    [A, B, X],
    [B, A],
    [
      [A, B, X],
      [B, A],
    ],
  ],
  ['the file has what the service added, and more', [A], [A, Y, X], [A, Y], [A, Y, X]],
  [
    'different entries edited',
    [A, B, C],
    [filter('a', 2), B, C],
    [A, B, filter('c', 2)],
    [filter('a', 2), B, filter('c', 2)],
  ],
  ['both did the same', [A, B], [A, B, X], [A, B, X], [A, B, X]],
  ['the service added one of the two that the file has', [A], [A, X, Y], [A, Y], [A, X, Y]],
  [
    'both added at the same place',
    [A],
    [A, X],
    [A, Y],
    [
      [A, X],
      [A, Y],
    ],
  ],
  [
    'the same entry edited',
    [A, B],
    [filter('a', 2), B],
    [filter('a', 3), B],
    [
      [filter('a', 2), B],
      [filter('a', 3), B],
    ],
  ],
  [
    'edited by the file, removed by the service',
    [A, B, C, D],
    [A, filter('b', 2), C, D],
    [A, C, D],
    [
      [A, filter('b', 2), C, D],
      [A, C, D],
    ],
  ],
  [
    'the file moved an entry that the service edited',
    [A, B],
    [B, A],
    [A, filter('b', 9)],
    [
      [B, A],
      [A, filter('b', 9)],
    ],
  ],
  [
    'the service removed the one that the file edited, and added one',
    [A, B],
    [filter('a', 5), B],
    [B, C],
    [
      [filter('a', 5), B],
      [B, C],
    ],
  ],
  [
    'two fields of one entry',
    [A, B],
    [filter('z', 1), B],
    [filter('a', 3), B],
    [
      [filter('z', 1), B],
      [filter('a', 3), B],
    ],
  ],
];

describe('the three-way merge of a list', () => {
  it.each(LISTS)('%s', (_, base, file, live, merged) => {
    const isSplit = merged.length === 2 && merged.every((one) => Array.isArray(one));
    const [ours, theirs] = (isSplit ? merged : [merged, merged]) as readonly [List, List];
    const four = { file: clean(file), applied: clean(base), observed: clean(base), live: clean(live) };
    const merge = (side: 'file' | 'live') => mergeValues(four, { field: 'filters', zone: undefined, side });
    expect(merge('file')).toEqual(clean(ours));
    expect(merge('live')).toEqual(clean(theirs));
  });

  it('in a set, every entry is taken from the side that changed it', () => {
    const four = {
      file: ['c', 'b', 'own'],
      applied: ['a', 'b', 'c'],
      observed: ['a', 'b', 'c'],
      live: ['theirs', 'a', 'c'],
    };
    for (const side of ['file', 'live'] as const)
      expect(mergeValues(four, { field: 'tags', zone: undefined, side })).toEqual(['c', 'own', 'theirs']);
  });

  it('an entry keeps the spelling of the file', () => {
    const sent = [{ name: 'Café', note: '' }, B ?? null];
    const seen = [{ name: 'Café' }, B ?? null];
    const four = { file: sent, applied: sent, observed: seen, live: [...seen, X ?? null] };
    expect(mergeValues(four, { field: 'filters', zone: undefined, side: 'live' })).toEqual([...sent, X]);
  });
});
