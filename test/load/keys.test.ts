import { describe, expect, it } from 'vitest';
import { PUSH, load, only, placeAndCode } from '../support/load/marked.ts';

describe('the key of a campaign', () => {
  it.each([
    ['promo/spring.yaml', 'promo/spring'],
    ['spring.yml', 'spring'],
    ['a/b/c.d_e-f.yaml', 'a/b/c.d_e-f'],
  ])('of %s is %s, from its path', (below, key) => {
    expect(load({ [below]: PUSH }).desired.get('local')).toMatchObject([{ key }]);
  });

  it.each([
    ['Promo/spring.yaml', 'a capital'],
    ['promo/spring.json.yaml', 'an ending of state files'],
    [`${'a'.repeat(201)}.yaml`, 'more than 200 characters'],
  ])("of %s can't be its path: %s", (below) => {
    const { diagnostics, desired } = load({ [below]: PUSH });
    expect(diagnostics.map(placeAndCode)).toEqual(['1:1 E_KEY']);
    expect(desired.get('local')).toEqual([]);
  });

  it('is what the file says, wherever it is', () => {
    expect(only(`key: onboarding/welcome\n${PUSH}`).key).toBe('onboarding/welcome');
    const odd = load({ 'Promo/Spring Sale.yaml': `key: promo/spring\n${PUSH}` });
    expect(odd.diagnostics).toEqual([]);
  });

  it.each([
    ['"promo//spring"', 'an empty segment'],
    ['promo/.git', 'a hidden segment'],
    ['""', 'nothing'],
    ['promo/spring.json/x', 'a segment that ends in .json'],
    [`"${'a'.repeat(201)}"`, 'more than 200 characters'],
  ])('may not be %s: %s', (key) => {
    expect(load({ 'a.yaml': `key: ${key}\n${PUSH}` }).diagnostics.map(placeAndCode)).toEqual(['1:6 E_KEY']);
  });

  it('is unique: the second file is reported, at its own key', () => {
    const { diagnostics } = load({
      'a.yaml': PUSH,
      'b.yaml': `${PUSH}key: a\n`,
      'c.yaml': `key: a\n${PUSH}`,
      'd.yaml': PUSH,
      'd.yml': PUSH,
    });
    expect(diagnostics.map((one) => `${one.file}:${placeAndCode(one)}`)).toEqual([
      'campaigns/b.yaml:4:6 E_KEY_TAKEN',
      'campaigns/c.yaml:1:6 E_KEY_TAKEN',
      'campaigns/d.yml:1:1 E_KEY_TAKEN',
    ]);
  });

  it.each([
    ['before the original', { 'b/original.yaml': `key: b/original\n${PUSH}`, 'a.yaml': `key: b/original\n${PUSH}` }, 'a.yaml'],
    ['after the original', { 'a.yaml': `key: a\n${PUSH}`, 'b.yaml': `key: a\n${PUSH}` }, 'b.yaml'],
  ])('a copy %s is reported, not the file whose path is the key', (_, files, copy) => {
    expect(load(files).diagnostics).toMatchObject([
      { file: `campaigns/${copy}`, code: 'E_KEY_TAKEN' },
    ]);
  }); // prettier-ignore
});

it('a geofence belongs to one file of a workspace (V12)', () => {
  const place =
    '{ name: Shop, latitude: "52.5", longitude: "13.4", radius: "150", triggered_at: ENTRY, response_time_value: "2", response_time_granularity: HOURS }';
  const text = `channel: PUSH
campaign_delivery_type: LOCATION_TRIGGERED
basic_details: { name: A, geofences: ${place} }
trigger_condition: { included_filters: { filter_operator: and, filters: [{ filter_type: actions, action_name: A, executed: true }] } }
`;
  const files = { 'a.yaml': text, 'b.yaml': text, 'c.yaml': text.replace('Shop', 'Mall') };
  expect(load(files).diagnostics.map(({ file, line, code }) => [file, line, code])).toEqual([
    ['campaigns/a.yaml', 3, 'E_VALUE'],
    ['campaigns/b.yaml', 3, 'E_VALUE'],
  ]);
});
