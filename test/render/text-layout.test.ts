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

const ADOPT = 'campaigns import 65f00d63 --key a/b --adopt -w local';
/** A shell reads this as the one line that it is. */
const BROKEN = ['campaigns import 65f00d63 \\', '  --key a/b --adopt -w local'];

it.each<readonly [text: string, lines: readonly string[]]>([
  ['one two three, four five six seven', ['one two three, four five six', 'seven']],
  [`If it is: ${ADOPT}. Else: --allow same-name.`, ['If it is:', ...BROKEN, 'Else: --allow same-name.']],
  ['Let go: campaigns state forget a/b', ['Let go:', 'campaigns state forget a/b']],
  ['campaigns state forget a; and more', ['campaigns state forget a', 'and more']],
  ['Free it: campaigns state release -w c', ['Free it:', 'campaigns state release -w c']],
  [
    'campaigns state forget an/uncommonly-long-key-of-one-campaign',
    ['campaigns state forget \\', '  an/uncommonly-long-key-of-one-campaign'],
  ],
])('%s, wrapped', (text, lines) => {
  expect(wrap(text, 30)).toEqual(lines);
});

it('two words that are typed as one stay together', () => {
  expect(wrap('or write status: PAUSED, or --allow same-name.', 20)).toEqual([
    'or write',
    'status: PAUSED, or',
    '--allow same-name.',
  ]);
});
