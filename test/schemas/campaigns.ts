import type { Finding, JsonMap } from './schemas.ts';

/** A mistake: a patch on a good campaign, and the one error that it should give. */
export type Row = readonly [what: string, base: JsonMap, patch: JsonMap, error: Finding];

const event: JsonMap = {
  filter_operator: 'and',
  filters: [{ filter_type: 'actions', action_name: 'Order Placed', executed: true }],
};
export const push: JsonMap = {
  channel: 'PUSH',
  campaign_delivery_type: 'ONE_TIME',
  basic_details: { name: 'A push', platforms: ['ANDROID'] },
};
export const email: JsonMap = {
  channel: 'EMAIL',
  campaign_delivery_type: 'EVENT_TRIGGERED',
  basic_details: { name: 'An email' },
  trigger_condition: { included_filters: event, trigger_delay_type: 'ASAP' },
};
const place: JsonMap = {
  name: 'Berlin',
  latitude: '52.5',
  longitude: '13.4',
  radius: '150',
  triggered_at: 'ENTRY',
  response_time_value: '2',
  response_time_granularity: 'MINUTES',
};
export const located: JsonMap = {
  campaign_delivery_type: 'LOCATION_TRIGGERED',
  basic_details: { geofences: place },
  trigger_condition: { included_filters: event },
};

export const android = (fields: JsonMap): JsonMap => ({
  campaign_content: { content: { push: { android: { template_type: 'BASIC', ...fields } } } },
});
export const utm = { utm_source: 'a', utm_medium: 'b' };
