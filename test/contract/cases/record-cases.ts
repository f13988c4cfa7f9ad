import { expect } from 'vitest';
import { BARE_EMAIL, BARE_PUSH, email, push } from '../../support/contract/bodies.ts';
import { contract, contractOn, group, type CaseContext } from '../../support/contract/contract.ts';
import { freshId } from '../../support/contract/control.ts';
import { FIRST_PAGE, UTM } from '../../support/contract/operations.ts';
import type { Reply } from '../../support/contract/reply.ts';
import { expectFailure, expectStatus } from '../../support/contract/verdicts.ts';

const READABLE = ['EMAIL', 'PUSH', 'SMS', 'WHATSAPP', 'FACEBOOK', 'GOOGLE ADS', 'CONNECTORS'];
const WIRE_TIME: unknown = expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{6}$/);
const UNKNOWN_ID = freshId();

/** Operations that name a campaign. */
const NAMING: readonly [string, (given: CaseContext) => Promise<Reply>][] = [
  ['get', ({ client }) => client.get(UNKNOWN_ID)],
  ['update', ({ client }) => client.update(UNKNOWN_ID, UTM)],
  ['validate', ({ client }) => client.validate(UNKNOWN_ID)],
  ['status', ({ client }) => client.act(UNKNOWN_ID, 'STOP')],
  ['publish', ({ client }) => client.publish(UNKNOWN_ID)],
  ['executions', ({ client }) => client.executions(UNKNOWN_ID, FIRST_PAGE)],
];

const START = {
  delivery_type: 'AT_FIXED_TIME',
  start_time: '2090-03-01T09:00:00',
  timezone: 'Europe/Berlin',
};
const PERIOD = {
  ...START,
  periodic_details: { sending_frequency: 'WEEKLY', repeat_frequency: 1, repeat_on_days_of_week: ['MONDAY'] },
};
const normalized = contractOn({ readView: 'normalized' });
const documented = contractOn({ readView: 'documented' });

export const recordCases = group('records', [
  ...[push('EVENT_TRIGGERED'), email('ONE_TIME')].map((body) =>
    contractOn({ readView: 'written' })(
      ['W3', 'S8', 'Get Campaign', 'Campaign record'],
      `get returns the complete record of ${String(body.channel)}, and nothing that is not set`,
      async ({ client }) => {
        const id = await client.created(body);
        const answer = await client.get(id);
        expectStatus(answer, 200);
        expect(answer.at('data')).toEqual({
          ...{ ...body, id, campaign_id: id, status: 'DRAFT', updated_by: expect.anything() as unknown },
          ...{ created_at: WIRE_TIME, updated_at: WIRE_TIME },
        });
      },
    ),
  ),
  contract(['W3'], 'components that were never sent are left out', async ({ client }) => {
    const record = (await client.get(await client.created(BARE_EMAIL))).at('data');
    expect(Object.values(Object(record) as object)).not.toContain(null);
    for (const component of ['basic_details', 'connector', 'campaign_content', 'utm_params']) {
      expect(record).not.toHaveProperty(component);
    }
  }),
  contract(['W3'], 'created_at is the instant of the creation, in UTC', async ({ client, control }) => {
    await control.advance(1234);
    const here = (await control.now()).toISOString();
    const record = await client.get(await client.created(BARE_PUSH));
    expect(record.at('data.created_at')).toBe(`${here.slice(0, 10)} ${here.slice(11, 23)}000`);
  }),
  contract(
    ['S8', 'Campaign record'],
    'without versioning id is campaign_id, and there is no version_number',
    async ({ client }) => {
      const record = await client.get(await client.created(BARE_PUSH));
      expect(record.at('data.campaign_id')).toBe(record.at('data.id'));
      expect(record.at('data.version_number')).toBeUndefined();
    },
  ),
  ...NAMING.map(([operation, run]) =>
    contract(
      ['W4', 'W8', 'Error codes'],
      `${operation} of an unknown campaign is 404 NOT_FOUND`,
      async (given) => {
        expectFailure(await run(given), 404, 'NOT_FOUND');
      },
    ),
  ),
  ...READABLE.map((channel) =>
    contract(
      ['Service 3', 'S10', 'Get Campaign', 'Search Campaigns'],
      `${channel} campaigns can be read and searched`,
      async ({ client, control }) => {
        const id = await control.seedOne({ channel, campaign_delivery_type: 'ONE_TIME', status: 'ACTIVE' });
        expect((await client.get(id)).at('data.channel')).toBe(channel);
        const campaign_fields = { ids: [id], channels: [channel] };
        const found = await client.search({ ...FIRST_PAGE, campaign_fields });
        expect(found.at('data.campaigns.0.id')).toBe(id);
      },
    ),
  ),
  contract(
    ['Service 5', 'Campaign record', 'Search Campaigns'],
    'SMS campaigns show connector and sender_name',
    async ({ client, control }) => {
      const connector = { connector_type: 'TWILIO', connector_name: 'texts' };
      const id = await control.seedOne({
        channel: 'SMS',
        campaign_delivery_type: 'ONE_TIME',
        status: 'ACTIVE',
        connector,
        sender_name: 'SHOP',
      });
      const found = await client.search({ ...FIRST_PAGE, campaign_fields: { ids: [id] } });
      expect(found.at('data.campaigns.0')).toMatchObject({ connector, sender_name: 'SHOP' });
    },
  ),

  normalized(['W5', 'Get Campaign'], 'a read view has its own names for a fixed time', async ({ client }) => {
    const record = await client.get(await client.created(push('ONE_TIME', { scheduling_details: START })));
    const { start_time, timezone } = START;
    expect(record.at('data.scheduling_details')).toEqual({
      delivery_type: 'SCHEDULED',
      schedule_time: start_time,
      time_zone: timezone,
    });
  }),
  normalized(['W5'], 'a read view has its own names for a period', async ({ client }) => {
    const record = await client.get(await client.created(push('PERIODIC', { scheduling_details: PERIOD })));
    expect(record.at('data.scheduling_details')).toMatchObject({
      ...{
        delivery_type: 'PERIODIC',
        schedule_time: START.start_time,
        time_zone: START.timezone,
        frequency: 'WEEKLY',
      },
    });
  }),
  normalized(['W5'], 'a read view leaves ASAP as it was written', async ({ client }) => {
    const record = await client.get(await client.created(push('EVENT_TRIGGERED')));
    expect(record.at('data.scheduling_details')).toEqual({ delivery_type: 'ASAP' });
  }),
  normalized(['W5', 'W13'], 'search shows the same read view as get', async ({ client }) => {
    const id = await client.created(push('ONE_TIME', { scheduling_details: START }));
    const campaign_fields = { ids: [id], status: ['DRAFT'] };
    const row = (await client.search({ ...FIRST_PAGE, campaign_fields })).at('data.campaigns.0');
    expect(row).toEqual((await client.get(id)).at('data'));
  }),
  normalized(['W5'], "a read view can't be sent back", async ({ client }) => {
    const id = await client.created(push('ONE_TIME', { scheduling_details: START }));
    const scheduling_details = (await client.get(id)).at('data.scheduling_details');
    expectStatus(await client.update(id, { scheduling_details }), 400);
  }),
  documented(['W5'], 'the documented view of a period has frequency and time of day', async ({ client }) => {
    const record = await client.get(await client.created(push('PERIODIC', { scheduling_details: PERIOD })));
    expect(record.at('data.scheduling_details')).toEqual({
      ...{ delivery_type: 'PERIODIC', frequency: 'WEEKLY', schedule_time: '09:00:00' },
      time_zone: START.timezone,
    });
  }),
  documented(['W5'], 'the documented view of a fixed time resolves the start to UTC', async ({ client }) => {
    const record = await client.get(await client.created(push('ONE_TIME', { scheduling_details: START })));
    expect(record.at('data.scheduling_details')).toEqual({
      delivery_type: 'SCHEDULED',
      schedule_time: '2090-03-01T08:00:00Z',
      time_zone: START.timezone,
    });
  }),
  documented(['W5'], 'the documented view leaves ASAP as it was written', async ({ client }) => {
    const record = await client.get(await client.created(push('EVENT_TRIGGERED')));
    expect(record.at('data.scheduling_details')).toEqual({ delivery_type: 'ASAP' });
  }),
  contractOn({ readView: 'written' })(
    ['W5'],
    'as written, a schedule is returned as it was sent',
    async ({ client }) => {
      for (const [type, schedule] of [
        ['ONE_TIME', START],
        ['PERIODIC', PERIOD],
      ] as const) {
        const record = await client.get(await client.created(push(type, { scheduling_details: schedule })));
        expect(record.at('data.scheduling_details')).toEqual(schedule);
      }
    },
  ),
]);
