import { beforeAll, describe, expect, test } from 'vitest';
import { push } from './support/bodies.ts';
import { ContractClient } from './support/client.ts';
import type { TargetOf } from './support/target.ts';

/** Seeded records by nickname; all bear one tag, so that other tests' campaigns stay out. */
const SEEDS = {
  draft: { status: 'DRAFT', name: 'Spring draft', day: 1 },
  active: { status: 'ACTIVE', name: 'Spring SALE', day: 2, type: 'EVENT_TRIGGERED', by: 'ada@example.com' },
  paused: { status: 'PAUSED', name: 'Summer sale', day: 3, type: 'PERIODIC' },
  stopped: { status: 'STOPPED', name: 'Autumn', day: 4, tags: ['rare'] },
  archived: { status: 'ARCHIVED', name: 'Winter', day: 5 },
  node: { status: 'ACTIVE', name: 'Flow node', day: 6, flow_id: 'f1', flow_name: 'Onboarding' },
  child: { status: 'SENT', name: 'Monday run', day: 7, parent_id: 'a'.repeat(24) },
  sms: { status: 'ACTIVE', name: 'Text', day: 8, channel: 'SMS', sender_name: 'SHOP' },
  twinB: { status: 'ACTIVE', name: 'Twin', day: 9 },
  twinA: { status: 'ACTIVE', name: 'Twin', day: 9 },
} as const;

type Nickname = keyof typeof SEEDS;

const NAMES = Object.keys(SEEDS) as Nickname[];
const idOf = (name: Nickname): string => `5ea${'bcdef01294'.charAt(NAMES.indexOf(name))}`.padEnd(24, '0');
const TAG = 'search-suite';

/** What a search finds, newest first. Specification, Search Campaigns; open point W12. */
const FINDS: readonly [string, object, object, readonly Nickname[]][] = [
  ['everything live by default', {}, {}, ['twinA', 'twinB', 'sms', 'stopped', 'paused', 'active']],
  ['drafts when asked', { status: ['DRAFT'] }, {}, ['draft']],
  ['drafts beside others', { status: ['DRAFT', 'PAUSED'] }, {}, ['paused', 'draft']],
  ['no archived campaign by status alone', { status: ['ARCHIVED'] }, {}, []],
  [
    'archived campaigns by the switch',
    { status: ['ARCHIVED'] },
    { include_archive_campaigns: true },
    ['archived'],
  ],
  [
    'the switch without status',
    {},
    { include_archive_campaigns: true },
    ['twinA', 'twinB', 'sms', 'archived', 'stopped', 'paused', 'active'],
  ],
  [
    'flow nodes and children by the switch',
    {},
    { include_child_campaigns: true },
    ['twinA', 'twinB', 'sms', 'child', 'node', 'stopped', 'paused', 'active'],
  ],
  ['a part of the name in any case', { name: 'sAlE' }, {}, ['paused', 'active']],
  ['nothing for a name that is nowhere', { name: 'zzz' }, {}, []],
  ['one of several channels', { channels: ['SMS', 'EMAIL'] }, {}, ['sms']],
  ['delivery types', { campaign_delivery_type: ['PERIODIC', 'EVENT_TRIGGERED'] }, {}, ['paused', 'active']],
  ['creators', { created_by: ['ada@example.com'] }, {}, ['active']],
  ['ids, drafts still left out', { ids: [idOf('active'), idOf('draft')] }, {}, ['active']],
  ['filters together', { name: 'sale', campaign_delivery_type: ['PERIODIC'] }, {}, ['paused']],
  [
    'days, both included',
    { created_date: { from_date: '2024-01-02', to_date: '2024-01-03' } },
    {},
    ['paused', 'active'],
  ],
  [
    'instants',
    { created_date: { from_date: '2024-01-02T12:00:01', to_date: '2024-01-03T12:00:00' } },
    {},
    ['paused'],
  ],
  ['no version without versioning', { version_number: 1 }, {}, []],
];

const WRONG: readonly [object, string][] = [
  [{ page: 1 }, 'limit'],
  [{ limit: 5 }, 'page'],
  [{ limit: 16, page: 1 }, 'limit'],
  [{ limit: 0, page: 1 }, 'limit'],
  [{ limit: 1.5, page: 1 }, 'limit'],
  [{ limit: '5', page: 1 }, 'limit'],
  [{ limit: 5, page: 0 }, 'page'],
  [{ limit: 5, page: 1, campaign_fields: [] }, 'campaign_fields'],
  [{ limit: 5, page: 1, campaign_fields: { status: 'DRAFT' } }, 'campaign_fields.status'],
  [{ limit: 5, page: 1, campaign_fields: { status: ['LIVE'] } }, 'campaign_fields.status'],
  [
    { limit: 5, page: 1, campaign_fields: { created_date: { from_date: 'today' } } },
    'campaign_fields.created_date.from_date',
  ],
  [{ limit: 5, page: 1, include_child_campaigns: 'yes' }, 'include_child_campaigns'],
];

/** Specification, Search Campaigns and Limits; open points W12 and W13. */
export function searchRules(target: TargetOf): void {
  describe('search', () => {
    let client: ContractClient;
    beforeAll(async () => {
      client = new ContractClient(target());
      await target().seed?.(NAMES.map(recordOf));
    });

    test.for(FINDS)('finds %s', async ([, fields, switches, found], { skip }) => {
      if (!target().seed) skip();
      const answer = await client.search({
        limit: 15,
        page: 1,
        ...switches,
        campaign_fields: { tags: [TAG], ...fields },
      });
      expect(idsOf(answer.at('data.campaigns'))).toEqual(found.map(idOf));
    });

    test('finds by one of several tags', async ({ skip }) => {
      if (!target().seed) skip();
      const answer = await client.search({
        limit: 15,
        page: 1,
        campaign_fields: { tags: ['rare', 'unheard of'] },
      });
      expect(idsOf(answer.at('data.campaigns'))).toEqual([idOf('stopped')]);
    });

    test('pages follow each other, and the last one is shorter than the limit', async ({ skip }) => {
      if (!target().seed) skip();
      const pages = [1, 2, 3].map((page) =>
        client.search({ limit: 4, page, campaign_fields: { tags: [TAG] } }),
      );
      const ids = (await Promise.all(pages)).map((answer) => idsOf(answer.at('data.campaigns')));
      expect(ids.map(({ length }) => length)).toEqual([4, 2, 0]);
      expect(new Set(ids.flat()).size).toBe(6);
    });

    test('a row is the record as get answers it', async () => {
      const id = await client.created(
        push('ONE_TIME', { basic_details: { name: 'Row', platforms: ['WEB'] } }),
      );
      const fields = { status: ['DRAFT'], ids: [id] };
      const answer = await client.search({ limit: 15, page: 1, campaign_fields: fields });
      expect(answer.at('data')).toEqual({ campaigns: [(await client.get(id)).at('data')] });
    });

    test.each(WRONG)('refuses %j', async (body, place) => {
      const answer = await client.search(body);
      expect([answer.status, answer.at('error.code'), answer.at('error.target')]).toEqual([
        ...[400, 'VALIDATION_FAILED', place],
      ]);
    });
  });
}

function recordOf(nickname: Nickname): object {
  const { name, day, status, ...rest } = SEEDS[nickname];
  const { type, by, tags, ...others } = { type: 'ONE_TIME', by: 'growth@example.com', tags: [], ...rest };
  return {
    ...{
      channel: 'PUSH',
      ...others,
      id: idOf(nickname),
      status,
      campaign_delivery_type: type,
      created_by: by,
    },
    created_at: `2024-01-0${day} 12:00:00.000000`,
    basic_details: { name, tags: [TAG, ...tags] },
  };
}

function idsOf(campaigns: unknown): unknown[] {
  return Array.isArray(campaigns) ? campaigns.map((campaign: { id?: unknown }) => campaign.id) : [];
}
