import { describe, expect, it } from 'vitest';
import { mergeValues } from '../../src/model/merge.ts';
import type { JsonValue } from '../../src/model/json.ts';

/** Entries by their names, each with its value if that is not 1: `a b2`. */
const list = (words: string): JsonValue[] =>
  words.split(' ').map((word) => ({ name: word.charAt(0), value: Number(word.slice(1) || 1) }));

/** What was sent, the file and live; and the merged list, which is two, by side, if both changed one place. */
const LISTS: readonly (readonly [
  what: string,
  base: string,
  file: string,
  live: string,
  ...merged: string[],
])[] = [
  ['only the service added one', 'a b', 'a b', 'a x b', 'a x b'],
  ['only the file added one', 'a b', 'a b x', 'a b', 'a b x'],
  ['added at different ends', 'a b', 'x a b', 'a b y', 'x a b', 'a b y'],
  ['the order changed, and an entry added', 'a b', 'a b x', 'b a', 'a b x', 'b a'],
  ['the file has what the service added, and more', 'a', 'a y x', 'a y', 'a y x'],
  ['different entries edited', 'a b c', 'a2 b c', 'a b c2', 'a2 b c2'],
  ['both did the same', 'a b', 'a b x', 'a b x', 'a b x'],
  ['the service added one of the two that the file has', 'a', 'a x y', 'a y', 'a x y'],
  ['both added at the same place', 'a', 'a x', 'a y', 'a x', 'a y'],
  ['the same entry edited', 'a b', 'a2 b', 'a3 b', 'a2 b', 'a3 b'],
  ['edited by the file, removed by the service', 'a b c d', 'a b2 c d', 'a c d', 'a b2 c d', 'a c d'],
  ['the file moved an entry that the service edited', 'a b', 'b a', 'a b9', 'b a', 'a b9'],
  ['the service removed the one that the file edited, and added one', 'a b', 'a5 b', 'b c', 'a5 b', 'b c'],
  ['two fields of one entry', 'a b', 'z b', 'a3 b', 'z b', 'a3 b'],
];

describe('the three-way merge of a list', () => {
  it.each(LISTS)('%s', (_, base, file, live, ours = '', theirs = ours) => {
    const four = { file: list(file), applied: list(base), observed: list(base), live: list(live) };
    const merge = (side: 'file' | 'live') => mergeValues(four, { field: 'filters', zone: undefined, side });
    expect(merge('file')).toEqual(list(ours));
    expect(merge('live')).toEqual(list(theirs));
  });

  it('in a set, every entry is taken from the side that changed it', () => {
    const sent = ['a', 'b', 'c'];
    const four = { file: ['c', 'b', 'own'], applied: sent, observed: sent, live: ['theirs', 'a', 'c'] };
    for (const side of ['file', 'live'] as const)
      expect(mergeValues(four, { field: 'tags', zone: undefined, side })).toEqual(['c', 'own', 'theirs']);
  });

  it('an entry keeps the spelling of the file', () => {
    const sent = [{ name: 'Café', note: '' }, ...list('b')];
    const seen = [{ name: 'Café' }, ...list('b')];
    const four = { file: sent, applied: sent, observed: seen, live: [...seen, ...list('x')] };
    const merged = mergeValues(four, { field: 'filters', zone: undefined, side: 'live' });
    expect(merged).toEqual([...sent, ...list('x')]);
  });
});
