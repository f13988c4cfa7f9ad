import { describe, expect, test } from 'vitest';
import { BARE_PUSH, push } from '../../../support/contract/bodies.ts';
import { clientOf, LOCAL, play, type Playground } from '../../../support/service/running.ts';

const ID = 'abcabcabcabcabcabcabcabc';
const OTHER_ID = 'defdefdefdefdefdefdefdef';
const NOW = '2031-05-01T08:00:00Z';

/** A service at a known instant. */
async function playAt(now: string, options: Parameters<typeof play>[0] = {}): Promise<Playground> {
  const playground = await play(options);
  await playground.control('POST', 'clock', { now });
  return playground;
}

describe('a record that is SENDING', () => {
  const AS_SEED = { status: 'SENDING', id: ID };

  test.each([
    ['without a sent_time', {}, '2031-05-01 08:00:00.000000'],
    ['with null for one', { sent_time: null }, '2031-05-01 08:00:00.000000'],
    ['with one', { sent_time: '2031-05-01 07:59:30.000001' }, '2031-05-01 07:59:30.000001'],
    ['with a short one', { sent_time: '2031-05-01 07:59:30' }, '2031-05-01 07:59:30.000000'],
  ])('by seed, %s, is SENT a minute after it', async (_case, given, sent) => {
    const { client, control, advance } = await playAt(NOW);
    await control('POST', 'campaigns', { campaigns: [{ ...AS_SEED, ...given }] });
    expect((await client.get(ID)).at('data')).toMatchObject({ status: 'SENDING', sent_time: sent });
    await advance(60_000);
    expect((await client.get(ID)).at('data')).toMatchObject({ status: 'SENT', sent_time: sent });
  });

  test('set by hand is SENT after a minute', async () => {
    const { client, control, advance } = await playAt(NOW);
    const id = await client.created(push('ONE_TIME'));
    await control('PATCH', `campaigns/${id}`, { status: 'SENDING' });
    await advance(59_999);
    expect(await client.statusOf(id)).toBe('SENDING');
    await advance(1);
    expect(await client.statusOf(id)).toBe('SENT');
  });

  test.each(['2031-05-01T08:00:00Z', 'now', '2031-02-30 08:00:00', 7])(
    'is refused with a sent_time of %j',
    async (sent_time) => {
      const { control } = await play();
      expect(await control('POST', 'campaigns', { campaigns: [{ ...AS_SEED, sent_time }] })).toMatchObject({
        status: 400,
        value: { error: { target: 'campaigns.0.sent_time' } },
      });
      await control('POST', 'campaigns', { campaigns: [{ id: ID }] });
      const edit = { status: 'SENDING', sent_time };
      expect(await control('PATCH', `campaigns/${ID}`, edit)).toMatchObject({
        status: 400,
        value: { error: { target: 'sent_time' } },
      });
    },
  );

  test('treats a start in the year 0 as any other past start: now', async () => {
    const { client, control, advance } = await playAt(NOW);
    const start = { delivery_type: 'AT_FIXED_TIME', start_time: '0000-01-01T00:00:00' };
    const scheduling_details = { ...start, timezone: 'Europe/Berlin' };
    await control('POST', 'campaigns', { campaigns: [{ id: ID, status: 'SCHEDULED', scheduling_details }] });
    const sent_time = (await client.get(ID)).at('data.created_at');
    expect((await client.get(ID)).at('data')).toMatchObject({ status: 'SENDING', sent_time });
    await advance(60_000);
    expect(await client.statusOf(ID)).toBe('SENT');
  });
});

describe('the times of a record', () => {
  const FOUND_BY = { created_date: { from_date: '2024-07-04', to_date: '2024-07-04' }, status: ['DRAFT'] };

  test.each([
    ['2024-07-04 00:00:00', '2024-07-04 00:00:00.000000'],
    ['2024-07-04 08:00:54.8', '2024-07-04 08:00:54.800000'],
    ['2024-07-04 08:00:54.847123', '2024-07-04 08:00:54.847123'],
  ])('given as %s are %s, and filters find them', async (given, kept) => {
    const { client, control } = await play();
    const times = { created_at: given, updated_at: given };
    await control('POST', 'campaigns', { campaigns: [{ id: ID, ...times }, { id: OTHER_ID }] });
    await control('PATCH', `campaigns/${OTHER_ID}`, times);
    const found = await client.search({ limit: 15, page: 1, campaign_fields: FOUND_BY });
    const record = { created_at: kept, updated_at: kept };
    expect(found.at('data.campaigns')).toMatchObject([
      { id: ID, ...record },
      { id: OTHER_ID, ...record },
    ]);
  });

  test('updated_at is created_at if only that is given', async () => {
    const { client, control } = await play();
    await control('POST', 'campaigns', { campaigns: [{ id: ID, created_at: '2024-07-04 08:00:54' }] });
    expect((await client.get(ID)).at('data.updated_at')).toBe('2024-07-04 08:00:54.000000');
  });

  test.each(['2024-02-30 00:00:00', '9999-99-99 99:99:99', '2024-07-04T08:00:54Z'])(
    'are refused if there is no such time: %s',
    async (time) => {
      const { control } = await play();
      for (const field of ['created_at', 'updated_at']) {
        const seed = { campaigns: [{ id: ID }, { [field]: time }] };
        expect(await control('POST', 'campaigns', seed)).toMatchObject({
          status: 400,
          value: { error: { target: `campaigns.1.${field}` } },
        });
      }
    },
  );
});

describe('a manual edit', () => {
  test.each([
    ['id', { id: OTHER_ID }],
    ['id', { id: null }],
    ['campaign_id', { campaign_id: OTHER_ID }],
    ['campaign_id', { campaign_id: null }],
  ])('may not change %s: %j', async (target, edit) => {
    const { client, control } = await play();
    const campaigns = [
      { id: ID, status: 'ACTIVE' },
      { id: OTHER_ID, status: 'PAUSED' },
    ];
    await control('POST', 'campaigns', { campaigns });
    expect(await control('PATCH', `campaigns/${ID}`, edit)).toMatchObject({
      status: 400,
      value: { error: { target } },
    });
    expect(await client.statusOf(OTHER_ID)).toBe('PAUSED');
  });

  test('may send a record back with its identifiers', async () => {
    const { client, control } = await play();
    const id = await client.created(BARE_PUSH);
    const record = (await client.get(id)).at('data') as object;
    expect((await control('PATCH', `campaigns/${id}`, { ...record, status: 'PAUSED' })).status).toBe(200);
    expect(await client.statusOf(id)).toBe('PAUSED');
  });

  test("advances updated_at even if the clock doesn't move, and even with the whole record", async () => {
    const { client, control } = await play();
    const id = await client.created(BARE_PUSH);
    const times = new Set<unknown>();
    for (const team of ['a', 'b', 'c']) {
      const record = (await client.get(id)).at('data') as { updated_at: string };
      times.add(record.updated_at);
      await control('PATCH', `campaigns/${id}`, { ...record, basic_details: { team } });
    }
    expect(times.size).toBe(3);
  });
});

describe('a manual edit of a campaign that exists in two workspaces', () => {
  const OTHER = { ...LOCAL, appKey: 'other', apiKey: 'else' };

  async function campaignInTwoWorkspaces() {
    const playground = await play({ workspaces: [LOCAL, OTHER] });
    const { control, service, client } = playground;
    for (const app_key of ['local', 'other'])
      await control('POST', 'campaigns', { app_key, campaigns: [{ id: ID }] });
    return { control, clients: [client, clientOf(service, OTHER)] };
  }

  test.each([
    ['in the first one by default', {}, ['PAUSED', 'DRAFT']],
    ['in the first one by name', { app_key: 'local' }, ['PAUSED', 'DRAFT']],
    ['in the other one by name', { app_key: 'other' }, ['DRAFT', 'PAUSED']],
  ])('is %s', async (_case, choice, statuses) => {
    const { control, clients } = await campaignInTwoWorkspaces();
    await control('PATCH', `campaigns/${ID}`, { status: 'PAUSED', ...choice });
    const records = await Promise.all(clients.map((client) => client.get(ID)));
    expect(records.map((record) => record.at('data.status'))).toEqual(statuses);
    expect(records.map((record) => record.at('data.app_key'))).toEqual([undefined, undefined]);
  });

  test('is made in the workspace that has it if none is named', async () => {
    const { control, clients } = await campaignInTwoWorkspaces();
    await control('POST', 'campaigns', { app_key: 'other', campaigns: [{ id: OTHER_ID }] });
    expect((await control('PATCH', `campaigns/${OTHER_ID}`, { status: 'PAUSED' })).status).toBe(200);
    expect(await clients[1]?.statusOf(OTHER_ID)).toBe('PAUSED');
    const elsewhere = { app_key: 'local', status: 'SENT' };
    expect((await control('PATCH', `campaigns/${OTHER_ID}`, elsewhere)).status).toBe(404);
  });

  test.each(['nobody', 7])('is refused for the workspace %j', async (app_key) => {
    const { control } = await campaignInTwoWorkspaces();
    expect(await control('PATCH', `campaigns/${ID}`, { app_key })).toMatchObject({
      status: 400,
      value: { error: { target: 'app_key' } },
    });
  });
});
