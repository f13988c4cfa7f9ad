import { describe, expect, test } from 'vitest';
import { BARE_PUSH } from '../../../support/contract/bodies.ts';
import { play } from '../../../support/service/running.ts';

const AT = { start_time: '2090-03-01T09:00:00', timezone: 'Europe/Berlin' };
const READ_AT = { schedule_time: AT.start_time, time_zone: AT.timezone };
const WEEKLY = { sending_frequency: 'WEEKLY', repeat_on_days_of_week: ['MONDAY'], no_of_occurences: 4 };

/** Open point W5. */
describe('the normalized read view', () => {
  test.each<[string, string, object, object]>([
    [
      'a fixed time',
      'ONE_TIME',
      { delivery_type: 'AT_FIXED_TIME', ...AT },
      { delivery_type: 'SCHEDULED', ...READ_AT },
    ],
    [
      'a best time',
      'ONE_TIME',
      { delivery_type: 'SEND_IN_BTS', ...AT, bts_details: { send_in_bts: true } },
      { delivery_type: 'SCHEDULED', ...READ_AT, bts_details: { send_in_bts: true } },
    ],
    [
      'a period',
      'PERIODIC',
      { delivery_type: 'AT_FIXED_TIME', ...AT, periodic_details: WEEKLY },
      {
        ...{ delivery_type: 'PERIODIC', frequency: 'WEEKLY', ...READ_AT },
        periodic_details: { repeat_on_days_of_week: ['MONDAY'], no_of_occurences: 4 },
      },
    ],
    [
      'a period of days alone',
      'PERIODIC',
      { delivery_type: 'AT_FIXED_TIME', ...AT, periodic_details: { sending_frequency: 'DAILY' } },
      { delivery_type: 'PERIODIC', frequency: 'DAILY', ...READ_AT },
    ],
    ['ASAP as written', 'ONE_TIME', { delivery_type: 'ASAP' }, { delivery_type: 'ASAP' }],
  ])('%s', async (_case, campaign_delivery_type, written, read) => {
    const { client } = await play({ readView: 'normalized' });
    const id = await client.created({ ...BARE_PUSH, campaign_delivery_type, scheduling_details: written });
    expect((await client.get(id)).at('data.scheduling_details')).toEqual(read);
    const found = await client.search({ limit: 15, page: 1, campaign_fields: { status: ['DRAFT'] } });
    expect(found.at('data.campaigns.0.scheduling_details')).toEqual(read);
  });

  test('cannot be sent back unchanged', async () => {
    const { client } = await play({ readView: 'normalized' });
    const id = await client.created({
      ...BARE_PUSH,
      scheduling_details: { delivery_type: 'AT_FIXED_TIME', ...AT },
    });
    const read = { scheduling_details: { delivery_type: 'SCHEDULED', ...READ_AT } };
    expect((await client.update(id, read)).status).toBe(400);
  });
});
