import { describe, expect, test } from 'vitest';
import { push } from '../../../support/contract/bodies.ts';
import type { ContractClient } from '../../../support/contract/client.ts';
import { play, type Playground } from '../../../support/service/running.ts';

const START = '2026-03-01T09:00:00Z';

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
});
