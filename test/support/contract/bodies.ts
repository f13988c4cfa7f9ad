import { HOUR_MS } from './control.ts';

/** The JSON object of a request. */
export type Body = Readonly<Record<string, unknown>>;

/** A draft with only the required fields. */
export const BARE_PUSH = {
  channel: 'PUSH',
  campaign_delivery_type: 'ONE_TIME',
  created_by: 'growth@example.com',
};
export const BARE_EMAIL = { ...BARE_PUSH, channel: 'EMAIL' };

export const EVERYBODY = { is_all_user_campaign: true };

/** A filter group with one filter on an event. */
export function onEvent(name: string): Body {
  const filter = {
    filter_type: 'actions',
    action_name: name,
    execution: { type: 'atleast', count: 1 },
    executed: true,
  };
  return { filter_operator: 'and', filters: [filter] };
}

/** A filter group with one filter on a user attribute. */
export function onAttribute(filter: object): Body {
  return { filter_operator: 'and', filters: [{ filter_type: 'user_attributes', ...filter }] };
}

export const WEB = {
  web: { template_type: 'BASIC', basic_details: { title: 'Sale', message: 'Half price today' } },
};
export const MAIL = {
  subject: 'Welcome',
  from_address: 'hello@example.com',
  sender_name: 'Shop',
  html_content: '<p>Hi</p>',
};
export const CONNECTOR = { connector_type: 'SENDGRID', connector_name: 'sandbox' };
export const GEOFENCE = {
  ...{ name: 'Shop', latitude: '52.5', longitude: '13.4', radius: '200', triggered_at: 'ENTRY' },
  ...{ response_time_value: '5', response_time_granularity: 'MINUTES' },
};

/** A daily schedule far ahead. */
export const DAILY = {
  delivery_type: 'AT_FIXED_TIME',
  start_time: '2090-03-01T09:00:00',
  timezone: 'UTC',
  periodic_details: { sending_frequency: 'DAILY', repeat_frequency: 1, no_of_occurences: 5 },
};

/** The additional requirements of a delivery type. Specification, Cross-cutting rules 1, 4 and 6. */
function needed(type: string, basics: object): object {
  const trigger_condition = { included_filters: onEvent('Order placed'), trigger_delay_type: 'ASAP' };
  switch (type) {
    case 'EVENT_TRIGGERED':
      return { trigger_condition, delivery_controls: { bypass_dnd: false } };
    case 'DEVICE_TRIGGERED':
      return { trigger_condition };
    case 'LOCATION_TRIGGERED':
      return { trigger_condition, basic_details: { ...basics, geofences: GEOFENCE } };
    case 'BUSINESS_EVENT_TRIGGERED':
      return { basic_details: { ...basics, business_event: 'Season opened' } };
    case 'PERIODIC':
      return { scheduling_details: DAILY };
    default:
      return {};
  }
}

/** A push campaign that can be published. */
export function push(type: string, changes: object = {}): Body {
  const basic_details = { name: 'Spring sale', platforms: ['WEB'], tags: ['spring'] };
  const campaign_content = { content: { push: WEB } };
  return complete({ ...BARE_PUSH, basic_details, campaign_content }, type, changes);
}

/** An email campaign that can be published. */
export function email(type: string, changes: object = {}): Body {
  const basic_details = {
    name: 'Welcome',
    content_type: 'TRANSACTIONAL',
    user_attribute_identifier: 'Email (Standard)',
  };
  const campaign_content = { content: { email: MAIL } };
  return complete({ ...BARE_EMAIL, basic_details, connector: CONNECTOR, campaign_content }, type, changes);
}

function complete(own: Body & { readonly basic_details: object }, type: string, changes: object): Body {
  return {
    ...{ ...own, campaign_delivery_type: type },
    segmentation_details: EVERYBODY,
    scheduling_details: { delivery_type: 'ASAP' },
    ...needed(type, own.basic_details),
    ...changes,
  };
}

/** A schedule that starts `ms` milliseconds after an instant. */
export function startingIn(ms: number, now: Date): Body {
  const start_time = new Date(now.getTime() + ms).toISOString().slice(0, 23);
  return { delivery_type: 'AT_FIXED_TIME', start_time, timezone: 'UTC' };
}

/** A daily schedule that starts `ms` milliseconds after an instant. */
export function dailyIn(ms: number, now: Date): Body {
  return { ...startingIn(ms, now), periodic_details: { sending_frequency: 'DAILY', repeat_frequency: 1 } };
}

/** A schedule that starts in an hour. */
export function inAnHour(now: Date): Body {
  return startingIn(HOUR_MS, now);
}

/** A body with the value at a path replaced. Names and indexes are joined by dots. */
export function put(body: Body, path: string, value: unknown): Body {
  return edit(body, path.split('.'), (parent, name) => ({ ...parent, [name]: value }));
}

/** A body without the value at a path. */
export function drop(body: Body, path: string): Body {
  return edit(body, path.split('.'), (parent, name) =>
    Object.fromEntries(Object.entries(parent).filter(([field]) => field !== name)),
  );
}

function edit(body: Body, path: readonly string[], change: (parent: Body, name: string) => Body): Body {
  const [name = '', next, ...rest] = path;
  if (next === undefined) return change(body, name);
  return { ...body, [name]: within(body[name], [next, ...rest], change) };
}

function within(
  value: unknown,
  path: readonly string[],
  change: (parent: Body, name: string) => Body,
): unknown {
  if (!Array.isArray(value)) return edit(isBody(value) ? value : {}, path, change);
  const [place, ...rest] = path;
  return (value as readonly unknown[]).map((one, index) =>
    index === Number(place) ? within(one, rest, change) : one,
  );
}

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
