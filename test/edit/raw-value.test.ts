import { describe, expect, it } from 'vitest';
import { rawValue, type Unwritable } from '../../src/edit/raw-value.ts';
import type { JsonValue } from '../../src/model/json.ts';

const VAR = { $var: 'segment' };
const filter = (id: JsonValue): JsonValue => ({ type: 'segment', id });

/** The list as a file writes it after a pull, and what couldn't be decided. */
function rawList(raw: readonly JsonValue[], before: readonly JsonValue[], next: readonly JsonValue[]) {
  const found: Unwritable[] = [];
  const context = {
    placeText: () => '',
    unwritable: (one: Unwritable) => {
      found.push(one);
      return 'stays' as const;
    },
    path: ['segmentation_details'],
  };
  return { list: rawValue(raw, { before, next }, context), found: found.map(({ kind }) => kind) };
}

describe('a list with a variable', () => {
  const raw = [filter(VAR), filter('b'), filter('c')];
  const before = [filter('a'), filter('b'), filter('c')];

  it.each<readonly [what: string, next: JsonValue[], list: JsonValue[]]>([
    ['is reordered', [filter('c'), filter('b'), filter('a')], [filter('c'), filter('b'), filter(VAR)]],
    ['is reversed in part', [filter('b'), filter('a'), filter('c')], [filter('b'), filter(VAR), filter('c')]],
    [
      'is reordered and gets an entry',
      [filter('b'), filter('a'), filter('c'), filter('x')],
      [filter('b'), filter(VAR), filter('c'), filter('x')],
    ],
    ['loses the entry with the variable', [filter('b'), filter('c')], [filter('b'), filter('c')]],
  ])('that %s keeps it where it is still used', (_, next, list) => {
    expect(rawList(raw, before, next)).toEqual({ list, found: [] });
  });

  it.each<readonly [what: string, next: JsonValue[]]>([
    ['has another value there', [filter('x'), filter('b'), filter('c')]],
    ['lost the entry and got another one elsewhere', [filter('b'), filter('c'), filter('x')]],
  ])('that %s is not guessed', (_, next) => {
    expect(rawList(raw, before, next).found).toEqual(['variable']);
  });
});
