import { describe, expect, it } from 'vitest';
import stringWidth from 'string-width';
import { clipToWidth, columns, fold, padTo, widthOf, wrap } from '../../src/render/columns.ts';

it.each<readonly [word: string, width: number, lines: readonly string[]]>([
  ['promo/black-friday', 40, ['promo/black-friday']],
  ['promo/black-friday', 10, ['promo/', 'black-frid', 'ay']],
  ['プロモ/春のセール', 10, ['プロモ/', '春のセール']],
  ['春のセール', 5, ['春の', 'セー', 'ル']],
  ['e\u0301e\u0301e\u0301', 2, ['e\u0301e\u0301', 'e\u0301']],
  ['👨‍👩‍👧‍👦👍🏽', 3, ['👨‍👩‍👧‍👦', '👍🏽']],
  ['春', 1, ['春']],
  ['abc', 2, ['ab', 'c']],
  ['abc', 0, ['a', 'b', 'c']],
  ['abc', -22, ['a', 'b', 'c']],
])('%s in %i columns', (word, width, lines) => {
  expect(fold(word, width)).toEqual(lines);
});

it('breaks a text at spaces', () => {
  const lines = ['one two three, four five six', 'seven'];
  expect(wrap('one two three, four five six seven', 30)).toEqual(lines);
  expect(wrap('春の セール です', 9)).toEqual(['春の', 'セール', 'です']);
  expect(fold('春のセ ール です', 9)).toEqual(['春のセ', 'ール です']);
  expect(fold('one  two three', 8)).toEqual(['one  two', 'three']);
});

it.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['abcd', 1, '…'],
  ['春のセール', 10, '春のセール'],
  ['春のセール', 9, '春のセー…'],
  ['春のセール', 8, '春のセ…'],
  ['春の', 2, '…'],
])('clips %s to %i columns', (text, width, clipped) => {
  expect(clipToWidth(text, width)).toBe(clipped);
});

it('aligns cells with wide letters', () => {
  expect(
    columns([
      ['春', 'ACTIVE'],
      ['e\u0301te\u0301', 'DRAFT'],
      ['spring', 'PAUSED'],
    ]),
  ).toEqual(['春      ACTIVE', 'e\u0301te\u0301     DRAFT', 'spring  PAUSED']);
  expect(padTo('👍🏽', 4)).toBe('👍🏽  ');
});

describe('a width', () => {
  it('is that of the library for each single character', () => {
    const wrong = Array.from({ length: 0x2400 }, (_, code) => String.fromCodePoint(code)).filter(
      (one) => widthOf(`a${one}`) !== stringWidth(`a${one}`),
    );
    expect(wrong).toEqual([]);
  });

  it('leaves out colors', () => {
    expect(widthOf('\u001b[1mlocal\u001b[22m')).toBe(5);
  });
});

it.each([
  ['letters', '春'],
  ['marks', '\u0301'],
  ['narrow letters', 'ö'],
])('folds a long text of %s in linear time, without losing any', (_, letter) => {
  const text = letter.repeat(20_000);
  const lines = fold(text, 40);
  expect(lines.join('')).toBe(text);
  expect(lines.every((line) => widthOf(line.slice(0, 640)) <= 40)).toBe(true);
});
