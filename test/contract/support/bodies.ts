/** A draft with nothing but what creation asks for. */
export const BARE_PUSH = {
  channel: 'PUSH',
  campaign_delivery_type: 'ONE_TIME',
  created_by: 'growth@example.com',
};
export const BARE_EMAIL = { ...BARE_PUSH, channel: 'EMAIL' };

export const EVERYBODY = { is_all_user_campaign: true };

/** A filter group with one filter on an event. */
export function onEvent(name: string): object {
  const filter = {
    filter_type: 'actions',
    action_name: name,
    execution: { type: 'atleast', count: 1 },
    executed: true,
  };
  return { filter_operator: 'and', filters: [filter] };
}

/** A filter group with one filter on a user attribute. */
export function onAttribute(filter: object): object {
  return { filter_operator: 'and', filters: [{ filter_type: 'user_attributes', ...filter }] };
}

const WEB = {
  web: { template_type: 'BASIC', basic_details: { title: 'Sale', message: 'Half price today' } },
};
const MAIL = {
  subject: 'Welcome',
  from_address: 'hello@example.com',
  sender_name: 'Shop',
  html_content: '<p>Hi</p>',
};

/** A push campaign that is fit to be published. */
export function push(type: string, changes: object = {}): object {
  return {
    ...{ ...BARE_PUSH, campaign_delivery_type: type },
    basic_details: { name: 'Spring sale', platforms: ['WEB'], tags: ['spring'] },
    campaign_content: { content: { push: WEB } },
    segmentation_details: EVERYBODY,
    scheduling_details: { delivery_type: 'ASAP' },
    ...(type === 'EVENT_TRIGGERED' && {
      trigger_condition: { included_filters: onEvent('Order placed'), trigger_delay_type: 'ASAP' },
      delivery_controls: { bypass_dnd: false },
    }),
    ...changes,
  };
}

/** An email campaign that is fit to be published. */
export function email(type: string, changes: object = {}): object {
  return {
    ...{ ...BARE_EMAIL, campaign_delivery_type: type },
    basic_details: {
      name: 'Welcome',
      content_type: 'TRANSACTIONAL',
      user_attribute_identifier: 'Email (Standard)',
    },
    connector: { connector_type: 'SENDGRID', connector_name: 'sandbox' },
    campaign_content: { content: { email: MAIL } },
    segmentation_details: EVERYBODY,
    scheduling_details: { delivery_type: 'ASAP' },
    ...(type === 'EVENT_TRIGGERED' && {
      trigger_condition: { included_filters: onEvent('Signed up'), trigger_delay_type: 'ASAP' },
    }),
    ...changes,
  };
}

/** A schedule that starts so many milliseconds after an instant. */
export function startingIn(ms: number, now: Date): object {
  const start_time = new Date(now.getTime() + ms).toISOString().slice(0, 23);
  return { delivery_type: 'AT_FIXED_TIME', start_time, timezone: 'UTC' };
}

/** A daily schedule that starts so many milliseconds after an instant. */
export function dailyIn(ms: number, now: Date): object {
  return { ...startingIn(ms, now), periodic_details: { sending_frequency: 'DAILY', repeat_frequency: 1 } };
}

export const HOUR_MS = 3_600_000;
