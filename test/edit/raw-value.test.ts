import { describe, expect, it } from 'vitest';
import { rawValue } from '../../src/edit/raw-part.ts';
import type { JsonValue } from '../../src/model/json.ts';

const VAR = { $var: 'segment' };
const filter = (id: JsonValue): JsonValue => ({ type: 'segment', id });

/** A list with a variable as a file writes it after a pull, and how many places couldn't be decided. */
function pulled(next: readonly JsonValue[]) {
  let refused = 0;
  const place = { path: [], refuse: () => void (refused += 1), placeText: () => undefined };
  const raw = [filter(VAR), filter('b'), filter('c')];
  const before = [filter('a'), filter('b'), filter('c')];
  return { list: rawValue(raw, { before, next }, place), refused };
}

describe('a list with a variable', () => {
  it.each<readonly [what: string, next: JsonValue[], list: JsonValue[]]>([
    ['is reordered', [filter('c'), filter('b'), filter('a')], [filter('c'), filter('b'), filter(VAR)]],
    [
      'is reordered and gets an entry',
      [filter('b'), filter('a'), filter('c'), filter('x')],
      [filter('b'), filter(VAR), filter('c'), filter('x')],
    ],
    ['loses the entry with the variable', [filter('b'), filter('c')], [filter('b'), filter('c')]],
  ])('that %s keeps it where it is still used', (_, next, list) => {
    expect(pulled(next)).toEqual({ list, refused: 0 });
  });

  it.each<readonly [what: string, next: JsonValue[]]>([
    ['has another value there', [filter('x'), filter('b'), filter('c')]],
    ['lost the entry and got another one elsewhere', [filter('b'), filter('c'), filter('x')]],
  ])('that %s is not guessed', (_, next) => {
    expect(pulled(next).refused).toBe(1);
  });
});
