import { expect } from 'vitest';
import { email, inAnHour, push, startingIn } from '../../support/contract/bodies.ts';
import { contract, group, type CaseContext } from '../../support/contract/contract.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../support/contract/control.ts';
import type { Reference } from '../../support/contract/specification.ts';
import { expectBlame, expectFailure, expectRefusal, expectStatus } from '../../support/contract/verdicts.ts';

const STATUSES = ['DRAFT', 'SCHEDULED', 'ACTIVE', 'SENDING', 'PAUSED', 'SENT', 'STOPPED', 'ARCHIVED'];
const TYPES = [
  ...['ONE_TIME', 'PERIODIC', 'EVENT_TRIGGERED'],
  ...['BUSINESS_EVENT_TRIGGERED', 'DEVICE_TRIGGERED', 'LOCATION_TRIGGERED'],
];

const REPEATED = ['PERIODIC', 'EVENT_TRIGGERED'];

/** The statuses and delivery types in which an action is possible, and the resulting status. */
const ACTIONS: readonly [string, Reference, readonly string[], readonly string[], string][] = [
  ['STOP', 'States: STOP', ['ACTIVE', 'SCHEDULED', 'PAUSED', 'SENDING'], ['ONE_TIME'], 'STOPPED'],
  ['PAUSE', 'States: PAUSE', ['ACTIVE', 'SCHEDULED', 'SENDING'], REPEATED, 'PAUSED'],
  ['RESUME', 'States: RESUME', ['PAUSED'], REPEATED, 'ACTIVE'],
];

/** Every action, delivery type and status; `to` is `null` if the action is impossible. */
const CELLS = ACTIONS.flatMap(([name, section, from, types, to]) =>
  TYPES.flatMap((type) =>
    STATUSES.map((status) => ({
      ...{ name, section, type, status },
      to: from.includes(status) && types.includes(type) ? to : null,
    })),
  ),
);

/** Live campaigns that can't be changed. */
const READ_ONLY = [
  ['an SMS campaign', { channel: 'SMS' }],
  ['a flow node', { channel: 'PUSH', flow_id: 'f-1', flow_name: 'Onboarding' }],
] as const;

export const statusCases = group('status actions', [
  ...CELLS.map(({ name, section, type, status, to }) =>
    contract(
      to === null ? [section, 'States rule 2', 'W9', 'Errors 422'] : [section, 'States rule 1', 'W9', 'W10'],
      `${name} of ${type} in ${status} ${to === null ? 'is refused' : `makes it ${to}`}`,
      async ({ client, control }) => {
        const id = await control.seedOne({ channel: 'PUSH', campaign_delivery_type: type, status });
        const answer = await client.act(id, name);
        if (to === null) {
          expectFailure(answer, 422, 'UNPROCESSABLE_ENTITY');
        } else {
          expectStatus(answer, 200);
          expect(answer.at('data')).toEqual({ id, action: name });
        }
        expect(await client.statusOf(id)).toBe(to ?? status);
      },
    ),
  ),
  ...[{}, { action: 'EXPLODE' }, { action: 'stop' }, { action: 7 }, { action: null }].map((body) =>
    contract(
      ['W9', 'Update Campaign Status'],
      `the status body ${JSON.stringify(body)} is 400`,
      async ({ client }) => {
        const id = await client.published(push('EVENT_TRIGGERED'));
        const answer = await client.send('PATCH', `v5/campaigns/${id}/status`, body);
        expectFailure(answer, 400, 'VALIDATION_FAILED');
        expectBlame(answer, 'action');
      },
    ),
  ),
  contract(
    ['Service 6', 'Update Campaign Status', 'W9'],
    'a status action does not publish',
    async ({ client }) => {
      const id = await client.created(push('ONE_TIME'));
      expectFailure(await client.act(id, 'PUBLISH'), 400, 'VALIDATION_FAILED');
      expect(await client.statusOf(id)).toBe('DRAFT');
    },
  ),
  contract(['W9', 'W22'], 'a status action may have a request ID', async ({ client }) => {
    const id = await client.published(push('EVENT_TRIGGERED'));
    const request = { headers: { 'X-SVC-Request-Id': 'r-1' } };
    const body = { action: 'PAUSE', request_id: 'r-1' };
    expectStatus(await client.send('PATCH', `v5/campaigns/${id}/status`, body, request), 200);
  }),
  ...[push('EVENT_TRIGGERED'), email('EVENT_TRIGGERED'), push('PERIODIC'), email('PERIODIC')].map((body) =>
    contract(
      ['W10', 'Update Campaign Status', 'States: PAUSE', 'States: RESUME'],
      `${String(body.channel)} ${String(body.campaign_delivery_type)} is published, paused and resumed`,
      async ({ client }) => {
        const id = await client.published(body);
        expectStatus(await client.act(id, 'PAUSE'), 200);
        expect(await client.statusOf(id)).toBe('PAUSED');
        expectStatus(await client.act(id, 'RESUME'), 200);
        expect(await client.statusOf(id)).toBe('ACTIVE');
      },
    ),
  ),
  ...([push, email] as const).map((make) =>
    contract(
      ['W10', 'Update Campaign Status', 'States: STOP', 'S11'],
      `a scheduled one-time ${make.name} is stopped and never sends`,
      async ({ client, control }) => {
        const id = await soon(make, { client, control });
        expect(await client.statusOf(id)).toBe('SCHEDULED');
        expectStatus(await client.act(id, 'STOP'), 200);
        await control.advance(2 * HOUR_MS);
        expect(await client.statusOf(id)).toBe('STOPPED');
      },
    ),
  ),
  ...READ_ONLY.map(([what, record]) =>
    contract(['S10', 'Update Campaign Status'], `${what} can not be paused`, async ({ client, control }) => {
      const id = await control.seedOne({
        ...record,
        campaign_delivery_type: 'EVENT_TRIGGERED',
        status: 'ACTIVE',
      });
      expectRefusal(await client.act(id, 'PAUSE'));
      expect(await client.statusOf(id)).toBe('ACTIVE');
    }),
  ),
  contract(['States rule 2', 'Errors 422'], 'a periodic campaign can not be stopped', async ({ client }) => {
    const id = await client.published(push('PERIODIC'));
    expectFailure(await client.act(id, 'STOP'), 422, 'UNPROCESSABLE_ENTITY');
  }),
  contract(
    ['S11', 'States rule 1'],
    'a one-time campaign is SCHEDULED until its start, SENDING for 60 s, then SENT',
    async ({ client, control }) => {
      const id = await soon(push, { client, control });
      const seen: unknown[] = [];
      for (const ms of [0, HOUR_MS - 1, 1, 60 * SECOND_MS - 1, 1]) {
        await control.advance(ms);
        seen.push(await client.statusOf(id));
      }
      expect(seen).toEqual(['SCHEDULED', 'SCHEDULED', 'SENDING', 'SENDING', 'SENT']);
    },
  ),
  contract(
    ['S11', 'scheduling_details'],
    'a one-time campaign starts by the clock of its timezone',
    async ({ client, control }) => {
      const local = startingIn(9 * HOUR_MS + 5 * MINUTE_MS, await control.now());
      const id = await client.published(
        push('ONE_TIME', { scheduling_details: { ...local, timezone: 'Asia/Tokyo' } }),
      );
      await control.advance(5 * MINUTE_MS - 1);
      expect(await client.statusOf(id)).toBe('SCHEDULED');
      await control.advance(1);
      expect(await client.statusOf(id)).toBe('SENDING');
    },
  ),
  contract(['States: STOP', 'S11'], 'a sending campaign can be stopped', async ({ client, control }) => {
    const id = await soon(push, { client, control });
    await control.advance(HOUR_MS + 30 * SECOND_MS);
    expectStatus(await client.act(id, 'STOP'), 200);
    await control.advance(HOUR_MS);
    expect(await client.statusOf(id)).toBe('STOPPED');
  }),
  contract(['W3', 'S11'], 'a campaign that was sent says when', async ({ client, control }) => {
    const id = await soon(push, { client, control });
    await control.advance(2 * HOUR_MS);
    expect((await client.get(id)).at('data.sent_time')).toBeTypeOf('string');
  }),
]);

/** A published campaign that starts in an hour. */
async function soon(
  make: typeof push | typeof email,
  { client, control }: Pick<CaseContext, 'client' | 'control'>,
): Promise<string> {
  return client.published(make('ONE_TIME', { scheduling_details: inAnHour(await control.now()) }));
}
