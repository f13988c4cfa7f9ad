import { expect } from 'vitest';
import { BARE_EMAIL, BARE_PUSH, email, push, type Body } from '../../support/contract/bodies.ts';
import { contract, contractOn, group } from '../../support/contract/contract.ts';
import { freshId } from '../../support/contract/control.ts';
import { FIRST_PAGE, OPERATIONS } from '../../support/contract/operations.ts';
import type { ReadView } from '../../support/contract/target.ts';
import { expectFailure, expectStatus } from '../../support/contract/verdicts.ts';

const READABLE = ['EMAIL', 'PUSH', 'SMS', 'WHATSAPP', 'FACEBOOK', 'GOOGLE ADS', 'CONNECTORS'];
const WIRE_TIME: unknown = expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{6}$/);

/** Operations that name a campaign. */
const NAMING = OPERATIONS.filter(({ name }) =>
  ['get', 'update', 'validate', 'status', 'publish', 'executions'].includes(name),
);

const START = {
  delivery_type: 'AT_FIXED_TIME',
  start_time: '2090-03-01T09:00:00',
  timezone: 'Europe/Berlin',
};
const PERIOD = {
  ...START,
  periodic_details: { sending_frequency: 'WEEKLY', repeat_frequency: 1, repeat_on_days_of_week: ['MONDAY'] },
};

/** How reads show schedules, by view. */
const VIEWS: readonly [ReadView, string, Body, object][] = [
  [
    ...(['normalized', 'a fixed time under other names', push('ONE_TIME', at(START))] as const),
    { delivery_type: 'SCHEDULED', schedule_time: START.start_time, time_zone: START.timezone },
  ],
  [
    ...(['normalized', 'a period under other names', push('PERIODIC', at(PERIOD))] as const),
    expect.objectContaining({
      ...{ delivery_type: 'PERIODIC', schedule_time: START.start_time },
      ...{ time_zone: START.timezone, frequency: 'WEEKLY' },
    }) as object,
  ],
  ['normalized', 'ASAP as it was written', push('EVENT_TRIGGERED'), { delivery_type: 'ASAP' }],
  [
    ...(['documented', 'the frequency and time of day of a period', push('PERIODIC', at(PERIOD))] as const),
    {
      ...{ delivery_type: 'PERIODIC', frequency: 'WEEKLY', schedule_time: '09:00:00' },
      time_zone: START.timezone,
    },
  ],
  [
    ...(['documented', 'a fixed time in UTC', push('ONE_TIME', at(START))] as const),
    { delivery_type: 'SCHEDULED', schedule_time: '2090-03-01T08:00:00Z', time_zone: START.timezone },
  ],
  ['documented', 'ASAP as it was written', push('EVENT_TRIGGERED'), { delivery_type: 'ASAP' }],
  ['written', 'a fixed time as it was sent', push('ONE_TIME', at(START)), START],
  ['written', 'a period as it was sent', push('PERIODIC', at(PERIOD)), PERIOD],
];
const normalized = contractOn({ readView: 'normalized' });

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
  ...NAMING.map(({ name, send }) =>
    contract(['W4', 'W8', 'Error codes'], `${name} of an unknown campaign is 404`, async ({ client }) => {
      expectFailure(await send(client, freshId()), 404, 'NOT_FOUND');
    }),
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

  ...VIEWS.map(([readView, what, body, shown]) =>
    contractOn({ readView })(['W5', 'Get Campaign'], `${readView}: ${what}`, async ({ client }) => {
      const record = await client.get(await client.created(body));
      expect(record.at('data.scheduling_details')).toEqual(shown);
    }),
  ),
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
]);

function at(scheduling_details: object): Body {
  return { scheduling_details };
}
