import { expect, it } from 'vitest';
import { load, placeAndCode, PUSH, unmark } from '../support/load/marked.ts';

// A saved segment has one name and one ID. The mark » is before the place that must be named.

const segment = (name: string, id: string) => `{ filter_type: custom_segments, name: ${name}, id: ${id} }`;
const push = (...filters: readonly string[]) =>
  `${PUSH}segmentation_details: { included_filters: { filter_operator: and, filters: [${filters.join(', ')}] } }\n`;
const GOLD = push(segment('Gold', 'a1'));

it.each([
  ['the ID of another segment', push(segment('Silver', '»a1'))],
  ['another ID for the same name', push(segment('Gold', '»a2'))],
  ['both in one file', push(segment('Bronze', 'a3'), segment('Bronze', '»a4'))],
])('%s', (_, marked) => {
  const { text, places } = unmark(marked);
  const found = load({ 'a.yaml': GOLD, 'b.yaml': text }).diagnostics;
  expect(found.map(placeAndCode)).toEqual(places.map((place) => `${place} W_AUDIENCE`));
  expect(found).toMatchObject([{ file: 'campaigns/b.yaml' }]);
}); // prettier-ignore

it('is fine with another name and another ID, or with both the same', () => {
  const files = { 'a.yaml': GOLD, 'b.yaml': GOLD, 'c.yaml': push(segment('Silver', 'a2')) };
  expect(load(files).diagnostics).toEqual([]);
});
