import { expect, it } from 'vitest';
import { storedText, withLineEnds } from '../../src/load/line-ends.ts';

it.each([
  ['no lines', 'a', undefined],
  ['line feeds', 'a\nb\n', undefined],
  ['those of Windows', 'a\r\nb\r\n', 'crlf'],
  ['mixed ones', 'a\r\nb\n', undefined],
  ['carriage returns', 'a\rb\r\n', undefined],
])('a text with %s is sent unchanged', (_, text, eol) => {
  const stored = storedText(text);
  expect(stored.eol).toBe(eol);
  expect(withLineEnds(stored.text, stored.eol)).toBe(text);
  expect(stored.text.includes('\r')).toBe(text.includes('\r') && eol === undefined);
});
