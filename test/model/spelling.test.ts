import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/model/json.ts';
import { isPlainSpelling, isSpelling, normalizedText } from '../../src/model/spelling.ts';

it.each([
  ['Fish &amp; Chips', 'Fish & Chips'],
  ['&lt;b&gt; &quot;x&quot; &#39;y&#39; &#x27;z&#X27; &apos;', `<b> "x" 'y' 'z' '`],
  ['  two  blanks\n', 'two blanks'],
  ['Cafe\u0301', 'Caf\u00e9'],
  ['&nbsp;&unknown; &#0; &#99999999; &constructor;', '&unknown; &#0; &#99999999; &constructor;'],
  ['AT&T; R&D', 'AT&T; R&D'],
])('%j without what services add or leave out is %j', (text, plain) => {
  expect(normalizedText(text)).toBe(plain);
});

it.each<readonly [sent: JsonValue, live: JsonValue | undefined, boolean]>([
  ['A & B', 'A &amp; C', false],
  ['A & B', undefined, false],
  [[{ title: 'A & B' }, { title: 'C' }], [{ title: 'A &amp; B', id: 1 }, { title: 'C' }], true],
  [[{ title: 'A & B' }, { title: 'C' }], [{ title: 'A &amp; B' }, { title: 'D' }], false],
  [['A & B'], ['A &amp; B', 'C'], false],
  [[{ title: 'A & B', at: 1 }], [{ title: 'A &amp; B', at: 2 }], false],
])('%j as %j differs only in entities, whitespace and accents: %j', (sent, live, isPlain) => {
  expect(isPlainSpelling(sent, live)).toBe(isPlain);
});

describe('how a service may spell what was sent', () => {
  it.each<readonly [sent: JsonValue, live: JsonValue | undefined]>([
    ['Hello', 'HELLO'],
    ['5', 5],
    [5, '5'],
    [true, 'true'],
    [
      ['a', 'b'],
      ['A', 'b'],
    ],
    [{ a: 'x' }, { a: 'x', added: false }],
    [[{ a: 1 }], [{ a: 1, negate: false }]],
  ])('%j may be %j', (sent, live) => {
    expect(isSpelling(sent, live)).toBe(true);
  });

  it.each<readonly [sent: JsonValue, live: JsonValue | undefined]>([
    ['Hello', undefined],
    ['undefined', undefined],
    [false, true],
    [false, undefined],
    [5, 6],
    [['a', 'b'], ['a']],
    [{ a: 'x', b: 'y' }, { a: 'x' }],
    [[{ a: 1 }], [{ a: 2 }]],
    ['true', true],
  ])('%j is never %j', (sent, live) => {
    expect(isSpelling(sent, live)).toBe(false);
  });
});
