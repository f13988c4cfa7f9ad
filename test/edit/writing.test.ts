import { describe, expect, it, test } from 'vitest';
import { isKey } from '../../src/load/key.ts';
import { assignKeys } from '../../src/edit/assign-keys.ts';
import { bodyTexts } from '../../src/edit/body-texts.ts';
import { placeBodies } from '../../src/edit/place-bodies.ts';
import { sensitiveTexts } from '../../src/edit/sensitive-texts.ts';
import { slugOf } from '../../src/load/slug.ts';
import type { CampaignId, CampaignKey } from '../../src/model/campaign.ts';
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
    expect(new Set(keys.map(({ key }) => key.toLowerCase())).size).toBe(names.length);
    expect(keys.every(({ key }) => isKey(key))).toBe(true);
    expect(keys[0]?.key).toBe('in/grun-weiss/spring-sale');
    expect(keys[1]?.key).toBe('in/one-time/a-b-c');
  });

  it('are numbered from the oldest on, in any order, and never use a taken key', () => {
    const campaigns = [live('Sale', 2), live('SALE', 1), live('Sale', 3, { team: 'x' })];
    const rules = { into: '', taken: ['one-time/Sale-2'] };
    const keys = assignKeys(campaigns, rules);
    expect(campaigns.map(({ id }) => keys.get(id)?.key)).toEqual([
      'one-time/sale-3',
      'one-time/sale',
      'x/sale',
    ]);
  });
});

describe('file names that not every system can have', () => {
  it.each([
    ['con', 'one-time/con-campaign', {}],
    ['lpt1.', 'one-time/lpt1-campaign', {}],
    ['x'.repeat(300), `aux-campaign/${'x'.repeat(60)}`, { team: 'AUX' }],
  ])('are not made by the name %s', (name, key, more: Record<string, unknown>) => {
    const one = live(name, 1, more);
    expect(assignKeys([one], { into: '', taken: [] }).get(one.id)?.key).toBe(key);
  });

  it('are not made by a cut', () => {
    const one = live('nullify', 1);
    const into = `${'x'.repeat(88)}/${'y'.repeat(78)}`;
    expect(assignKeys([one], { into, taken: [] }).get(one.id)?.key).toBe(`${into}/one-time/nul-campaign`);
  });

  it('are not made by long locales and variations, which stay apart', () => {
    const locales = ['x', 'y', 'X'].map((end) => 'l'.repeat(300) + end);
    const bodies = bodyTexts({
      campaign_content: {
        content: Object.fromEntries(
          locales.map((locale) => [locale, { email: { html_content: `${locale}<p>\n`.repeat(30) } }]),
        ),
      },
    });
    const key = `a/${'k'.repeat(190)}` as CampaignKey;
    const { texts, references } = placeBodies([{ key, bodies }], { existing: () => undefined });
    const names = texts.map(({ path }) => path.slice('a/'.length));
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(3);
    expect(names.filter((name) => name.length > 220)).toEqual([]);
    expect(references.get(key)?.map(({ file }) => file)).toEqual(names.map((name) => `./${name}`));
  });
});

test('a body that several share is one file, and an existing one with other words stays', () => {
  const html = '<p>\n'.repeat(30);
  const campaigns = ['a/one', 'a/two', 'b/own'].map((key, at) => ({
    key: key as CampaignKey,
    bodies: bodyTexts({
      campaign_content: { content: { email: { html_content: at === 2 ? `${html}own` : html } } },
    }),
  }));
  const { texts, references } = placeBodies(campaigns, {
    existing: (path) => (path === 'b/own.html' ? 'other' : undefined),
  });
  expect(texts.map(({ path, keys }) => [path, keys])).toEqual([
    ['a/shared/one.html', ['a/one', 'a/two']],
    ['b/own-2.html', ['b/own']],
  ]);
  expect(references.get('a/two' as CampaignKey)?.[0]?.file).toBe('./shared/one.html');
});

test('addresses of the sender are not personal data, and all others are partly shown', () => {
  const content = {
    content: {
      email: { from_address: 'hi@shop.example', html_content: 'care@shop.example ada@home.example' },
    },
  };
  expect(sensitiveTexts({ campaign_content: content })).toEqual([
    { kind: 'personal-data', addresses: ['a…@home.example'] },
  ]);
});

describe('texts that perhaps should not be in a repository', () => {
  const found = (html_content: string, from_address = 'hi@mail.shop.example') =>
    sensitiveTexts({ campaign_content: { content: { email: { from_address, html_content } } } });

  test.each([
    ['a picture for sharp screens', '<img src="https://cdn.shop.example/logo@2x.png" srcset="a@3x.webp 3x">'],
    ['a script with a version', 'https://cdn.shop.example/npm/swiper@11.min.js'],
    ['numbers in a link', 'https://shop.example/p/4915112345678?order=0049301234567'],
    ['a color', '<td style="color: #491511; background: #00493012">'],
    ['a coupon code', 'SPRING-2031-4915112345678'],
    ['sizes of pictures', '<img width="1200" height="630" src="1200x630.png">'],
    ['an address for examples', '<input placeholder="you@example.com"> ada@mail.example.org'],
    ['the domain above the sender', 'care@shop.example'],
    ['a domain below the sender', 'care@de.mail.shop.example'],
    [
      'a key that a placeholder provides',
      'https://shop.example/?api_key=[[shop_api_key]]&secret={{user.secret}}',
    ],
  ])('do not include %s', (_, html) => {
    expect(found(html)).toEqual([]);
  });

  test.each([
    ['an address', 'Ask ada@home.example.', 'hi@shop.example', ['a…@home.example']],
    [
      'an address in a link',
      '<a href="mailto:ada@home.example?subject=a">',
      'hi@shop.example',
      ['a…@home.example'],
    ],
    [
      'a domain that only ends like the sender’s',
      'ada@myshop.example',
      'hi@shop.example',
      ['a…@myshop.example'],
    ],
    [
      'others in a public domain of the sender',
      'shop@gmail.com ada@gmail.com',
      'shop@gmail.com',
      ['a…@gmail.com'],
    ],
  ])('include %s', (_, html, from, addresses) => {
    expect(found(html, from)).toEqual([{ kind: 'personal-data', addresses }]);
  });

  test('include a key in a link', () => {
    expect(found('https://shop.example/?api_key=0123456789abcdef')).toMatchObject([{ kind: 'secret-like' }]);
  });
});
