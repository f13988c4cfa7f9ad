import { expect } from 'vitest';
import { inAnHour, onEvent, push } from '../../support/contract/bodies.ts';
import { contractOn, group, type CaseContext } from '../../support/contract/contract.ts';
import { FIRST_PAGE, UTM } from '../../support/contract/operations.ts';
import { column } from '../../support/contract/reply.ts';
import { A_NUMBER, expectFailure, expectStatus } from '../../support/contract/verdicts.ts';

const versioned = contractOn({ with: ['versioning'] });

/** A campaign in each live status, by its `campaign_id`. */
const LIVE: readonly [string, (given: CaseContext) => Promise<string>][] = [
  ['ACTIVE', ({ client }) => live(client)],
  [
    'PAUSED',
    async ({ client }) => {
      const campaign = await live(client);
      expectStatus(await client.act(campaign, 'PAUSE'), 200);
      return campaign;
    },
  ],
  [
    'SCHEDULED',
    async ({ client, now }) => live(client, push('ONE_TIME', { scheduling_details: inAnHour(await now()) })),
  ],
];

export const versionCases = group('versions', [
  versioned(
    ['S7', 'W3', 'Versioning 2', 'Campaign record'],
    'a record has campaign_id, an ID of its own and a version_number',
    async ({ client }) => {
      const record = await client.get(await client.created(push('ONE_TIME')));
      expect(record.at('data')).toMatchObject({
        id: expect.stringMatching(/^\w{24}$/) as unknown,
        campaign_id: expect.stringMatching(/\S/) as unknown,
        version_number: A_NUMBER,
      });
    },
  ),
  versioned(['S7'], 'a patch of a draft creates no new version', async ({ client }) => {
    const id = await client.created(push('ONE_TIME'));
    const before = await client.get(id);
    expectStatus(await client.update(id, UTM), 200);
    const after = await client.get(id);
    for (const field of ['id', 'campaign_id', 'version_number']) {
      expect(after.at(`data.${field}`)).toBe(before.at(`data.${field}`));
    }
  }),
  ...LIVE.map(([status, make]) =>
    versioned(
      ['S7', 'Versioning 2'],
      `a patch of a campaign that is ${status} creates a new document, which is live`,
      async (given) => {
        const campaign = await make(given);
        const before = await given.client.get(campaign);
        expectStatus(await given.client.update(campaign, UTM), 200);
        const after = await given.client.get(campaign);
        expect(after.at('data')).toMatchObject({
          ...{ campaign_id: campaign, status, utm_params: UTM.utm_params },
          version_number: Number(before.at('data.version_number')) + 1,
        });
        expect(after.at('data.id')).not.toBe(before.at('data.id'));
      },
    ),
  ),
  versioned(['S7'], 'either identifier names the campaign in a path', async ({ client }) => {
    const campaign = await live(client);
    expectStatus(await client.update(campaign, UTM), 200);
    const version = String((await client.get(campaign)).at('data.id'));
    expect(version).not.toBe(campaign);
    for (const name of [campaign, version]) {
      const record = await client.get(name);
      expect(record.at('data')).toMatchObject({ campaign_id: campaign, ...UTM });
    }
    expectStatus(await client.act(version, 'PAUSE'), 200);
    expect(await client.statusOf(campaign)).toBe('PAUSED');
    expectStatus(await client.act(campaign, 'RESUME'), 200);
    expect(await client.statusOf(version)).toBe('ACTIVE');
  }),
  versioned(
    ['Search Campaigns', 'Versioning 2', 'W12'],
    'search shows each version, and filters by version_number',
    async ({ client }) => {
      const campaign = await live(client);
      const first = await client.get(campaign);
      await client.update(campaign, UTM);
      const second = await client.get(campaign);
      expect(second.at('data.id')).not.toBe(first.at('data.id'));
      const versions = async (fields: object): Promise<ReadonlySet<unknown>> => {
        const campaign_fields = { ids: [first.at('data.id'), second.at('data.id'), campaign], ...fields };
        const answer = await client.search({ ...FIRST_PAGE, campaign_fields });
        expect(new Set(column(answer, 'data.campaigns', 'campaign_id'))).toEqual(new Set([campaign]));
        return new Set(column(answer, 'data.campaigns', 'id'));
      };
      expect(await versions({})).toEqual(new Set([first.at('data.id'), second.at('data.id')]));
      for (const { at } of [first, second])
        expect(await versions({ version_number: at('data.version_number') })).toEqual(
          new Set([at('data.id')]),
        );
    },
  ),
  versioned(['S7', 'W12'], 'search by campaign_id finds every version', async ({ client }) => {
    const campaign = await live(client);
    await client.update(campaign, UTM);
    const answer = await client.search({ ...FIRST_PAGE, campaign_fields: { ids: [campaign] } });
    expect(column(answer, 'data.campaigns', 'campaign_id')).toEqual([campaign, campaign]);
  }),
  versioned(['S7', 'S2', 'W8'], 'a locked edit creates no new version', async ({ client }) => {
    const campaign = await live(client);
    const before = await client.get(campaign);
    const patch = { segmentation_details: { included_filters: onEvent('Edited') } };
    expectFailure(await client.update(campaign, patch), 409, 'BAD_REQUEST');
    expect((await client.get(campaign)).at('data')).toEqual(before.at('data'));
  }),
  versioned(['S7'], 'a third version follows the second', async ({ client }) => {
    const campaign = await live(client);
    const first = Number((await client.get(campaign)).at('data.version_number'));
    await client.update(campaign, UTM);
    await client.update(campaign, { utm_params: { utm_source: 'third', utm_medium: 'push' } });
    expect((await client.get(campaign)).at('data.version_number')).toBe(first + 2);
  }),
  versioned(['W15', 'Get Campaign Meta'], 'meta tells the version', async ({ client }) => {
    const campaign = await live(client);
    const answer = await client.meta({ ...FIRST_PAGE, campaign_fields: { id: campaign } });
    expect(answer.at('data.campaigns.0')).toMatchObject({ campaign_id: campaign, version_number: A_NUMBER });
  }),
]);

/** Publishes a campaign, and returns its `campaign_id`. */
async function live(client: CaseContext['client'], body = push('EVENT_TRIGGERED')): Promise<string> {
  return String((await client.get(await client.published(body))).at('data.campaign_id'));
}
