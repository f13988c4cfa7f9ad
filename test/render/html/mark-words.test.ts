import fc from 'fast-check';
import { expect, it } from 'vitest';
import { markedMarkup, markedTexts } from '../../../src/render/html/mark-words.ts';

const shown = (side: ReturnType<typeof markedTexts>[0]) =>
  side.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');

it.each([
  [
    'Black Friday starts now',
    'Black Friday starts tonight',
    'Black Friday starts [now]',
    'Black Friday starts [tonight]',
  ],
  [
    'Hi {{ user.first_name }}!',
    'Hi {{ user.name }}!',
    'Hi [{{ user.first_name }}]!',
    'Hi [{{ user.name }}]!',
  ],
  ['', 'New', '', '[New]'],
  ['one two', 'one two', 'one two', 'one two'],
])('%j → %j', (before, after, was, now) => {
  expect(markedTexts(before, after).map(shown)).toEqual([was, now]);
});

it('loses no letter', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (before, after) => {
      const joined = markedTexts(before, after).map((side) => side.map(({ text }) => text).join(''));
      expect(joined).toEqual([before, after]);
    }),
  );
});

it('marks words between tags, neighbors as one', () => {
  const plain = (side: string) => side.replace(/ style="[^"]*"/g, '');
  const sides = markedMarkup(
    '<p>Old <b>words</b> stay here</p>',
    '<p>New <b>words</b> really do stay here</p>',
  );
  expect(sides.map(plain)).toEqual([
    '<p><del>Old</del> <b>words</b> stay here</p>',
    '<p><ins>New</ins> <b>words</b> <ins>really do</ins> stay here</p>',
  ]);
});
