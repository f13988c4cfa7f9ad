import { describe, expect, test } from 'vitest';
import { push } from '../../../support/contract/bodies.ts';
import type { ContractClient } from '../../../support/contract/client.ts';
import { play, type Playground } from '../../../support/service/running.ts';

const START = '2026-03-01T09:00:00Z';
const DAY_MS = 86_400_000;

const at = (control: Playground['control'], now: string): Promise<unknown> =>
  control('POST', 'clock', { now });

/** A service at a known instant, with a published periodic campaign that starts a day later. */
async function periodic(details: object, more: object = {}) {
  const played = await play();
  await at(played.control, START);
  const scheduling_details = {
    ...{ delivery_type: 'AT_FIXED_TIME', start_time: '2026-03-02T09:00:00', timezone: 'UTC' },
    periodic_details: { sending_frequency: 'DAILY', repeat_frequency: 1, ...details },
    ...more,
  };
  const id = await played.client.published(push('PERIODIC', { scheduling_details }));
  return { ...played, id, sends: () => sendsOf(played.client, id) };
}

async function sendsOf(client: ContractClient, id: string): Promise<readonly unknown[]> {
  const times: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await client.send('POST', `core-services/v1/campaigns/${id}/executions`, {
      page,
      limit: 15,
    });
    const executions = answer.at('data.executions');
    if (!Array.isArray(executions) || executions.length === 0) return times.reverse();
    times.push(...executions.map((execution: { sent_time: string }) => execution.sent_time.slice(5, 16)));
  }
}

describe('a one-time campaign', () => {
  test('is sent now if its start was moved into the past', async () => {
    const { client, control } = await play();
    await at(control, START);
    const starting = (start_time: string) => ({
      scheduling_details: { delivery_type: 'AT_FIXED_TIME', start_time, timezone: 'UTC' },
    });
    const id = await client.published(push('ONE_TIME', starting('2026-03-01T10:00:00')));
    await client.update(id, starting('2020-01-01T00:00:00'));
    expect((await client.get(id)).at('data.sent_time')).toBe('2026-03-01 09:00:00.000000');
  });
});

describe('a periodic campaign', () => {
  test('sends children from its start on, as often as it says, and then ends', async () => {
    const { client, control, id, sends } = await periodic({ no_of_occurences: 3 });
    expect(await sends()).toEqual([]);
    await at(control, '2026-03-02T09:00:00Z');
    expect([await sends(), await client.statusOf(id)]).toEqual([['03-02 09:00'], 'ACTIVE']);
    await at(control, '2026-03-20T00:00:00Z');
    expect(await sends()).toEqual(['03-02 09:00', '03-03 09:00', '03-04 09:00']);
    expect(await client.statusOf(id)).toBe('SENT');
  });

  test('has children with its content and its ID, which can only be read', async () => {
    const { client, control, id } = await periodic({});
    await at(control, '2026-03-02T09:00:30Z');
    const found = await client.search({ limit: 15, page: 1, include_child_campaigns: true });
    const child = found.at('data.campaigns.0');
    expect(child).toMatchObject({
      ...{ parent_id: id, status: 'SENDING', sent_time: '2026-03-02 09:00:00.000000', channel: 'PUSH' },
      campaign_content: (await client.get(id)).at('data.campaign_content'),
    });
    const childId = String(found.at('data.campaigns.0.campaign_id'));
    expect((await client.update(childId, { utm_params: {} })).status).toBe(409);
    expect((await client.act(childId, 'PAUSE')).status).toBe(422);
    await at(control, '2026-03-02T09:01:00Z');
    expect(await client.statusOf(childId)).toBe('SENT');
  });

  test('skips sends during a pause', async () => {
    const { client, control, id, sends } = await periodic({});
    await at(control, '2026-03-03T10:00:00Z');
    await client.act(id, 'PAUSE');
    await at(control, '2026-03-06T10:00:00Z');
    await client.act(id, 'RESUME');
    await at(control, '2026-03-07T10:00:00Z');
    expect(await sends()).toEqual(['03-02 09:00', '03-03 09:00', '03-07 09:00']);
  });

  test('ends with its expiry', async () => {
    const { client, control, id, sends } = await periodic({}, { expiry_time: '2026-03-03T12:00:00' });
    await at(control, '2026-04-01T00:00:00Z');
    expect(await sends()).toEqual(['03-02 09:00', '03-03 09:00']);
    expect(await client.statusOf(id)).toBe('SENT');
  });

  test('behaves the same however the clock is advanced', async () => {
    const mondays = { sending_frequency: 'WEEKLY', repeat_on_days_of_week: ['MONDAY'] };
    const [jump, walk] = [await periodic(mondays), await periodic(mondays)];
    await at(jump.control, '2026-04-10T00:00:00Z');
    for (let day = 0; day < 40; day += 1) await walk.advance(DAY_MS);
    expect(await jump.sends()).toEqual(await walk.sends());
    expect(await jump.sends()).toHaveLength(6);
  });

  test('ends immediately if its number of sends is reduced below those already made', async () => {
    const { client, control, id, sends } = await periodic({ no_of_occurences: 9 });
    await at(control, '2026-03-04T10:00:00Z');
    const schedule = (await client.get(id)).at('data.scheduling_details') as object;
    const periodic_details = { sending_frequency: 'DAILY', repeat_frequency: 1, no_of_occurences: 2 };
    await client.update(id, { scheduling_details: { ...schedule, periodic_details } });
    await at(control, '2026-03-09T10:00:00Z');
    expect([(await sends()).length, await client.statusOf(id)]).toEqual([3, 'SENT']);
  });
});
