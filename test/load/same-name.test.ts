import { expect, it } from 'vitest';
import { load, placeAndCode, PUSH, unmark, workspace } from '../support/load/marked.ts';

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

// Each workspace name has a record of its own, so two names for one target would send every campaign twice.

const entryOf = (name: string, url: string, appKey: string) =>
  `  ${name}:\n    base_url: ${url}\n    app_key: ${appKey}\n    api_key_env: CAMPAIGNS_API_KEY\n`;
const SHOP = `default: shop\nworkspaces:\n${entryOf('shop', 'https://api.example.com/eu/', 'shop')}`;

const THREE = ['shop', 'copy', 'staging'].map((name) => workspace({ name }));

const found = (configuration: string, { target = 'shop' } = {}) =>
  load({ 'a.yaml': PUSH }, { configuration, targets: [target], workspaces: THREE }).diagnostics;

it.each([
  'https://api.example.com/eu/',
  'https://api.example.com/eu',
  'https://API.Example.com/eu/',
  'https://api.example.com:443/eu/',
  'https://api.example.com./eu',
])('a workspace with the address and app_key of another one is reported, spelled %s', (address) => {
  const copied = SHOP + entryOf('copy', address, 'shop');
  const [warning, ...others] = found(copied);
  expect(warning).toMatchObject({
    ...{ code: 'W_SAME_TARGET', file: 'campaigns/workspaces.yaml', line: 7, column: 3 },
    message: expect.stringMatching(/^shop and copy have the same base_url and app_key/) as string,
  });
  expect(others).toEqual([]);
  expect(found(copied, { target: 'copy' })).toEqual([warning]);
});

it.each([
  ['app_key', entryOf('copy', 'https://api.example.com/eu/', 'other')],
  ['path', entryOf('copy', 'https://api.example.com/us/', 'shop')],
  ['host', entryOf('copy', 'https://api.example.org/eu/', 'shop')],
])('another %s is another target', (_, entry) => {
  expect(found(SHOP + entry)).toEqual([]);
});
