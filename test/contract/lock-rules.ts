import { beforeAll, describe, expect, test } from 'vitest';
import { email, onEvent, push } from './support/bodies.ts';
import { ContractClient } from './support/client.ts';
import type { TargetOf } from './support/target.ts';

const SCHEDULE = {
  delivery_type: 'AT_FIXED_TIME',
  start_time: '2090-03-01T09:00:00',
  timezone: 'Europe/Berlin',
};
const CONTENT = (title: string): object => ({
  content: { push: { web: { template_type: 'BASIC', basic_details: { title, message: 'B' } } } },
});

/** One edit of each component that changes something, and of the fields of the schedule one by one. */
const EDITS = {
  basic_details: { basic_details: { name: 'Edited', platforms: ['WEB', 'ANDROID'] } },
  trigger_condition: {
    trigger_condition: { included_filters: onEvent('Edited'), trigger_delay_type: 'ASAP' },
  },
  campaign_content: { campaign_content: CONTENT('Edited') },
  segmentation_details: { segmentation_details: { included_filters: onEvent('Edited') } },
  'scheduling_details.delivery_type': { scheduling_details: { ...SCHEDULE, delivery_type: 'ASAP' } },
  'scheduling_details.start_time': { scheduling_details: { ...SCHEDULE, start_time: '2091-03-01T09:00:00' } },
  'scheduling_details without start_time': {
    scheduling_details: { delivery_type: 'SEND_IN_USER_TIMEZONE', user_timezone_details: {} },
  },
  'scheduling_details.expiry_time': {
    scheduling_details: { ...SCHEDULE, expiry_time: '2092-03-01T09:00:00' },
  },
  delivery_controls: { delivery_controls: { bypass_dnd: true } },
  advanced: {
    advanced: {
      expiration_settings: { expire_notification_after_value: 2, expire_notification_after_type: 'DAY' },
    },
  },
  conversion_goal_details: { conversion_goal_details: { attribution_window_in_hours: 12, goals: [] } },
  control_group_details: { control_group_details: { is_global_control_group_enabled: true } },
  utm_params: { utm_params: { utm_source: 'edited', utm_medium: 'push' } },
} as const;

type Edit = keyof typeof EDITS;

const ALL = Object.keys(EDITS) as Edit[];
const LIVE: readonly Edit[] = [
  'trigger_condition',
  'segmentation_details',
  'conversion_goal_details',
  'scheduling_details.delivery_type',
  'scheduling_details.start_time',
];

/** Specification, States and transitions, rule 4; open points S1 to S5. What is not listed can be edited. */
const LOCKED: Readonly<Record<string, readonly Edit[]>> = {
  DRAFT: [],
  SCHEDULED: ['scheduling_details.delivery_type'],
  ACTIVE: LIVE,
  PAUSED: LIVE,
  SENDING: ALL,
  SENT: ALL,
  STOPPED: ALL,
  ARCHIVED: ALL,
};

/** These are not valid for the kind of campaign in use, whatever the status. */
const NEVER_VALID: readonly Edit[] = ['scheduling_details without start_time'];

const CELLS = Object.entries(LOCKED).flatMap(([status, locked]) =>
  ALL.filter((edit) => !NEVER_VALID.includes(edit)).map(
    (edit) => ({ status, edit, answer: locked.includes(edit) ? 409 : 200 }) as const,
  ),
);

/** Which component can be edited in which status, cell by cell. */
export function lockRules(target: TargetOf): void {
  describe('edit locks', () => {
    let client: ContractClient;
    let made = 0;
    beforeAll(() => {
      client = new ContractClient(target());
    });
    const seeded = async (status: string, skip: () => void, changes: object = {}): Promise<string> => {
      const { seed } = target();
      if (!seed) skip();
      made += 1;
      const id = `10cd${made.toString(16).padStart(20, '0')}`;
      await seed?.([{ ...push('EVENT_TRIGGERED'), scheduling_details: SCHEDULE, ...changes, id, status }]);
      return id;
    };

    test.for(CELLS)(
      '$status: an edit of $edit answers $answer',
      async ({ status, edit, answer: wanted }, { skip }) => {
        const id = await seeded(status, skip);
        const before = await client.get(id);
        const answer = await client.update(id, EDITS[edit]);
        expect(answer.status, answer.text).toBe(wanted);
        if (wanted === 200) return;
        expect(answer.at('error.code')).toBe('BAD_REQUEST');
        expect(answer.at('error.message')).toEqual(expect.stringContaining(edit.split('.')[0] ?? ''));
        expect(answer.at('error.message')).toEqual(expect.stringContaining(status));
        expect((await client.get(id)).at('data')).toEqual(before.at('data'));
      },
    );

    test.for(['ACTIVE', 'PAUSED'])(
      '%s: a schedule that leaves start_time out would clear it',
      async (status, { skip }) => {
        const id = await seeded(status, skip, {
          scheduling_details: {
            ...SCHEDULE,
            delivery_type: 'SEND_IN_USER_TIMEZONE',
            user_timezone_details: {},
          },
        });
        const answer = await client.update(id, EDITS['scheduling_details without start_time']);
        expect([answer.status, answer.at('error.target')]).toEqual([409, 'scheduling_details.start_time']);
      },
    );

    test.for(['SENDING', 'SENT', 'STOPPED', 'ARCHIVED'])(
      '%s: not even an empty patch is taken',
      async (status, { skip }) => {
        const id = await seeded(status, skip);
        expect((await client.update(id, {})).status).toBe(409);
      },
    );

    test('an email campaign that is ACTIVE can get another connector', async ({ skip }) => {
      const { seed } = target();
      if (!seed) return skip();
      const id = '10cdf0000000000000000001';
      await seed([{ ...email('EVENT_TRIGGERED'), id, status: 'ACTIVE' }]);
      const connector = { connector_type: 'SENDGRID', connector_name: 'other' };
      expect((await client.update(id, { connector })).status).toBe(200);
    });
  });
}
