import { expect, it } from 'vitest';
import { allow, command, perMedium, say, type Phrase } from '../../../src/messages/phrase.ts';
import { wrapPhrase } from '../../../src/render/columns.ts';

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
