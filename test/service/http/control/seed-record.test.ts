import { describe, expect, test } from 'vitest';
import { BARE_PUSH } from '../../../support/contract/bodies.ts';
import { play, type Playground } from '../../../support/service/running.ts';

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
    ['with one', { sent_time: '2031-05-01 07:59:30.000001' }, '2031-05-01 07:59:30.000001'],
    ['with a short one', { sent_time: '2031-05-01 07:59:30' }, '2031-05-01 07:59:30.000000'],
  ])('by seed, %s, is SENT a minute after it', async (_case, given, sent) => {
    const { client, control, advance } = await playAt(NOW);
    await control('POST', 'campaigns', { campaigns: [{ ...AS_SEED, ...given }] });
    expect((await client.get(ID)).at('data')).toMatchObject({ status: 'SENDING', sent_time: sent });
    await advance(60_000);
    expect((await client.get(ID)).at('data')).toMatchObject({ status: 'SENT', sent_time: sent });
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
