import { expect, test } from 'vitest';
import { push } from '../../../support/contract/bodies.ts';
import { FIRST_PAGE } from '../../../support/contract/operations.ts';
import { column } from '../../../support/contract/reply.ts';
import { play } from '../../../support/service/running.ts';

const TWO_DAYS = ['03-02 09:00', '03-03 09:00'];

// What the contract does not say of the sends of a periodic campaign, which starts a day after it was published.
test.each<[string, object, object, readonly string[], string]>([
  ['ends after its last send', { no_of_occurences: 3 }, {}, [...TWO_DAYS, '03-04 09:00'], 'SENT'],
  ['ends with its expiry', {}, { expiry_time: '2026-03-03T12:00:00' }, TWO_DAYS, 'SENT'],
  ['skips the sends of a pause', {}, {}, [...TWO_DAYS, '03-07 09:00'], 'ACTIVE'],
])('a periodic campaign %s', async (_case, details, more, sends, status) => {
  const { client, control } = await play();
  const at = (now: string): Promise<unknown> => control('POST', 'clock', { now: `2026-03-${now}:00:00Z` });
  await at('01T09');
  const scheduling_details = {
    ...{ delivery_type: 'AT_FIXED_TIME', start_time: '2026-03-02T09:00:00', timezone: 'UTC' },
    periodic_details: { sending_frequency: 'DAILY', repeat_frequency: 1, ...details },
    ...more,
  };
  const id = await client.published(push('PERIODIC', { scheduling_details }));
  await at('02T09');
  expect(await client.statusOf(id)).toBe('ACTIVE');
  await at('03T10');
  await client.act(id, status === 'SENT' ? 'RESUME' : 'PAUSE');
  await at('06T10');
  await client.act(id, 'RESUME');
  await at('07T10');
  const times = column(await client.executions(id, FIRST_PAGE), 'data.executions', 'sent_time');
  expect(times.map((time) => String(time).slice(5, 16)).reverse()).toEqual(sends);
  expect(await client.statusOf(id)).toBe(status);
});
