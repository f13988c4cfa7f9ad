import type { JsonObject } from '../json.ts';

const AUTHOR = 'growth@example.com';

/** An e-mail draft that the service takes, in a workspace without any feature. */
export const WELCOME_EMAIL: JsonObject = {
  channel: 'EMAIL',
  campaign_delivery_type: 'EVENT_TRIGGERED',
  created_by: AUTHOR,
  basic_details: {
    name: 'Welcome 1',
    content_type: 'TRANSACTIONAL',
    user_attribute_identifier: 'Email (Standard)',
  },
  connector: { connector_type: 'SENDGRID', connector_name: 'sandbox' },
  campaign_content: {
    content: {
      email: {
        subject: 'Welcome, {{ user.first_name }}',
        sender_name: 'Trail Shop',
        from_address: 'hello@example.com',
        html_content: '<p>Good to have you here, {{ user.first_name }}.</p>',
      },
    },
  },
  segmentation_details: { is_all_user_campaign: true },
  trigger_condition: {
    included_filters: {
      filter_operator: 'and',
      filters: [
        {
          filter_type: 'actions',
          action_name: 'Signed Up',
          execution: { type: 'atleast', count: 1 },
          executed: true,
        },
      ],
    },
    trigger_delay_type: 'ASAP',
  },
  scheduling_details: { delivery_type: 'ASAP' },
};

const SALE_CONTENT: JsonObject = {
  content: {
    push: {
      android: {
        template_type: 'BASIC',
        basic_details: { title: 'Half price today', message: 'Boots and tents, {{ user.first_name }}.' },
      },
      web: {
        template_type: 'BASIC',
        basic_details: { title: 'Half price today', message: 'Boots and tents.' },
      },
    },
  },
};

/** A push draft that the service takes, likewise. */
export const SALE_PUSH: JsonObject = {
  channel: 'PUSH',
  campaign_delivery_type: 'ONE_TIME',
  created_by: AUTHOR,
  basic_details: { name: 'Spring sale', platforms: ['ANDROID', 'WEB'], tags: ['spring'] },
  campaign_content: SALE_CONTENT,
  segmentation_details: { is_all_user_campaign: true },
  scheduling_details: {
    delivery_type: 'AT_FIXED_TIME',
    start_time: '2035-05-04T09:00:00',
    timezone: 'Europe/Berlin',
  },
};

export const UTM_CHANGE: JsonObject = {
  channel: 'PUSH',
  campaign_delivery_type: 'ONE_TIME',
  updated_by: AUTHOR,
  utm_params: { utm_source: 'push', utm_medium: 'app', utm_campaign: 'spring' },
};

export const TEST_OF_CONTENT: JsonObject = {
  channel: 'PUSH',
  campaign_content: SALE_CONTENT,
  test_campaign_meta: {
    identifier: 'USER_ATTRIBUTE_UNIQUE_ID',
    identifier_values: ['ada'],
    platform: 'ANDROID',
  },
};

export const TEST_OF_DRAFT: JsonObject = {
  draft_id: '64a1b2c3d4e5f6a7b8c9d0e1',
  test_campaign_meta: { identifier: 'PUSH_ID', identifier_values: ['token-of-ada'] },
};

export const PREVIEW: JsonObject = {
  channel: 'PUSH',
  user_identification: { type: 'USER_ATTRIBUTE_UNIQUE_ID', value: 'ada' },
  campaign_content: SALE_CONTENT,
};

export const PUBLICATION: JsonObject = { updated_by: AUTHOR, status: 'PUBLISH' };

export const CONTROL_GROUP: JsonObject = {
  file_url: 'https://files.example.com/control-group.csv',
  action_type: 'add',
  updated_by: AUTHOR,
};

/** A user for the control interface, whom tests and previews can name. */
export const ADA: JsonObject = {
  id: 'ada',
  email: 'ada@example.com',
  push_id: 'token-of-ada',
  attributes: { first_name: 'Ada' },
};
