import { parse } from 'yaml';
import { expect, it } from 'vitest';
import { editYaml } from '../../src/edit/edit-yaml.ts';
import { formatYaml } from '../../src/edit/format.ts';

// Characters that reverse the text around them: a reviewer would read something other than what is sent.
const TURNED = ['202a', '202b', '202c', '202d', '202e', '2066', '2067', '2068', '2069'];
const FILES = ['a: b\n', "a: 'b'\n", '{ a: b }\n', 'a: |\n  b\n', 'x: 1\n'];

it.each(TURNED)('U+%s is written as its code', (code) => {
  const one = String.fromCharCode(parseInt(code, 16));
  for (const value of [`a${one}b`, `a${one}b\nc\n`, { [`k${one}`]: one }, [`${one} x`]])
    for (const file of FILES) {
      const text = editYaml(file, { a: value }) ?? '';
      for (const written of [text, formatYaml(text) ?? '']) {
        expect(written).toContain(`\\u${code}`);
        expect(written).not.toContain(one);
        expect(parse(written)).toEqual({ a: value });
      }
    }
});

it('text that is read from right to left stays as it is', () => {
  expect(editYaml('a: b\n', { a: 'שלום \u200f!' })).toBe('a: שלום \u200f!\n');
});
