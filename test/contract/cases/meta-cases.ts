import { expect } from 'vitest';
import { BARE_PUSH, email, push, startingIn, type Body } from '../../support/contract/bodies.ts';
import { contract, group, type CaseContext } from '../../support/contract/contract.ts';
import { DAY_MS, freshId, HOUR_MS } from '../../support/contract/control.ts';
import { AUTHOR, FIRST_PAGE } from '../../support/contract/operations.ts';
import { column, lookUp } from '../../support/contract/reply.ts';
import type { Reference } from '../../support/contract/specification.ts';
import { A_NUMBER, expectBlame, expectFailure, expectStatus } from '../../support/contract/verdicts.ts';

const ADA = 'ada@example.com';
const CHILDREN = { include_child_campaigns: true };
const META_TIME: unknown = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}$/);
const NINE = { delivery_type: 'AT_FIXED_TIME', start_time: '2090-03-01T09:00:00', timezone: 'UTC' };
const READABLE = ['EMAIL', 'PUSH', 'SMS', 'WHATSAPP', 'FACEBOOK', 'GOOGLE ADS', 'CONNECTORS'];

/** Filters besides a name that only two campaigns have. The first campaign must be found. */
const FILTERS: readonly [string, (id: string) => Body][] = [
  ['id', (id) => ({ id })],
  ['channels', () => ({ channels: ['EMAIL', 'SMS'] })],
  ['created_by', () => ({ created_by: [ADA] })],
  ['created_date', () => ({ created_date: { from_date: '2024-01-01', to_date: '2024-01-10' } })],
  ['delivery_type', () => ({ delivery_type: 'EVENT_TRIGGERED' })],
  ['status', () => ({ status: ['PAUSED'] })],
  ['tags', () => ({ tags: ['rare', 'unheard of'] })],
];

/** Campaigns that wait for their start, and whether they get a reachability estimate. */
const REACHABILITY: readonly [string, Body, boolean][] = [
  ['a scheduled ONE_TIME push', { ...push('ONE_TIME'), status: 'SCHEDULED' }, true],
  ['a scheduled ONE_TIME email', { ...email('ONE_TIME'), status: 'SCHEDULED' }, true],
  ['a BUSINESS_EVENT_TRIGGERED push', { ...push('BUSINESS_EVENT_TRIGGERED'), status: 'SCHEDULED' }, true],
  ['a scheduled EVENT_TRIGGERED push', { ...push('EVENT_TRIGGERED'), status: 'SCHEDULED' }, true],
  ['a scheduled PERIODIC push', { ...push('PERIODIC'), status: 'SCHEDULED' }, false],
  ['a scheduled LOCATION_TRIGGERED push', { ...push('LOCATION_TRIGGERED'), status: 'SCHEDULED' }, false],
  ['a ONE_TIME push that is SENT', { ...push('ONE_TIME'), status: 'SENT' }, false],
  ['a ONE_TIME push that is STOPPED', { ...push('ONE_TIME'), status: 'STOPPED' }, false],
];

/** Requests that meta refuses. */
const WRONG: readonly [Reference, Body, string][] = [
  ['W15', { page: 1 }, 'limit'],
  ['W15', { limit: 5 }, 'page'],
  ['W15', { limit: 16, page: 1 }, 'limit'],
  ['W15', { limit: 0, page: 1 }, 'limit'],
  ['W15', { limit: 5, page: 0 }, 'page'],
  ['W15', { limit: 5, page: 1, campaign_fields: { channels: 'PUSH' } }, 'campaign_fields.channels'],
  ['W15', { limit: 5, page: 1, campaign_fields: { id: ['a'] } }, 'campaign_fields.id'],
];

export const metaCases = group('meta', [
  contract(['W15', 'Get Campaign Meta'], 'a row is a campaign in short', async ({ client, control }) => {
    const basic_details = {
      ...{ name: 'Spring sale', platforms: ['WEB', 'IOS'], team: 'Growth', tags: ['spring', 'sale'] },
    };
    const record = push('ONE_TIME', { basic_details, scheduling_details: NINE });
    const id = await control.seedOne({ ...record, status: 'SCHEDULED' });
    const answer = await client.meta({ ...FIRST_PAGE, campaign_fields: { id } });
    expectStatus(answer, 200);
    expect(column(answer, 'data.campaigns', 'campaign_id')).toEqual([id]);
    expect(answer.at('data.campaigns.0')).toMatchObject({
      ...{ channel: 'PUSH', platform: ['WEB', 'IOS'], created_by: AUTHOR },
      ...{ campaign_delivery_type: 'ONE_TIME', campaign_name: 'Spring sale', campaign_team: 'Growth' },
      ...{ campaign_tags: ['spring', 'sale'], campaign_status: 'SCHEDULED' },
      campaign_start_time: expect.stringContaining('2090-03-01') as unknown,
    });
  }),
  contract(['W15', 'S8'], 'without versioning rows have no version_number', async (given) => {
    const id = await given.control.seedOne({ ...push('ONE_TIME'), status: 'ACTIVE' });
    expect(await rowOf(given, id)).not.toHaveProperty('version_number', A_NUMBER);
  }),
  ...READABLE.map((channel) =>
    contract(['Service 3', 'Get Campaign Meta'], `meta shows ${channel} campaigns`, async (given) => {
      const id = await given.control.seedOne({ ...BARE_PUSH, channel, status: 'ACTIVE' });
      expect(await rowOf(given, id)).toMatchObject({ campaign_id: id, channel, campaign_status: 'ACTIVE' });
    }),
  ),
  ...FILTERS.map(([field, filter]) =>
    contract(['W15', 'Get Campaign Meta'], `meta filters by ${field}`, async ({ client, control }) => {
      const name = freshId();
      const found = await control.seedOne({
        ...email('EVENT_TRIGGERED', { basic_details: { name, tags: ['rare'] } }),
        ...{ status: 'PAUSED', created_by: ADA, created_at: '2024-01-05 12:00:00.000000' },
      });
      await control.seedOne({
        ...push('ONE_TIME', { basic_details: { name, platforms: ['WEB'] } }),
        status: 'ACTIVE',
      });
      const answer = await client.meta({ ...FIRST_PAGE, campaign_fields: { name, ...filter(found) } });
      expect(column(answer, 'data.campaigns', 'campaign_id')).toEqual([found]);
    }),
  ),
  contract(['W15'], 'meta finds a part of a name in any case', async ({ client, control }) => {
    const name = freshId();
    const id = await control.seedOne({
      ...push('ONE_TIME', { basic_details: { name: `Big ${name} sale` } }),
      status: 'ACTIVE',
    });
    const answer = await client.meta({
      ...FIRST_PAGE,
      campaign_fields: { name: `${name} SALE`.toUpperCase() },
    });
    expect(column(answer, 'data.campaigns', 'campaign_id')).toEqual([id]);
  }),
  contract(['W15'], 'meta has drafts, nodes and children only on request', async ({ client, control }) => {
    const name = freshId();
    const one = (fields: Body): Promise<string> =>
      control.seedOne({ ...push('ONE_TIME', { basic_details: { name } }), ...fields });
    const live = await one({ status: 'ACTIVE' });
    const draft = await one({ status: 'DRAFT' });
    const node = await one({ status: 'ACTIVE', flow_id: 'f-1', flow_name: 'Onboarding' });
    const child = await one({ status: 'SENT', parent_id: freshId() });
    const found = async (more: Body, fields: Body = {}) =>
      new Set(
        column(
          await client.meta({ ...FIRST_PAGE, ...more, campaign_fields: { name, ...fields } }),
          'data.campaigns',
          'campaign_id',
        ),
      );
    expect(await found({})).toEqual(new Set([live]));
    expect(await found({}, { status: ['DRAFT'] })).toEqual(new Set([draft]));
    expect(await found(CHILDREN)).toEqual(new Set([live, node, child]));
  }),
  contract(['W15', 'S9'], 'parents count their children, and children name their parent', async (given) => {
    const parent = await given.control.seedOne({ ...push('PERIODIC'), status: 'ACTIVE' });
    const child = await given.control.seedOne({ ...push('PERIODIC'), status: 'SENT', parent_id: parent });
    await given.control.seedOne({ ...push('PERIODIC'), status: 'SENT', parent_id: parent });
    expect(await rowOf(given, parent, CHILDREN)).toMatchObject({ total_child_campaigns: 2 });
    expect(await rowOf(given, parent)).not.toHaveProperty('total_child_campaigns');
    expect(await rowOf(given, child, CHILDREN)).toMatchObject({ parent_campaign_id: parent });
  }),
  contract(['W15'], 'only periodic parents count children', async (given) => {
    const id = await given.control.seedOne({ ...push('ONE_TIME'), status: 'SENT' });
    const child = await given.control.seedOne({ ...push('PERIODIC'), status: 'SENT', parent_id: freshId() });
    for (const one of [id, child]) {
      const row = await rowOf(given, one, CHILDREN);
      expect(row).toMatchObject({ campaign_id: one });
      expect(row).not.toHaveProperty('total_child_campaigns');
    }
  }),
  contract(['W15'], 'the start is in UTC', async (given) => {
    const scheduling_details = { ...NINE, timezone: 'Asia/Kolkata' };
    const record = push('ONE_TIME', { scheduling_details });
    const id = await given.control.seedOne({ ...record, status: 'SCHEDULED' });
    expect(await rowOf(given, id)).toMatchObject({
      campaign_start_time: expect.stringMatching(/^2090-03-01T03:30:00/) as unknown,
    });
  }),
  contract(['W15'], 'pages of meta follow each other, the last is short', async ({ client, control }) => {
    const name = freshId();
    for (let made = 0; made < 5; made += 1)
      await control.seedOne({ ...push('ONE_TIME', { basic_details: { name } }), status: 'ACTIVE' });
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => client.meta({ limit: 2, page, campaign_fields: { name } })),
    );
    const ids = pages.map((answer) => column(answer, 'data.campaigns', 'campaign_id'));
    expect(ids.map(({ length }) => length)).toEqual([2, 2, 1, 0]);
    expect(new Set(ids.flat()).size).toBe(5);
  }),
  ...WRONG.map(([by, body, place]) =>
    contract(
      [by, 'Get Campaign Meta', 'Errors 400'],
      `refuses ${JSON.stringify(body)}`,
      async ({ client }) => {
        const answer = await client.meta(body);
        expectFailure(answer, 400, 'VALIDATION_FAILED');
        expectBlame(answer, place);
      },
    ),
  ),
  contract(['Campaign record', 'Get Campaign Meta'], 'only a draft has a comment', async (given) => {
    const rejection_comment = 'Too loud';
    const [draft, live] = await Promise.all(
      ['DRAFT', 'ACTIVE'].map((status) =>
        given.control.seedOne({ ...push('ONE_TIME'), status, rejection_comment }),
      ),
    );
    expect(await rowOf(given, draft, {}, { status: ['DRAFT'] })).toMatchObject({ rejection_comment });
    expect(await rowOf(given, live)).not.toHaveProperty('rejection_comment', rejection_comment);
  }),
  ...REACHABILITY.map(([what, record, isEstimated]) =>
    contract(
      ['W15', 'Get Campaign Meta', 'Limits: reachability cache'],
      `${what} has ${isEstimated ? 'a reachability after a day' : 'no reachability'}`,
      async (given) => {
        const id = await seedAhead(given, record);
        expect(await rowOf(given, id)).toMatchObject({ reachability_details: null });
        await given.control.advance(DAY_MS);
        const reachability_details = isEstimated ? { count: A_NUMBER, last_updated_time: META_TIME } : null;
        expect(await rowOf(given, id)).toMatchObject({ reachability_details });
      },
    ),
  ),
  contract(['Limits: reachability cache', 'W15'], 'reachability is computed once a day', async (given) => {
    const id = await seedAhead(given, { ...push('ONE_TIME'), status: 'SCHEDULED' });
    await given.control.advance(DAY_MS);
    const seen: unknown[] = [];
    for (let hour = 0; hour < 48; hour += 1) {
      const row = await rowOf(given, id);
      seen.push(row);
      await given.control.advance(HOUR_MS);
    }
    const times = seen.map((row) => JSON.stringify(lookUp(row, 'reachability_details')));
    const changes = times.filter((time, hour) => hour > 0 && time !== times[hour - 1]);
    expect(changes.length, times.join('\n')).toBeGreaterThanOrEqual(1);
    expect(changes.length, times.join('\n')).toBeLessThanOrEqual(2);
  }),
]);

async function rowOf(
  { client }: CaseContext,
  id: string | undefined,
  more: Body = {},
  fields: Body = {},
): Promise<unknown> {
  const answer = await client.meta({ ...FIRST_PAGE, ...more, campaign_fields: { id, ...fields } });
  expectStatus(answer, 200);
  return answer.at('data.campaigns.0');
}

/** Adds a record that starts in ten days, whatever its kind. */
async function seedAhead({ control }: CaseContext, record: Body): Promise<string> {
  const start = startingIn(10 * DAY_MS, await control.now());
  const scheduling_details = { ...(record.scheduling_details as object), ...start };
  return control.seedOne({ ...record, scheduling_details });
}
