import { expect, it } from 'vitest';
import { foldedWord, wrap } from '../../src/render/text-layout.ts';

it.each<readonly [word: string, width: number, lines: readonly string[]]>([
  ['promo/black-friday', 40, ['promo/black-friday']],
  ['promo/black-friday', 10, ['promo/', 'black-frid', 'ay']],
  ['abc', 2, ['ab', 'c']],
  ['abc', 0, ['a', 'b', 'c']],
  ['abc', -22, ['a', 'b', 'c']],
])('%s in %i columns', (word, width, lines) => {
  expect(foldedWord(word, width)).toEqual(lines);
});

it('breaks a text at spaces', () => {
  const lines = ['one two three, four five six', 'seven'];
  expect(wrap('one two three, four five six seven', 30)).toEqual(lines);
});
