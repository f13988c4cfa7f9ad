import { expect, test } from 'vitest';
import { push } from '../../../support/contract/bodies.ts';
import { STATUSES } from '../../../../src/service/domain/campaign/campaign-record.ts';
import { play } from '../../../support/service/running.ts';

const DAY_MS = 86_400_000;
const START = { delivery_type: 'AT_FIXED_TIME', start_time: '2026-03-20T09:00:00', timezone: 'UTC' };

const user = (id: string, more: object = {}) => ({
  id,
  push_id: `push-${id}`,
  email: `${id}@example.com`,
  ...more,
});

/** A service on the morning of 1 March, and the estimate in a campaign's metadata. */
async function morning() {
  const played = await play();
  await played.control('POST', 'clock', { now: '2026-03-01T09:00:00Z' });
  const estimate = async (id: string): Promise<unknown> => {
    const query = { limit: 1, page: 1, campaign_fields: { id, status: STATUSES } };
    const rows = await played.client.send('POST', 'v5/campaigns/meta', query);
    return rows.at('data.campaigns.0.reachability_details');
  };
  return { ...played, estimate };
}

test('the estimate is computed at midnight and stays for a day', async () => {
  const { client, control, advance, estimate } = await morning();
  await control('POST', 'users', { users: [user('ada'), user('bob'), user('eve', { push_id: null })] });
  const id = await client.published(push('ONE_TIME', { scheduling_details: START }));
  expect(await estimate(id)).toBeNull();
  await advance(15 * 3_600_000 - 1);
  expect(await estimate(id)).toBeNull();
  await advance(1);
  const first = { count: 2, last_updated_time: '2026-03-02T00:00:00.000000' };
  expect(await estimate(id)).toEqual(first);
  await control('POST', 'users', { users: [user('dan')] });
  await advance(DAY_MS - 1);
  expect(await estimate(id)).toEqual(first);
  await advance(1);
  expect(await estimate(id)).toEqual({ count: 3, last_updated_time: '2026-03-03T00:00:00.000000' });
});
