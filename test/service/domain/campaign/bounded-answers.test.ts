import { expect, test } from 'vitest';
import type { Reply } from '../../../support/contract/reply.ts';
import { BARE_PUSH, WEB, type Body } from '../../../support/contract/bodies.ts';
import { play } from '../../../support/service/running.ts';

// One small request must not keep the service busy for minutes, nor produce a huge answer.

const many = <T>(length: number, make: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => make(index));
const named = (length: number, name: string, value: unknown): Body =>
  Object.fromEntries(many(length, (index) => [`${name}${index + 1}`, value]));

function segment(filters: readonly unknown[]): Body {
  return { ...BARE_PUSH, segmentation_details: { included_filters: { filter_operator: 'and', filters } } };
}

function content(locales: readonly string[], given: { listed: readonly string[]; details?: Body }): Body {
  const inEach = { variation_1: { push: WEB } };
  return {
    ...BARE_PUSH,
    campaign_content: {
      locales: given.listed,
      content: Object.fromEntries(['default', ...locales].map((locale) => [locale, inEach])),
      ...(given.details && { variation_details: given.details }),
    },
  };
}

const LOCALES = many(12_000, (index) => `l${index}`);
const GEOFENCE = {
  ...{ name: 'shop', latitude: '1', longitude: '1', radius: '5', triggered_at: 'ENTRY' },
  ...{ response_time_value: '1', response_time_granularity: 'MINUTES' },
};

const HOSTILE: readonly (readonly [string, Body])[] = [
  ['250,000 numbers as filters', segment(many(250_000, () => 0))],
  [
    'a million filters deep down',
    segment(
      many(100, () => 0).reduce<unknown[]>(
        (inner) => [{ filters: inner }],
        many(1_000_000, () => 0),
      ),
    ),
  ],
  ['2,000 wrong filters', segment(many(2_000, () => ({})))],
  ['100,000 unknown fields', { ...BARE_PUSH, ...named(100_000, 'field', 1) }],
  ['unknown fields with names of a megabyte', { ...BARE_PUSH, ...named(3, 'é'.repeat(500_000), 1) }],
  [
    'a time zone of a megabyte',
    { ...BARE_PUSH, scheduling_details: { timezone: `A/${'b'.repeat(1_000_000)}` } },
  ],
  ['12,000 locales that are not listed', content(LOCALES, { listed: LOCALES.map((locale) => `x${locale}`) })],
  [
    '2,200 locales that lack 20,000 variations',
    content(LOCALES.slice(0, 2_200), {
      listed: LOCALES.slice(0, 2_200),
      details: {
        distribution_type: 'MANUAL',
        no_of_variations: 20_000,
        manual_distribution_percentage: { ...named(20_000, 'variation_', 0), variation_1: 100 },
      },
    }),
  ],
  [
    '12,000 geofences',
    {
      ...BARE_PUSH,
      campaign_delivery_type: 'LOCATION_TRIGGERED',
      basic_details: { geofences: many(12_000, () => GEOFENCE) },
      trigger_condition: { included_filters: { filter_operator: 'and', filters: [] } },
    },
  ],
];

test.each(HOSTILE)('%s are refused soon and in few words', async (_case, body) => {
  const { client } = await play();
  const answer = await client.create(body);
  expect([answer.status, answer.at('error.code')]).toEqual([400, 'VALIDATION_FAILED']);
  expect(Buffer.byteLength(answer.text)).toBeLessThan(100_000);
  expect(detailsOf(answer).length).toBeLessThanOrEqual(100);
});

test('reports a hundred mistakes, and that there are more', async () => {
  const { client } = await play();
  const answer = await client.create(segment(many(150, () => ({}))));
  expect(detailsOf(answer)).toHaveLength(100);
  expect(answer.at('error.message')).toContain('(and many more, see details for some)');
});

test('a patch reports its own mistakes, however many the stored components have', async () => {
  const { client, control } = await play();
  const stored = { ...segment(many(150, () => ({}))), status: 'DRAFT' };
  const { value } = await control('POST', 'campaigns', { campaigns: [stored] });
  const id = (value as { ids: string[] }).ids[0] ?? '';
  const answer = await client.update(id, { basic_details: { name: 1 } });
  expect(detailsOf(answer).map(({ target }) => target)).toEqual(['basic_details.name']);
});

function detailsOf(answer: Reply): readonly { readonly target: string }[] {
  return answer.at('error.details') as readonly { readonly target: string }[];
}
