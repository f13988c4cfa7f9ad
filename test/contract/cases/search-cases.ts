import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { BARE_PUSH, push, type Body } from '../../support/contract/bodies.ts';
import { contract, group, type CaseContext } from '../../support/contract/contract.ts';
import { freshId } from '../../support/contract/control.ts';
import { FIRST_PAGE } from '../../support/contract/operations.ts';
import { column } from '../../support/contract/reply.ts';
import type { Reference } from '../../support/contract/specification.ts';
import { expectBlame, expectFailure, expectStatus } from '../../support/contract/verdicts.ts';

const ADA = 'ada@example.com';

/** Seeded records, oldest first, two days apart. */
const SEEDS = {
  draft: { status: 'DRAFT', name: 'Spring draft' },
  active: {
    status: 'ACTIVE',
    name: 'Spring SALE',
    campaign_delivery_type: 'EVENT_TRIGGERED',
    created_by: ADA,
  },
  paused: { status: 'PAUSED', name: 'Summer sale', campaign_delivery_type: 'PERIODIC' },
  stopped: { status: 'STOPPED', name: 'Autumn', further: ['rare'] },
  archived: { status: 'ARCHIVED', name: 'Winter' },
  node: { status: 'ACTIVE', name: 'Flow node', flow_id: 'f1', flow_name: 'Onboarding' },
  child: { status: 'SENT', name: 'Monday run', parent_id: 'a'.repeat(24) },
  sms: { status: 'ACTIVE', name: 'Text', channel: 'SMS', sender_name: 'SHOP' },
} as const;

type Nickname = keyof typeof SEEDS;
const NAMES = Object.keys(SEEDS) as Nickname[];
const LIVE: readonly Nickname[] = ['sms', 'stopped', 'paused', 'active'];

const ARCHIVE = { include_archive_campaigns: true };
const CHILDREN = { include_child_campaigns: true };
const OFF = { include_child_campaigns: false, include_archive_campaigns: false };
const DAYS = { from_date: '2024-01-04', to_date: '2024-01-08' };
const INSTANTS = { from_date: '2024-01-04T00:00:00', to_date: '2024-01-06T00:00:00' };
const TRIGGERED = ['PERIODIC', 'EVENT_TRIGGERED'];

/** The filters of a search, its other options, and the expected result, newest first. */
const FINDS: readonly [string, Body, Body, readonly Nickname[]][] = [
  ['everything but drafts, archived, nodes and children', {}, {}, LIVE],
  ['drafts when requested', { status: ['DRAFT'] }, {}, ['draft']],
  ['drafts among others', { status: ['DRAFT', 'PAUSED'] }, {}, ['paused', 'draft']],
  ['nothing archived by status alone', { status: ['ARCHIVED'] }, {}, []],
  ['archived campaigns by status and switch', { status: ['ARCHIVED'] }, ARCHIVE, ['archived']],
  ['archived campaigns by the switch', {}, ARCHIVE, ['sms', 'archived', 'stopped', 'paused', 'active']],
  ['nodes and children by the switch', {}, CHILDREN, ['sms', 'child', 'node', 'stopped', 'paused', 'active']],
  [
    ...(['no drafts by the switches', {}, { ...CHILDREN, ...ARCHIVE }] as const),
    ['sms', 'child', 'node', 'archived', 'stopped', 'paused', 'active'],
  ],
  ['with switches that are off as without them', {}, OFF, LIVE],
  ['a part of a name in any case', { name: 'sAlE' }, {}, ['paused', 'active']],
  ['nothing by a name that no campaign has', { name: 'zzz' }, {}, []],
  ['by one status', { status: ['STOPPED'] }, {}, ['stopped']],
  ['by one of several channels', { channels: ['SMS', 'EMAIL'] }, {}, ['sms']],
  ['by one of several delivery types', { campaign_delivery_type: TRIGGERED }, {}, ['paused', 'active']],
  ['by creator', { created_by: [ADA] }, {}, ['active']],
  ['by one of several creators', { created_by: [ADA, 'nobody@example.com'] }, {}, ['active']],
  ['by filters that all match', { name: 'sale', campaign_delivery_type: ['PERIODIC'] }, {}, ['paused']],
  ['nothing by filters that do not match together', { name: 'sale', status: ['STOPPED'] }, {}, []],
  ['by days of creation', { created_date: DAYS }, {}, ['paused', 'active']],
  ['by instants of creation', { created_date: INSTANTS }, {}, ['active']],
];

/** Requests that search refuses. */
const WRONG: readonly [Reference, Body, string][] = [
  ['W12', { page: 1 }, 'limit'],
  ['W12', { limit: 5 }, 'page'],
  ['Limits: search page', { limit: 16, page: 1 }, 'limit'],
  ['Limits: search page', { limit: 0, page: 1 }, 'limit'],
  ['W12', { limit: 1.5, page: 1 }, 'limit'],
  ['W12', { limit: '5', page: 1 }, 'limit'],
  ['W12', { limit: 5, page: 0 }, 'page'],
  ['W12', { limit: 5, page: -1 }, 'page'],
  ['W12', { limit: 5, page: 1, campaign_fields: { status: 'DRAFT' } }, 'campaign_fields.status'],
  ['W12', { limit: 5, page: 1, campaign_fields: { channels: 'PUSH' } }, 'campaign_fields.channels'],
  ['Search Campaigns', { limit: 5, page: 1, include_child_campaigns: 'yes' }, 'include_child_campaigns'],
];

export const searchCases = group('search', [
  ...FINDS.map(([what, fields, switches, found]) =>
    contract(['W12', 'Search Campaigns'], `search finds ${what}`, async (given) => {
      const { tag, idOf } = await seeded(given);
      const campaign_fields = { tags: [tag], ...fields };
      const answer = await given.client.search({ ...FIRST_PAGE, ...switches, campaign_fields });
      expectStatus(answer, 200);
      expect(column(answer, 'data.campaigns', 'id')).toEqual(found.map(idOf));
    }),
  ),
  contract(['W12', 'Search Campaigns'], 'search by IDs finds no drafts', async (given) => {
    const { idOf } = await seeded(given);
    const campaign_fields = { ids: [idOf('active'), idOf('draft')] };
    const answer = await given.client.search({ ...FIRST_PAGE, campaign_fields });
    expect(column(answer, 'data.campaigns', 'id')).toEqual([idOf('active')]);
  }),
  contract(['W12'], 'search finds by one of several tags', async (given) => {
    const { tag, idOf } = await seeded(given);
    const campaign_fields = { tags: [`${tag}-rare`, 'unheard of'] };
    const answer = await given.client.search({ ...FIRST_PAGE, campaign_fields });
    expect(column(answer, 'data.campaigns', 'id')).toEqual([idOf('stopped')]);
  }),
  contract(['W12', 'Search Campaigns'], 'pages follow each other, and the last is short', async (given) => {
    const { tag } = await seeded(given);
    const pages = await Promise.all(
      [1, 2, 3].map((page) => given.client.search({ limit: 3, page, campaign_fields: { tags: [tag] } })),
    );
    const ids = pages.map((answer) => column(answer, 'data.campaigns', 'id'));
    expect(ids.map(({ length }) => length)).toEqual([3, 1, 0]);
    expect(new Set(ids.flat()).size).toBe(4);
  }),
  contract(
    ['Limits: search page', 'Search Campaigns', 'W12'],
    'a page holds fifteen rows',
    async ({ client, control }) => {
      const tag = freshId();
      await control.seed(
        ...Array.from({ length: 17 }, (_, day) =>
          record({ name: 'A', status: 'ACTIVE' }, { tag, day: day + 1, id: freshId() }),
        ),
      );
      const rows = async (page: number) =>
        column(
          await client.search({ ...FIRST_PAGE, page, campaign_fields: { tags: [tag] } }),
          'data.campaigns',
          'id',
        );
      expect([(await rows(1)).length, (await rows(2)).length]).toEqual([15, 2]);
    },
  ),
  contract(['W12'], 'campaigns of one instant are ordered by ID', async ({ client, control }) => {
    const tag = freshId();
    const ids = [freshId(), freshId(), freshId()];
    await control.seed(...ids.map((id) => record({ name: 'Twin', status: 'ACTIVE' }, { tag, day: 1, id })));
    const answer = await client.search({ ...FIRST_PAGE, campaign_fields: { tags: [tag] } });
    expect(column(answer, 'data.campaigns', 'id')).toEqual(ids.toSorted());
  }),
  contract(['W13', 'W3', 'Search Campaigns'], 'a row is the record as get returns it', async ({ client }) => {
    const id = await client.created(push('EVENT_TRIGGERED'));
    const answer = await client.search({ ...FIRST_PAGE, campaign_fields: { status: ['DRAFT'], ids: [id] } });
    expect(answer.at('data')).toEqual({ campaigns: [(await client.get(id)).at('data')] });
  }),
  contract(
    ['Search Campaigns', 'Campaign record', 'S10'],
    'rows of nodes and children name their parent',
    async (given) => {
      const { tag } = await seeded(given);
      const campaign_fields = { tags: [tag], status: ['SENT', 'ACTIVE'], channels: ['PUSH'] };
      const answer = await given.client.search({ ...FIRST_PAGE, ...CHILDREN, campaign_fields });
      expect(column(answer, 'data.campaigns', 'parent_id')).toContain('a'.repeat(24));
      expect(column(answer, 'data.campaigns', 'flow_name')).toContain('Onboarding');
    },
  ),
  contract(
    ['Search Campaigns', 'Authentication 1'],
    'search stays in its workspace',
    async ({ client, other }) => {
      const id = await client.created(BARE_PUSH);
      const answer = await other.search({ ...FIRST_PAGE, campaign_fields: { status: ['DRAFT'], ids: [id] } });
      expect(answer.at('data.campaigns')).toEqual([]);
    },
  ),
  contract(['W12', 'W14'], 'a search with a key of its own sees what is new', async ({ client }) => {
    const created_by = `${randomUUID()}@example.com`;
    const query = { ...FIRST_PAGE, campaign_fields: { created_by: [created_by], status: ['DRAFT'] } };
    expect((await client.search(query)).at('data.campaigns')).toEqual([]);
    const id = await client.created({ ...BARE_PUSH, created_by });
    expect(column(await client.search(query), 'data.campaigns', 'id')).toEqual([id]);
  }),
  ...WRONG.map(([by, body, place]) =>
    contract(
      [by, 'Search Campaigns', 'Errors 400'],
      `refuses ${JSON.stringify(body)}`,
      async ({ client }) => {
        const answer = await client.search(body);
        expectFailure(answer, 400, 'VALIDATION_FAILED');
        expectBlame(answer, place);
      },
    ),
  ),
]);

/** Seeds the table with a unique tag, and returns the ID of each record. */
async function seeded({ control }: CaseContext): Promise<{ tag: string; idOf: (name: Nickname) => string }> {
  const tag = freshId();
  const ids = new Map(NAMES.map((name) => [name, freshId()]));
  const idOf = (name: Nickname): string => ids.get(name) ?? '';
  await control.seed(
    ...NAMES.map((name, place) => record(SEEDS[name], { tag, day: 2 * place + 3, id: idOf(name) })),
  );
  return { tag, idOf };
}

function record(seed: Body, { tag, day, id }: { tag: string; day: number; id: string }): Body {
  const { name, further, ...fields } = seed;
  const tags = [tag, ...(Array.isArray(further) ? further.map((word) => `${tag}-${String(word)}`) : [])];
  return {
    ...{ ...BARE_PUSH, ...fields, id },
    created_at: `2024-01-${String(day).padStart(2, '0')} 12:00:00.000000`,
    basic_details: { name, tags },
  };
}
