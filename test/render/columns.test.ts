import stringWidth from 'string-width';
import { expect, it } from 'vitest';
import { allow, perMedium, say, type Phrase } from '../../src/messages/phrase.ts';
import { clipToWidth, fold, widthOf, wrapPhrase } from '../../src/render/columns.ts';
import { sample } from '../support/draws.ts';

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

it('a width is that of the library for each single character, and leaves out colors', () => {
  const letters = Array.from({ length: 0x2400 }, (_, code) => `a${String.fromCodePoint(code)}`);
  expect(sample(letters, 5).filter((one) => widthOf(one) !== stringWidth(one))).toEqual([]);
  expect(widthOf('\u001b[1mlocal\u001b[22m')).toBe(5);
});

it.each([
  ['letters', '春'],
  ['marks', '\u0301'],
  ['narrow letters', 'ö'],
])('folds a long text of %s in linear time, without losing any', (_, letter) => {
  const text = letter.repeat(4_000);
  const lines = fold(text, 40);
  expect(lines.join('')).toBe(text);
  expect(lines.every((line) => widthOf(line.slice(0, 640)) <= 40)).toBe(true);
});

const command = (text: string, onGitHub: string): Phrase => perMedium({ kind: 'command', text }, onGitHub);
const ADOPT = command('campaigns import 65f00d63 --key a/b --adopt -w local', 'bind it');
/** A shell reads this as a single line. */
const BROKEN = ['campaigns import 65f00d63 \\', '  --key a/b --adopt -w local'];

it.each<readonly [phrase: Phrase, lines: readonly string[]]>([
  [say`one two three, four five six seven`, ['one two three, four five six', 'seven']],
  [
    say`If it is: ${ADOPT}. Else: ${allow('same-name')}.`,
    ['If it is:', ...BROKEN, 'Else: --allow same-name.'],
  ],
  [
    say`${command('campaigns state forget a', 'forget it')}; and more`,
    ['campaigns state forget a', 'and more'],
  ],
  [
    say`Run: ${command('campaigns replace a', '')}${perMedium('. It writes a copy.', '')}`,
    ['Run:', 'campaigns replace a', 'It writes a copy.'],
  ],
  [
    say`${command('campaigns state forget an/uncommonly-long-key-of-one-campaign', 'forget it')}`,
    ['campaigns state forget \\', '  an/uncommonly-long-key-of-one-campaign'],
  ],
  [say`${'a\u202eb'}`, ['a\\u202eb']],
])('%#: a command has a line of its own, and a long one continues after a backslash', (phrase, lines) => {
  expect(wrapPhrase(phrase, 30)).toEqual(lines);
});
