import { stringify } from 'yaml';
import type { JsonMap } from './live-service.ts';

/** The parts of a campaign that a test cares about. Everything else is ordinary and complete enough to be published. */
export interface Sketch {
  readonly name?: string;
  readonly key?: string;
  readonly status?: 'ACTIVE' | 'PAUSED' | 'STOPPED' | 'DRAFT';
  readonly subject?: string;
  readonly audience?: 'everybody' | 'members';
  /** The file of the HTML, as the campaign's file refers to it. */
  readonly body?: string;
  /** `null` omits the component. */
  readonly utm?: string | null;
}

/** Sent to everyone who creates an account. Can be paused but not stopped. */
export function welcome(sketch: Sketch = {}): string {
  return file({ name: 'Welcome', ...sketch }, 'EVENT_TRIGGERED', {
    trigger_condition: {
      included_filters: {
        filter_operator: 'and',
        filters: [
          {
            filter_type: 'actions',
            action_name: 'Account Created',
            executed: true,
            execution: { type: 'atleast', count: 1 },
          },
        ],
      },
      trigger_delay_type: 'ASAP',
    },
    scheduling_details: { delivery_type: 'ASAP' },
  });
}

/** Sent every Friday from 2031 on. Can be paused but not stopped. */
export function digest(sketch: Sketch = {}): string {
  return file({ name: 'Digest', ...sketch }, 'PERIODIC', {
    scheduling_details: {
      delivery_type: 'AT_FIXED_TIME',
      start_time: '2031-01-03T16:00:00',
      timezone: 'Europe/Berlin',
      periodic_details: {
        sending_frequency: 'WEEKLY',
        repeat_frequency: 1,
        repeat_on_days_of_week: ['FRIDAY'],
        no_of_occurences: 52,
      },
    },
  });
}

/** Sent once, in 2031. Can be stopped but not paused. */
export function sale(sketch: Sketch = {}): string {
  return file({ name: 'Sale', ...sketch }, 'ONE_TIME', {
    scheduling_details: {
      delivery_type: 'AT_FIXED_TIME',
      start_time: '2031-05-09T09:00:00',
      timezone: 'Europe/Berlin',
    },
  });
}

/** `count` welcome campaigns, by path below campaigns/. */
export function several(count: number): Record<string, string> {
  const numbers = Array.from({ length: count }, (_, index) => String(index + 1).padStart(2, '0'));
  return Object.fromEntries(
    numbers.map((number) => [`c${number}.yaml`, welcome({ name: `Campaign ${number}` })]),
  );
}

export const EVERYBODY: JsonMap = { is_all_user_campaign: true };
const MEMBERS: JsonMap = {
  included_filters: {
    filter_operator: 'and',
    filters: [{ filter_type: 'custom_segments', name: 'Members', id: '65f0a1b2c3d4e5f607182930' }],
  },
};

/** The component in these campaigns. */
export function utmParams(source: string): JsonMap {
  return { utm_source: source, utm_medium: 'email' };
}

function file(sketch: Sketch & { readonly name: string }, type: string, rest: JsonMap): string {
  const { name, key, status, subject = `${name}!`, audience = 'everybody', body, utm = 'shop' } = sketch;
  const text = stringify({
    ...(key !== undefined && { key }),
    ...(status && { status }),
    channel: 'EMAIL',
    campaign_delivery_type: type,
    basic_details: {
      name,
      content_type: 'TRANSACTIONAL',
      user_attribute_identifier: 'Email (Standard)',
    },
    connector: { connector_type: 'SENDGRID', connector_name: 'sandbox' },
    campaign_content: {
      content: {
        email: {
          subject,
          sender_name: 'Northtrail',
          from_address: 'hello@mail.example.com',
          reply_to_address: 'care@example.com',
          html_content: '<p>Hello</p>',
        },
      },
    },
    segmentation_details: audience === 'everybody' ? EVERYBODY : MEMBERS,
    ...rest,
    ...(utm !== null && { utm_params: utmParams(utm) }),
  });
  return body === undefined ? text : text.replace('<p>Hello</p>', `{ $file: ${body} }`);
}
