import { expect, it } from 'vitest';
import { fileFaultWords } from '../../src/messages/catalog/faults.ts';
import { plainText } from '../../src/messages/phrase.ts';

it.each([
  ['./mails/a.html ', '"./mails/a.html "'],
  ['./mails/a.html\n', '"./mails/a.html\\n"'],
  ['./mails/\u200ba.html', '"./mails/\\u200ba.html"'],
])('the path of a missing file, %j, is shown with what nobody sees', (path, shown) => {
  const fault = { why: 'not-here', path, near: './mails/a.html' } as const;
  const [message = '', hint] = fileFaultWords(fault).map(plainText);
  expect(message).toContain(shown);
  expect(hint).toContain('./mails/a.html');
});
