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
export const android = (fields: JsonMap): JsonMap => ({
  campaign_content: { content: { push: { android: { template_type: 'BASIC', ...fields } } } },
});
