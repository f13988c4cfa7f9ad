import { expect } from 'vitest';
import { dailyIn, push, put, startingIn, type Body } from '../../support/contract/bodies.ts';
import { contract, group, type CaseContext } from '../../support/contract/contract.ts';
import { DAY_MS, freshId, HOUR_MS } from '../../support/contract/control.ts';
import { FIRST_PAGE, GROUP_LIST } from '../../support/contract/operations.ts';
import { column, instantOf } from '../../support/contract/reply.ts';
import { A_TEXT, expectBlame, expectFailure, expectStatus } from '../../support/contract/verdicts.ts';

const PERIOD = 'scheduling_details.periodic_details';

const daily = { sending_frequency: 'DAILY' };
const weekly = { sending_frequency: 'WEEKLY' };
const monthly = { sending_frequency: 'MONTHLY', repeat_frequency: 1 };
const FIRST_MONDAY = [{ week_granularity: 'FIRST', repeat_on_days_of_week: ['MONDAY'] }];

/** Periods, each with its start and the days on which it sends. */
const PERIODS: readonly [string, Body, (now: Date) => Date, (start: Date) => readonly Date[]][] = [
  ['every day', { ...daily, repeat_frequency: 1 }, tomorrow, after(0, 1, 2, 3)],
  ['every third day', { ...daily, repeat_frequency: 3 }, tomorrow, after(0, 3, 6)],
  [
    'Mondays and Thursdays',
    { ...weekly, repeat_frequency: 1, repeat_on_days_of_week: ['MONDAY', 'THURSDAY'] },
    ...([nextMonday, after(0, 3, 7, 10)] as const),
  ],
  [
    'the Monday of every second week',
    { ...weekly, repeat_frequency: 2, repeat_on_days_of_week: ['MONDAY'] },
    ...([nextMonday, after(0, 14)] as const),
  ],
  [
    'the 1st and the 10th of each month',
    { ...monthly, repeat_on_date_of_month: [1, 10] },
    nextMonth,
    (start) => [...after(0, 9)(start), nextMonth(start)],
  ],
  [
    'the first Monday of each month',
    { ...monthly, repeat_on_days_of_week_for_month: FIRST_MONDAY },
    firstMondayOfNextMonth,
    (start) => [start, firstMondayOfNextMonth(start)],
  ],
];

export const earlierVersionCases = group('children and the global control group', [
  contract(['W20', 'S9', 'Service 6'], 'no executions before the first send', async ({ client, now }) => {
    const id = await client.published(
      push('PERIODIC', { scheduling_details: dailyIn(HOUR_MS, await now()) }),
    );
    const answer = await client.executions(id, FIRST_PAGE);
    expectStatus(answer, 200);
    expect([answer.at('executions'), answer.at('total_instances')]).toEqual([[], 0]);
  }),
  contract(['W20', 'S9'], 'each send is an execution with its own campaign', async (given) => {
    const { client } = given;
    const id = await sentThreeTimes(given);
    const answer = await client.executions(id, FIRST_PAGE);
    expect(answer.at('total_instances')).toBe(3);
    expect(column(answer, 'executions', 'campaign_id')).toHaveLength(3);
    expect(answer.at('executions.0')).toMatchObject({
      campaign_id: A_TEXT,
      sent_time: A_TEXT,
      status: 'SENT',
    });
    for (const child of column(answer, 'executions', 'campaign_id')) {
      const record = await client.get(String(child));
      expect([record.at('data.parent_id'), record.at('data.channel')]).toEqual([id, 'PUSH']);
    }
  }),
  contract(['W20'], 'executions come in pages', async (given) => {
    const id = await sentThreeTimes(given);
    const pages = await Promise.all([1, 2].map((page) => given.client.executions(id, { limit: 2, page })));
    const ids = pages.map((answer) => column(answer, 'executions', 'campaign_id'));
    expect(ids.map(({ length }) => length)).toEqual([2, 1]);
    expect(new Set(ids.flat()).size).toBe(3);
    expect(pages.map((answer) => answer.at('total_instances'))).toEqual([3, 3]);
  }),
  contract(
    ['S9', 'Search Campaigns', 'Campaign record'],
    'search shows the children of a periodic campaign on request',
    async (given) => {
      const id = await sentThreeTimes(given);
      const ids = column(await given.client.executions(id, FIRST_PAGE), 'executions', 'campaign_id');
      const query = { ...FIRST_PAGE, campaign_fields: { ids } };
      expect((await given.client.search(query)).at('data.campaigns')).toEqual([]);
      const found = await given.client.search({ ...query, include_child_campaigns: true });
      expect(column(found, 'data.campaigns', 'parent_id')).toEqual([id, id, id]);
    },
  ),
  contract(['W20', 'S9'], 'seeded children are executions too', async ({ client, control }) => {
    const parent = await control.seedOne({ ...push('PERIODIC'), status: 'ACTIVE' });
    const child = await control.seedOne({
      ...push('PERIODIC'),
      status: 'SENT',
      parent_id: parent,
      sent_time: '2024-07-04 08:00:54.847000',
    });
    const answer = await client.executions(parent, FIRST_PAGE);
    expect(column(answer, 'executions', 'campaign_id')).toEqual([child]);
  }),
  ...PERIODS.map(([what, period, start, days]) =>
    contract(
      ['S9', 'scheduling_details'],
      `a campaign for ${what} sends on its days, and no more often`,
      async ({ client, control }) => {
        const first = start(await control.now());
        const schedule = push('PERIODIC', { scheduling_details: startingIn(0, first) });
        const ends = { ...period, no_of_occurences: days(first).length };
        const id = await client.published(put(schedule, PERIOD, ends));
        await control.advance(120 * DAY_MS);
        const answer = await client.executions(id, FIRST_PAGE);
        const sentOn = column(answer, 'executions', 'sent_time').map((time) => dayOf(instantOf(time)));
        expect(sentOn.toSorted()).toEqual(days(first).map(dayOf));
      },
    ),
  ),

  ...['add', 'remove'].map((action_type) =>
    contract(['W30', 'Service 6'], `the global control group ${action_type}s users`, async ({ client }) => {
      const answer = await client.controlGroup(
        { ...GROUP_LIST, request_id: freshId(), action_type },
        { headers: { 'X-SVC-Request-Id': null } },
      );
      expectStatus(answer, 204);
      expect(answer.text).toBe('');
    }),
  ),
  ...['replace', undefined].map((action_type) =>
    contract(
      ['W30', 'Errors 400'],
      `the global control group can't ${action_type ?? 'do nothing'}`,
      async ({ client }) => {
        const answer = await client.controlGroup({ ...GROUP_LIST, action_type });
        expectFailure(answer, 400, 'VALIDATION_FAILED');
        expectBlame(answer, 'action_type');
      },
    ),
  ),
]);

/** A periodic campaign that ended after three sends. */
async function sentThreeTimes({ client, control }: CaseContext): Promise<string> {
  const schedule = dailyIn(HOUR_MS, await control.now());
  const id = await client.published(
    put(push('PERIODIC', { scheduling_details: schedule }), `${PERIOD}.no_of_occurences`, 3),
  );
  await control.advance(5 * DAY_MS);
  return id;
}

function after(...days: readonly number[]): (start: Date) => readonly Date[] {
  return (start) => days.map((day) => new Date(start.getTime() + day * DAY_MS));
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** Nine o'clock in UTC on a later day. */
function morning(now: Date, day: number, month = now.getUTCMonth()): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), month, day, 9));
}

function tomorrow(now: Date): Date {
  return morning(now, now.getUTCDate() + 1);
}

/** The Monday after a day. */
function nextMonday(now: Date): Date {
  return morning(now, now.getUTCDate() + 7 - ((now.getUTCDay() + 6) % 7));
}

function nextMonth(now: Date): Date {
  return morning(now, 1, now.getUTCMonth() + 1);
}

function firstMondayOfNextMonth(now: Date): Date {
  return nextMonday(morning(now, 0, now.getUTCMonth() + 1));
}
