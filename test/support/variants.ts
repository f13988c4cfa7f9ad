import type { ComponentName } from '../../src/model/campaign.ts';
import type { JsonObject } from '../../src/model/json.ts';

const START = { start_time: '2031-05-01T09:00:00', timezone: 'Europe/Berlin' };

/** Values of components in generated worlds: a few each, some of them equivalent. */
export const VARIANTS: Readonly<Partial<Record<ComponentName, readonly JsonObject[]>>> = {
  trigger_condition: [
    { included_filters: { filter_operator: 'and', filters: [{ filter_type: 'actions', action_name: 'A' }] } },
    { included_filters: { filter_operator: 'or', filters: [{ filter_type: 'actions', action_name: 'B' }] } },
  ],
  campaign_content: [
    { content: { email: { subject: 'One' } } },
    { content: { default: { variation_1: { email: { subject: 'One' } } } } },
    { content: { email: { subject: 'Two', html_content: 'a\nb\n' } } },
    { content: { push: { ios: { title: 'Three', interruption_level: 'TIME_SENSITIVE' } } } },
    { content: { push: { ios: { title: 'Three', interruption_level: 'time sensitive' } } } },
    { locales: ['de', 'en'], content: { default: { variation_1: { email: { subject: 'One' } } } } },
  ],
  segmentation_details: [{ is_all_user_campaign: true }, { is_all_user_campaign: false }],
  scheduling_details: [
    { delivery_type: 'ASAP' },
    { delivery_type: 'AT_FIXED_TIME', ...START },
    { delivery_type: 'AT_FIXED_TIME', ...START, start_time: '2031-05-01T09:00' },
    { delivery_type: 'SCHEDULED', schedule_time: START.start_time, time_zone: START.timezone },
    { delivery_type: 'AT_FIXED_TIME', start_time: '2031-06-01T09:00:00', timezone: 'UTC', expiry_time: '2031-07-01T00:00:00Z' },
    { delivery_type: 'SEND_IN_BTS', ...START, bts_details: { fallback: 'ASAP' } },
    { delivery_type: 'SEND_IN_USER_TIMEZONE', ...START, user_timezone_details: { send_if_passed: true } },
    { delivery_type: 'AT_FIXED_TIME', ...START, periodic_details: { sending_frequency: 'DAILY' } },
    { delivery_type: 'AT_FIXED_TIME', ...START, periodic_details: { sending_frequency: 'WEEKLY', repeat_on_days_of_week: ['MONDAY', 'FRIDAY'] } },
    { delivery_type: 'SEND_IN_BTS', ...START, bts_details: { fallback: 'ASAP' }, periodic_details: { sending_frequency: 'DAILY' } },
  ],
  utm_params: [
    { utm_source: 'a', utm_medium: 'b' },
    { utm_source: 'a', utm_medium: 'c' },
    { utm_source: 'a', utm_medium: 'b', utm_term: 'd' },
  ],
}; // prettier-ignore
