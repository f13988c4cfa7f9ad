import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import type { CampaignId } from '../../src/model/campaign.ts';
import { CampaignService } from '../../src/remote/campaign-service.ts';
import { campaignId, WORKSPACE } from '../support/builders.ts';
import { fakeChance, FakeClock } from '../support/fake-clock.ts';

const [A, B, C] = ['a', 'b', 'c'].map((letter) => campaignId(letter.repeat(24)));
const row = (id: CampaignId | undefined, more: object = {}): object => ({
  ...{ id, campaign_id: id, status: 'ACTIVE', channel: 'EMAIL', campaign_delivery_type: 'ONE_TIME' },
  ...{ basic_details: { name: 'One' }, ...more },
});

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Asks for three campaigns a service that answers every search with the same rows, and Get with 404. */
async function looks(rows: readonly object[]): Promise<readonly (string | undefined)[]> {
  const server = createServer((request, response) => {
    const isSearch = request.url?.endsWith('/search') ?? false;
    const body = isSearch
      ? { response_id: 'r', type: 'campaign', data: { campaigns: rows } }
      : { response_id: 'r', error: { code: 'NOT_FOUND', message: 'gone' } };
    response.writeHead(isSearch ? 200 : 404, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const service = new CampaignService({
    workspace: { ...WORKSPACE, baseUrl: `http://127.0.0.1:${port}/` },
    ...{
      apiKey: 'k',
      environment: {},
      clock: new FakeClock(),
      chance: fakeChance(),
      signal: new AbortController().signal,
    },
  });
  const ids = [A, B, C].filter((id) => id !== undefined);
  const answers = await service.look(ids);
  await service.close();
  return ids.map((id) => answers.get(id)?.kind);
}

describe('a page that was asked for three campaigns', () => {
  test('and holds them tells of them', async () => {
    expect(await looks([row(A), row(B), row(C)])).toEqual(['present', 'present', 'present']);
  });

  test('and lacks one is believed when Get knows nothing of it either', async () => {
    expect(await looks([row(A), row(B)])).toEqual(['present', 'present', 'missing']);
  });

  test('and holds several versions of one tells of the newest', async () => {
    const versions = [row(A, { version_number: 1 }), row(A, { id: 'x', version_number: 2 })];
    expect(await looks([...versions, row(B), row(C)])).toEqual(['present', 'present', 'present']);
  });

  test.each<[string, readonly object[]]>([
    ['a campaign that nobody asked for', [row(A), row(B), row(campaignId('f'.repeat(24)))]],
    ['a campaign twice', [row(A), row(A), row(B), row(C)]],
    ['a version twice', [row(A, { version_number: 1 }), row(A, { version_number: 1 }), row(B), row(C)]],
    ['a row without an id', [row(A), row(B), row(undefined)]],
    ['something that is no row', [row(A), row(B), row(C), ['c']]],
  ])('and holds %s tells nothing of any', async (_case, rows) => {
    expect(await looks(rows)).toEqual(['unknown', 'unknown', 'unknown']);
  });

  test('and holds one in a status that nobody knows tells nothing of that one', async () => {
    expect(await looks([row(A), row(B), row(C, { status: 'RESTING' })])).toEqual([
      ...['present', 'present', 'unknown'],
    ]);
  });
});
