import { failsCheck } from '../../src/model/diagnostic.ts';
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

const ID = '65f0a1b2c3d4e5f607182932';

it.each([
  ['of other kinds', ['a1', '"42"', 'vip-customers', '"6500123456789012345678"', ID, '65f0a1b2-c3d4-e5f6-0718-293265f0a1b2']],
  ['that are all shorter', [ID.slice(0, -1), ID.slice(1)]],
])('are fine with IDs %s', (_, ids) => {
  expect(load({ 'a.yaml': push(...ids.map((id, at) => segment(`S${at}`, id))) }).diagnostics).toEqual([]);
}); // prettier-ignore

it('is fine with another name and another ID, or with both the same', () => {
  const files = { 'a.yaml': GOLD, 'b.yaml': GOLD, 'c.yaml': push(segment('Silver', 'a2')) };
  expect(load(files).diagnostics).toEqual([]);
});

it('is compared in each workspace by itself', () => {
  const audience = (name: string, id: string) =>
    `segmentation_details: { included_filters: { filter_operator: and, filters: [${segment(name, id)}] } }`;
  const text = `${push(segment('Gold', 'a1'))}overrides:\n  staging:\n    ${audience('Gold', 'a2')}\n`;
  const workspaces = [workspace(), workspace({ name: 'staging' })];
  expect(load({ 'a.yaml': text }, { workspaces }).diagnostics).toEqual([]);
});

it('fails no check if the live campaign has this audience', () => {
  const wrong = push(segment('Silver', 'a1'));
  const details = {
    included_filters: {
      filter_operator: 'and',
      filters: [{ filter_type: 'custom_segments', name: 'Silver', id: 'a1' }],
    },
  };
  const fails = (loading: Parameters<typeof load>[1]) => {
    const { diagnostics } = load({ 'a.yaml': GOLD, 'b.yaml': wrong }, loading);
    expect(diagnostics.map(({ code }) => code)).toEqual(['W_AUDIENCE']);
    return failsCheck(diagnostics, { warnings: 'fail' });
  };
  expect(fails({})).toBe(true);
  expect(fails({ observed: { b: { segmentation_details: details } } })).toBe(false);
});
