import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import type { KnownCampaigns } from '../../src/apply/ports.ts';
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

interface Given {
  /** Get's answer for an ID. The default is 404. */
  readonly get?: (id: string) => object | undefined;
  readonly known?: KnownCampaigns;
}

/** Reads three campaigns from a service that answers every search with the same rows. */
async function looks(rows: readonly object[], { get, known }: Given = {}) {
  const server = createServer((request, response) => {
    const isSearch = request.url?.endsWith('/search') ?? false;
    const data = isSearch ? { campaigns: rows } : get?.(request.url?.split('/').at(-1) ?? '');
    const body = data
      ? { response_id: 'r', type: 'campaign', data }
      : { response_id: 'r', error: { code: 'NOT_FOUND', message: 'gone' } };
    response.writeHead(data ? 200 : 404, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const service = new CampaignService({
    workspace: { ...WORKSPACE, baseUrl: `http://127.0.0.1:${port}/` },
    ...{ apiKey: 'k', redact: (text) => text, environment: {}, chance: fakeChance() },
    ...{ clock: new FakeClock(), signal: new AbortController().signal },
  });
  const ids = [A, B, C].filter((id) => id !== undefined);
  const answers = await service.readCampaigns(ids, known);
  await service.close();
  return ids.map((id) => answers.get(id));
}

async function kinds(rows: readonly object[], given?: Given) {
  return (await looks(rows, given)).map((answer) => answer?.kind);
}

describe('a page for three requested campaigns', () => {
  const versions = [row(A, { version_number: 1 }), row(A, { id: 'x', version_number: 2 })];
  const child = row(campaignId('f'.repeat(24)), { parent_id: A });

  test.each([
    ['with all of them returns them', [row(A), row(B), row(C)], 'present'],
    ["without one of them is accepted if Get doesn't find it either", [row(A), row(B)], 'missing'],
    ['with several versions of one returns the newest', [...versions, row(B), row(C)], 'present'],
    ['with unrequested children returns only the three', [row(A), row(B), row(C), child], 'present'],
  ])('%s', async (_case, rows, last) => {
    expect(await kinds(rows)).toEqual(['present', 'present', last]);
  });

  test.each<[string, readonly object[]]>([
    ['a campaign that was not requested', [row(A), row(B), row(campaignId('f'.repeat(24)))]],
    ['a campaign twice', [row(A), row(A), row(B), row(C)]],
    ['a version twice', [row(A, { version_number: 1 }), row(A, { version_number: 1 }), row(B), row(C)]],
    ['a row without an id', [row(A), row(B), row(undefined)]],
    ["something that isn't a row", [row(A), row(B), row(C), ['c']]],
  ])('and with %s is not trusted: each is read with Get', async (_case, rows) => {
    const get = (id: string) => (id === B ? undefined : row(id as CampaignId));
    expect(await kinds(rows, { get })).toEqual(['present', 'missing', 'present']);
  });

  test('with an unknown status treats the campaign as ended and keeps the word', async () => {
    const [, , last] = await looks([row(A), row(B), row(C, { status: 'RETIRED' })]);
    expect(last).toMatchObject({ kind: 'present', live: { status: 'ARCHIVED', statusAs: 'RETIRED' } });
  });

  test('without a component that existed before is read again with Get', async () => {
    const known = new Map([[A as CampaignId, { documentId: `${A}`, components: ['utm_params'] as const }]]);
    const get = () => row(A, { utm_params: { utm_source: 'a' } });
    const [first] = await looks([row(A), row(B), row(C)], { known, get });
    expect(first).toMatchObject({ live: { components: { utm_params: { utm_source: 'a' } } } });
  });

  test('with campaigns under the IDs of their documents returns them', async () => {
    const rows = [A, B, C].map((id) => row(id, { campaign_id: `camp_${id ?? ''}` }));
    const [first] = await looks(rows);
    expect(first).toMatchObject({ kind: 'present', live: { id: `camp_${A ?? ''}`, documentId: A } });
  });

  test('with a draft above the live version returns the live one and notes the draft', async () => {
    const versions = [
      row(A, { version_number: 1, basic_details: { name: 'Live' } }),
      row(A, { id: 'draft', version_number: 2, status: 'DRAFT', basic_details: { name: 'Draft' } }),
    ];
    const [first] = await looks([...versions, row(B), row(C)]);
    expect(first).toMatchObject({
      live: { name: 'Live', status: 'ACTIVE', documentId: 'draft', draftAbove: 2 },
    });
  });
});
