import { expect, test } from 'vitest';
import { swappedFiles } from '../../src/plan/swapped-files.ts';
import { bindingOf, desired, live } from '../support/builders.ts';

const named = (name: string) => ({ basic_details: { name } });

/** Files by key, each with the name that it had at the last apply and the one that it has now. */
function swapped(files: Readonly<Record<string, readonly [before: string, now: string]>>): string[] {
  const managed = Object.entries(files).map(([key, [before, now]]) => ({
    file: desired({ key, components: named(now) }),
    binding: bindingOf(live({ key, components: named(before) })),
  }));
  return swappedFiles(managed).map(({ from, to }) => `${from} → ${to}`);
}

test.each<readonly [what: string, found: string[], expected: string[]]>([
  ['two', swapped({ a: ['A', 'B'], b: ['B', 'A'], c: ['C', 'C'] }), ['b → a', 'a → b']],
  [
    'three in a circle',
    swapped({ a: ['A', 'B'], b: ['B', 'C'], c: ['C', 'A'] }),
    ['b → a', 'c → b', 'a → c'],
  ],
  ['a chain', swapped({ a: ['A', 'B'], b: ['B', 'C'], c: ['C', 'D'] }), []],
  ['two that share the name of one', swapped({ a: ['A', 'B'], b: ['B', 'A'], c: ['C', 'A'] }), []],
  ['two with one name before', swapped({ a: ['A', 'B'], b: ['B', 'A'], c: ['A', 'C'] }), []],
  ['renamed campaigns', swapped({ a: ['A', 'X'], b: ['B', 'Y'] }), []],
])('%s', (_, found, expected) => {
  expect(found).toEqual(expected);
});
