import { describe, expect, test } from 'vitest';
import { push } from '../../../support/contract/bodies.ts';
import { FIRST_PAGE, UTM } from '../../../support/contract/operations.ts';
import type { Reply } from '../../../support/contract/reply.ts';
import { play, type Playground } from '../../../support/service/running.ts';

const STATUSES = ['DRAFT', 'SCHEDULED', 'ACTIVE', 'PAUSED'];
const LAG_MS = 30_000;

/** A campaign that has been live for longer than any lag. */
async function settled({ client, advance }: Playground): Promise<string> {
  const id = await client.published(push('EVENT_TRIGGERED'));
  await advance(LAG_MS);
  return id;
}

/** What get, search and metadata show of a campaign; `null` if they don't show it. */
async function shown({ client }: Playground, id: string, path = 'status') {
  const found = await client.search({ ...FIRST_PAGE, campaign_fields: { ids: [id], status: STATUSES } });
  const meta = await client.meta({ ...FIRST_PAGE, campaign_fields: { id, status: STATUSES } });
  const got = await client.get(id);
  const valueIn = (answer: Reply, record: string) =>
    answer.at(record) === undefined ? null : (answer.at(`${record}.${path}`) ?? 'unset');
  return {
    get: valueIn(got, 'data'),
    search: valueIn(found, 'data.campaigns.0'),
    meta: meta.at('data.campaigns.0.campaign_status') ?? null,
  };
}

const everywhere = (value: unknown) => ({ get: value, search: value, meta: value });

/** Open point W31. */
describe('read-lag shows writes late', () => {
  test('a creation: 404 and no row before', async () => {
    const played = await play({ quirks: ['read-lag=30s'] });
    const id = await played.client.created(push('EVENT_TRIGGERED'));
    expect(await shown(played, id)).toEqual(everywhere(null));
    await played.advance(LAG_MS - 1);
    expect(await shown(played, id)).toEqual(everywhere(null));
    await played.advance(1);
    expect(await shown(played, id)).toEqual(everywhere('DRAFT'));
  });

  test.each<[string, (played: Playground, id: string) => Promise<unknown>, string, unknown, unknown]>([
    ['an update', ({ client }, id) => client.update(id, UTM), 'utm_params', 'unset', UTM.utm_params],
    ['a status change', ({ client }, id) => client.act(id, 'PAUSE'), 'status', 'ACTIVE', 'PAUSED'],
  ])('%s: the record as it was before', async (_case, write, path, before, after) => {
    const played = await play({ quirks: ['read-lag=30s'] });
    const id = await settled(played);
    const old = (await played.client.get(id)).at('data');
    await played.advance(1000);
    await write(played, id);
    expect(await shown(played, id, path)).toMatchObject({ get: before, search: before });
    expect((await played.client.get(id)).at('data')).toEqual(old);
    await played.advance(LAG_MS - 1);
    expect((await played.client.get(id)).at('data')).toEqual(old);
    await played.advance(1);
    expect(await shown(played, id, path)).toMatchObject({ get: after, search: after });
  });

  test('locks, validation and transitions use the real record', async () => {
    const { client } = await play({ quirks: ['read-lag=30s'] });
    const id = await client.created(push('EVENT_TRIGGERED'));
    expect((await client.validate(id)).at('data.valid')).toBe(true);
    expect((await client.publish(id)).status).toBe(204);
    expect((await client.update(id, { segmentation_details: {} })).status).toBe(409);
    expect((await client.act(id, 'PAUSE')).status).toBe(200);
    expect((await client.act(id, 'PAUSE')).status).toBe(422);
    expect((await client.get(id)).status).toBe(404);
  });
});

test('search-lag delays search and metadata only', async () => {
  const played = await play({ quirks: ['search-lag=30s'] });
  const id = await played.client.created(push('EVENT_TRIGGERED'));
  expect(await shown(played, id)).toEqual({ get: 'DRAFT', search: null, meta: null });
  await played.advance(LAG_MS);
  expect(await shown(played, id)).toEqual(everywhere('DRAFT'));
});
