import { BARE_EMAIL, dailyIn, email, onAttribute, onEvent, push } from '../contract/bodies.ts';

/** Valid bodies by operation, from which fuzzing starts. Open points W9 to W20 and W30. */

const AUTHOR = { updated_by: 'growth@example.com' };
const LATER = dailyIn(1e9, new Date('2090-01-01T00:00:00Z'));
const NAMED =
  'Hello {{ user.first_name }}, {{UserAttribute["First Name"]}} and {{ event.product_name | upcase }}';
const WEB = { web: { template_type: 'BASIC', basic_details: { title: NAMED, message: 'Half price' } } };
const ANDROID = {
  android: {
    template_type: 'STYLIZED_BASIC',
    basic_details: { notification_channel: 'general', title: NAMED, message: 'Half price' },
  },
};
const KEYED = {
  locales: ['German'],
  variation_details: {
    distribution_type: 'MANUAL',
    no_of_variations: 2,
    manual_distribution_percentage: { variation_1: 60, variation_2: 40 },
  },
  content: {
    default: { variation_1: { push: WEB }, variation_2: { push: WEB } },
    German: { variation_1: { push: ANDROID }, variation_2: { push: ANDROID } },
  },
};
const GEOFENCES = {
  latitude: '52.5',
  longitude: '13.4',
  radius: '100',
  name: 'Store',
  trigger_type: 'ENTRY',
};
const FILTERS = {
  filter_operator: 'or',
  filters: [
    onAttribute({ data_type: 'string', category: 'Standard', name: 'City', operator: 'is', value: ['Oslo'] }),
    onEvent('Viewed'),
    { filter_type: 'custom_segments', name: 'Loyal', id: '64a3c0d2e4b0f1a2b3c4d5e6' },
  ],
};

const DRAFTS: readonly object[] = [
  push('ONE_TIME'),
  push('EVENT_TRIGGERED'),
  push('PERIODIC', { scheduling_details: LATER }),
  push('ONE_TIME', {
    campaign_content: KEYED,
    segmentation_details: { included_filters: FILTERS, excluded_filters: FILTERS },
    utm_params: { utm_source: 'push', utm_medium: 'app' },
    conversion_goal_details: { attribution_window: { value: 3, granularity: 'DAYS' }, goals: [] },
    control_group_details: { is_campaign_control_group_enabled: true, campaign_control_group_percentage: 5 },
    campaign_audience_limit: { audience_limit: 100, frequency: 'TOTAL' },
  }),
  push('LOCATION_TRIGGERED', {
    basic_details: { name: 'Near', platforms: ['ANDROID'], geofences: GEOFENCES },
    trigger_condition: { included_filters: onEvent('Near'), trigger_delay_type: 'ASAP' },
  }),
  email('EVENT_TRIGGERED'),
  email('ONE_TIME', { advanced: undefined, utm_params: { utm_source: 'mail' } }),
  BARE_EMAIL,
];
const CREATED_DATE = { from_date: '2024-01-01', to_date: '2024-01-01T00:00:00' };
const PAGE = { limit: 15, page: 1 };
const META_OF_TEST = { identifier: 'USER_ATTRIBUTE_UNIQUE_ID', identifier_values: ['u1', 'u2', 'nobody'] };
const CONTENT = { content: { push: WEB } };
const MAIL = { content: { email: { subject: NAMED, html_content: `<p>${NAMED}</p>` } } };

export const BODIES: Readonly<Record<string, readonly object[]>> = {
  create: DRAFTS,
  get: [{}],
  update: [
    ...DRAFTS.map((draft) => ({ ...AUTHOR, ...draft, created_by: undefined })),
    { ...AUTHOR, scheduling_details: LATER },
    { utm_params: { utm_source: 'x' } },
    {},
  ],
  validate: [{}],
  status: [{ action: 'STOP' }, { action: 'PAUSE' }, { action: 'RESUME' }],
  search: [
    PAGE,
    {
      ...{ ...PAGE, include_archive_campaigns: true, include_child_campaigns: true },
      campaign_fields: {
        ...{ name: 'a', status: ['DRAFT', 'ACTIVE'], ids: [], created_date: CREATED_DATE, tags: ['spring'] },
        ...{ channels: ['PUSH'], created_by: ['a@example.com'], campaign_delivery_type: ['ONE_TIME'] },
        version_number: 1,
      },
    },
  ],
  meta: [
    PAGE,
    {
      ...{ ...PAGE, include_child_campaigns: true },
      campaign_fields: {
        ...{ id: '64a3c0d2e4b0f1a2b3c4d5e6', channels: ['PUSH'], created_by: ['a@example.com'], name: 'a' },
        ...{ created_date: CREATED_DATE, delivery_type: 'ONE_TIME', status: ['ACTIVE'], tags: ['spring'] },
      },
    },
  ],
  test: [
    { draft_id: 'ID', test_campaign_meta: META_OF_TEST },
    { channel: 'PUSH', campaign_content: CONTENT, test_campaign_meta: { ...META_OF_TEST, platform: 'WEB' } },
    {
      ...{ channel: 'EMAIL', campaign_content: MAIL, basic_details: { name: 'Welcome' } },
      connector: { connector_type: 'SENDGRID', connector_name: 'sandbox' },
      test_campaign_meta: { identifier: 'EMAIL', identifier_values: ['u1@example.com'] },
    },
    {
      ...{ channel: 'PUSH', campaign_content: KEYED },
      test_campaign_meta: { ...META_OF_TEST, locale_name: 'German', variation: 'variation_2' },
    },
  ],
  preview: [
    {
      ...{ channel: 'PUSH', campaign_content: CONTENT, event_attributes: { product_name: 'Shoe' } },
      user_identification: { type: 'USER_ATTRIBUTE_UNIQUE_ID', value: 'u1' },
    },
    {
      ...{ channel: 'EMAIL', campaign_content: MAIL },
      user_identification: { type: 'EMAIL', value: 'u1@example.com' },
    },
    {
      ...{ channel: 'SMS', campaign_content: { content: { sms: { message: NAMED } } } },
      user_identification: { type: 'PUSH_ID', value: 'p1' },
    },
  ],
  publish: [{ ...AUTHOR, status: 'PUBLISH' }],
  executions: [PAGE],
  'control-group': [
    { ...AUTHOR, file_url: 'https://example.com/users.csv', action_type: 'add' },
    { ...AUTHOR, file_url: 'https://example.com/users.csv', action_type: 'remove' },
  ],
  'seed users': [
    { users: [{ id: 'u1', email: 'u1@example.com', push_id: 'p1', attributes: { first_name: 'Ada' } }] },
  ],
  'edit by hand': [
    { basic_details: { name: 'By hand' } },
    ...DRAFTS.map((draft) => ({ ...draft, status: 'DRAFT', flow_id: null })),
    ...['SCHEDULED', 'ACTIVE', 'PAUSED', 'STOPPED'].map((status) => ({ status, flow_id: null })),
    { flow_id: 'f1' },
  ],
};
