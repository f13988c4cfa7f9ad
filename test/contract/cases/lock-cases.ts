import { expect } from 'vitest';
import { email, onEvent, push, type Body } from '../../support/contract/bodies.ts';
import { contract, contractOn, group } from '../../support/contract/contract.ts';
import type { Reference } from '../../support/contract/specification.ts';
import { expectFailure, expectStatus } from '../../support/contract/verdicts.ts';

const SCHEDULE = {
  delivery_type: 'AT_FIXED_TIME',
  start_time: '2090-03-01T09:00:00',
  timezone: 'Europe/Berlin',
};

/** What can be edited in each status, with the reference. */
const STATUSES = {
  DRAFT: 'Edits in DRAFT',
  SCHEDULED: 'Edits in SCHEDULED',
  ACTIVE: 'Edits in ACTIVE',
  PAUSED: 'S3',
  SENDING: 'S4',
  SENT: 'S4',
  STOPPED: 'Edits in STOPPED and ARCHIVED',
  ARCHIVED: 'S5',
} as const satisfies Record<string, Reference>;

type Status = keyof typeof STATUSES;
const ALL = Object.keys(STATUSES) as Status[];
const ENDED: readonly Status[] = ['SENDING', 'SENT', 'STOPPED', 'ARCHIVED'];
const LIVE: readonly Status[] = ['ACTIVE', 'PAUSED', ...ENDED];

/** An edit of each component, and of each field of the schedule, with the statuses in which it is locked. */
const EDITS: readonly [string, Body, readonly Status[]][] = [
  ['basic_details', { basic_details: { name: 'Edited', platforms: ['WEB'] } }, ENDED],
  ['basic_details.platforms', { basic_details: { name: 'Spring sale', platforms: ['WEB', 'IOS'] } }, ENDED],
  ['campaign_content', { campaign_content: content({ title: 'Edited', message: 'B' }) }, ENDED],
  [
    'trigger_condition',
    { trigger_condition: { included_filters: onEvent('Edited'), trigger_delay_type: 'ASAP' } },
    LIVE,
  ],
  ['segmentation_details', { segmentation_details: { included_filters: onEvent('Edited') } }, LIVE],
  [
    'conversion_goal_details',
    { conversion_goal_details: { attribution_window_in_hours: 12, goals: [] } },
    LIVE,
  ],
  [
    'scheduling_details.delivery_type',
    { scheduling_details: { delivery_type: 'ASAP' } },
    ['SCHEDULED', ...LIVE],
  ],
  [
    'scheduling_details.start_time',
    { scheduling_details: { ...SCHEDULE, start_time: '2091-03-01T09:00:00' } },
    LIVE,
  ],
  ['scheduling_details.timezone', { scheduling_details: { ...SCHEDULE, timezone: 'Asia/Tokyo' } }, ENDED],
  [
    'scheduling_details.timezone, with the same start in UTC',
    { scheduling_details: { ...SCHEDULE, start_time: '2090-03-01T08:00:00', timezone: 'UTC' } },
    ENDED,
  ],
  [
    'scheduling_details.expiry_time',
    { scheduling_details: { ...SCHEDULE, expiry_time: '2092-03-01T09:00:00' } },
    ENDED,
  ],
  ['delivery_controls', { delivery_controls: { bypass_dnd: true } }, ENDED],
  [
    'advanced',
    {
      advanced: {
        expiration_settings: { expire_notification_after_value: 2, expire_notification_after_type: 'DAY' },
      },
    },
    ENDED,
  ],
  ['control_group_details', { control_group_details: { is_global_control_group_enabled: true } }, ENDED],
  ['utm_params', { utm_params: { utm_source: 'edited', utm_medium: 'push' } }, ENDED],
];

/** What the answer to a locked edit must name: the component, or the field if only that is locked. */
const CELLS = EDITS.flatMap(([place, patch, locked]) =>
  ALL.map((status) => ({ place, patch, status, isLocked: locked.includes(status) })),
);

export const lockCases = group('edit locks', [
  ...CELLS.map(({ place, patch, status, isLocked }) =>
    contract(
      [STATUSES[status], ...furtherReferences(status, place)],
      `${place} ${isLocked ? 'is locked' : 'can be edited'} in ${status}`,
      async ({ client, control }) => {
        const id = await control.seedOne({
          ...push('EVENT_TRIGGERED'),
          scheduling_details: SCHEDULE,
          status,
        });
        const before = await client.get(id);
        const answer = await client.update(id, patch);
        if (!isLocked) {
          expectStatus(answer, 200);
          expect((await client.get(id)).at('data')).toMatchObject({ status, ...patch });
          return;
        }
        expectFailure(answer, 409, 'BAD_REQUEST');
        expect(answer.at('error.message')).toEqual(expect.stringContaining(place.split('.')[0] ?? place));
        expect(answer.at('error.message')).toEqual(expect.stringContaining(status));
        expect((await client.get(id)).at('data')).toEqual(before.at('data'));
      },
    ),
  ),
  ...['RETIRED', 'EXPIRED', 'UNDER_REVIEW', 'REJECTED'].map((status) =>
    contract(['S12', 'W8'], `${status} is shown, and everything is locked`, async ({ client, control }) => {
      const id = await control.seedOne({ ...push('EVENT_TRIGGERED'), status });
      expect(await client.statusOf(id)).toBe(status);
      const answer = await client.update(id, { utm_params: { utm_source: 'a', utm_medium: 'b' } });
      expectFailure(answer, 409, 'BAD_REQUEST');
      expectFailure(await client.act(id, 'PAUSE'), 422, 'UNPROCESSABLE_ENTITY');
      const found = await client.search({ limit: 1, page: 1, campaign_fields: { ids: [id] } });
      expect(found.at('data.campaigns.0.status')).toBe(status);
    }),
  ),
  ...(['ACTIVE', 'PAUSED'] as const).map((status) =>
    contractOn({ updates: 'replaced' })(
      ['S2', ...(status === 'PAUSED' ? (['S3'] as const) : [])],
      `a schedule without its start_time would clear it in ${status}`,
      async ({ client, control }) => {
        const scheduling_details = {
          delivery_type: 'ASAP',
          start_time: SCHEDULE.start_time,
          expiry_time: '2092-03-01T09:00:00',
        };
        const id = await control.seedOne({ ...push('EVENT_TRIGGERED'), scheduling_details, status });
        const answer = await client.update(id, { scheduling_details: { delivery_type: 'ASAP' } });
        expectFailure(answer, 409, 'BAD_REQUEST');
        expect(answer.at('error.message')).toEqual(expect.stringContaining('start_time'));
      },
    ),
  ),
  contract(['W8', 'S2', 'Edits in ACTIVE'], 'a lock blocks the whole patch', async ({ client, control }) => {
    const id = await control.seedOne({ ...push('EVENT_TRIGGERED'), status: 'ACTIVE' });
    const utm_params = { utm_source: 'edited', utm_medium: 'push' };
    const patch = { utm_params, segmentation_details: { included_filters: onEvent('Edited') } };
    expectFailure(await client.update(id, patch), 409, 'BAD_REQUEST');
    expect((await client.get(id)).at('data.utm_params')).toBeUndefined();
  }),
  contract(['Edits in ACTIVE'], 'template_type can be changed in ACTIVE', async ({ client, control }) => {
    const id = await control.seedOne({
      ...push('EVENT_TRIGGERED', { basic_details: { name: 'Sale', platforms: ['ANDROID'] } }),
      campaign_content: {
        content: {
          push: { android: { template_type: 'BASIC', basic_details: { title: 'A', message: 'B' } } },
        },
      },
      status: 'ACTIVE',
    });
    const android = { template_type: 'Custom', custom_template_id: 't-1' };
    expectStatus(await client.update(id, { campaign_content: { content: { push: { android } } } }), 200);
  }),
  ...(['ACTIVE', 'PAUSED'] as const).map((status) =>
    contract(
      ['S2', 'Connector'],
      `an email that is ${status} can get another connector`,
      async ({ client, control }) => {
        const id = await control.seedOne({ ...email('EVENT_TRIGGERED'), status });
        expectStatus(
          await client.update(id, { connector: { connector_type: 'SENDGRID', connector_name: 'other' } }),
          200,
        );
      },
    ),
  ),
]);

function content(basic_details: Body): Body {
  return { content: { push: { web: { template_type: 'BASIC', basic_details } } } };
}

function furtherReferences(status: Status, place: string): readonly Reference[] {
  if (status === 'SCHEDULED' && place === 'scheduling_details.delivery_type') return ['S1', 'States rule 4'];
  if (status === 'ACTIVE') return ['S2', 'States rule 4'];
  if (status === 'STOPPED' || status === 'ARCHIVED')
    return status === 'STOPPED' ? ['S5'] : ['Edits in STOPPED and ARCHIVED'];
  return ['W8'];
}
