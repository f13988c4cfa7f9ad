import { parse, Scalar } from 'yaml';
import { expect, it } from 'vitest';
import { renderInBlock, renderInFlow } from '../../src/load/yaml/render-value.ts';

// Characters that reverse the text around them: a reviewer would read something other than what is sent.
const TURNED = ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'];
const STYLES = [undefined, Scalar.PLAIN, Scalar.QUOTE_SINGLE, Scalar.BLOCK_LITERAL] as const;

it.each(TURNED.map((one) => [one.charCodeAt(0).toString(16), one]))(
  'U+%s is written as its code',
  (code, one) => {
    for (const value of [`a${one}b`, `a${one}b\nc\n`, { [`k${one}`]: one }, [`${one} x`]]) {
      for (const style of STYLES) {
        const { first, lines } = { first: '', ...renderInBlock(value, { names: [], style }) };
        const rendered = [[first, ...lines].join('\n'), renderInFlow(value, style)];
        for (const text of rendered) {
          expect(text).toContain(`\\u${code}`);
          expect(text).not.toContain(one);
          expect(parse(text)).toEqual(value);
        }
      }
    }
  },
);

it('text that is read from right to left stays as it is', () => {
  expect(renderInFlow('שלום \u200f!')).toBe('שלום \u200f!');
});
