import { describe, expect, it, test } from 'vitest';
import { isKey } from '../../src/load/key.ts';
import { assignKeys } from '../../src/edit/assign-keys.ts';
import { placeBodies } from '../../src/edit/place-bodies.ts';
import { slugOf } from '../../src/load/slug.ts';
import type { CampaignId } from '../../src/model/campaign.ts';
import { email } from '../support/contract/bodies.ts';
import { liveOf } from '../support/imported.ts';

const SLUGS: readonly (readonly [name: string, slug: string])[] = [
  ['Spring Sale!', 'spring-sale'],
  ['a/b/../c', 'a-b-c'],
  ['..', ''],
  ['.git', 'git'],
  ['state.json', 'state-json'],
  ['CON', 'con-campaign'],
  ['lpt1', 'lpt1-campaign'],
  ['nul.yaml', 'nul-yaml'],
  ['Deal of the day 🎉', 'deal-of-the-day'],
  ['🎉', ''],
  ['Müller & Söhne', 'muller-and-sohne'],
  ["don't stop", 'dont-stop'],
  ['Łódź, straße', 'lodz-strasse'],
  ['Привет', 'privet'],
  ['Ελλάδα', 'ellada'],
  ['مرحبا', ''],
  ['\u202eabc', 'abc'],
  ['{{ user.name }}', 'user-name'],
];

test.each(SLUGS)('the name %j is %j in a key', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test('a long name is cut between words', () => {
  expect(slugOf('word '.repeat(60))).toMatch(/^word(?:-word)+$/);
  expect(slugOf('word '.repeat(60)).length).toBeLessThanOrEqual(60);
  expect(slugOf('x'.repeat(300))).toBe('x'.repeat(60));
});

function live(name: string, number: number, more: Record<string, unknown> = {}) {
  const id = `64a1b2c3d4e5f6a7b8c9d${String(number).padStart(3, '0')}` as CampaignId;
  return liveOf(email('ONE_TIME', { basic_details: { name, ...more } }), { id });
}

describe('keys', () => {
  it('consist of team, tag or type, are all different and all allowed', () => {
    const names = [...SLUGS.map(([name]) => name), 'sale', 'SALE', 'Sale ', 'x'.repeat(300)];
    const campaigns = names.map((name, at) => live(name, at, at % 2 === 0 ? { team: 'Grün/Weiß' } : {}));
    const keys = [...assignKeys(campaigns, { into: 'in', taken: [] }).values()];
    expect(new Set(keys.map((key) => key.toLowerCase())).size).toBe(names.length);
    expect(keys.every(isKey)).toBe(true);
    expect(keys[0]).toBe('in/grun-weiss/spring-sale');
    expect(keys[1]).toBe('in/one-time/a-b-c');
  });

  it('are numbered from the oldest on, in any order, and never use a taken key', () => {
    const campaigns = [live('Sale', 2), live('SALE', 1), live('Sale', 3, { team: 'x' })];
    const rules = { into: '', taken: ['one-time/Sale-2'] };
    const keys = assignKeys(campaigns, rules);
    expect(campaigns.map((one) => keys.get(one))).toEqual(['one-time/sale-3', 'one-time/sale', 'x/sale']);
  });
});

describe('file names that not every system can have', () => {
  it.each([
    ['con', 'one-time/con-campaign', {}],
    ['lpt1.', 'one-time/lpt1-campaign', {}],
    ['x'.repeat(300), `aux-campaign/${'x'.repeat(60)}`, { team: 'AUX' }],
  ])('are not made by the name %s', (name, key, more: Record<string, unknown>) => {
    const one = live(name, 1, more);
    expect(assignKeys([one], { into: '', taken: [] }).get(one)).toBe(key);
  });

  it('are not made by long locales and variations, which stay apart', () => {
    const locales = ['x', 'y', 'X'].map((end) => 'l'.repeat(300) + end);
    const content = Object.fromEntries(
      locales.map((locale) => [locale, { email: { html_content: `${locale}<p>\n`.repeat(30) } }]),
    );
    const key = `a/${'k'.repeat(190)}`;
    const isThere = (path: string) => path.includes('-2');
    const { texts } = placeBodies({ campaign_content: { content } }, { key, isThere });
    const names = [...texts.keys()];
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(3);
    expect(names.filter((name) => name.length > 245 || !name.startsWith(key))).toEqual([]);
  });
});
