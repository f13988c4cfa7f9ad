import {
  ALL_DELIVERY_TYPES,
  DELIVERY_TYPES,
  READ_CHANNELS,
  STATUSES,
  type DraftChannel,
} from '../campaign/campaign-record.ts';
import { ACTIONS } from '../campaign/campaign-status.ts';
import type { JsonObject } from '../json.ts';
import { closed, count, described, list, open, ref, switched, text, word } from './schema.ts';
import { componentSchemas } from './shared-schemas.ts';

const PLATFORMS = ['ANDROID', 'IOS', 'WEB'];

const REQUEST_ID = text('The same as in X-SVC-Request-Id, where both are given.', { minLength: 1 });
const PAGE = count('The page, from 1. The last page is the one with fewer rows than limit.');
const LIMIT = count('Rows of a page.', { minimum: 1, maximum: 15 });

/** The bodies of all requests. Specification, Endpoints; open points W7a, W9, W12, W15 to W17, W19, W20 and W30. */
export function requestSchemas(): JsonObject {
  return {
    create_request: byChannel('A new draft.', ['create_push_request', 'create_email_request']),
    create_push_request: createRequest('PUSH'),
    create_email_request: createRequest('EMAIL'),
    update_request: {
      description: 'What to change: components that are sent replace the stored ones whole, the others stay.',
      anyOf: [ref('update_push_request'), ref('update_email_request')],
    },
    update_push_request: updateRequest('PUSH'),
    update_email_request: updateRequest('EMAIL'),
    ...FIXED_REQUESTS,
  };
}

function byChannel(description: string, [push, email]: readonly [string, string]): JsonObject {
  const mapping = { PUSH: `#/components/schemas/${push}`, EMAIL: `#/components/schemas/${email}` };
  return {
    description,
    oneOf: [ref(push), ref(email)],
    discriminator: { propertyName: 'channel', mapping },
  };
}

function createRequest(channel: DraftChannel): JsonObject {
  return {
    description: `A new ${channel} draft: the components may be left out, and those that are there are checked whole.`,
    allOf: [ref(`${channel.toLowerCase()}_campaign`)],
    ...open({ request_id: REQUEST_ID, channel: { const: channel }, created_by: ref('email_address') }, [
      'channel',
      'campaign_delivery_type',
      'created_by',
    ]),
    unevaluatedProperties: false,
  };
}

function updateRequest(channel: DraftChannel): JsonObject {
  return {
    description: `A change of a ${channel} campaign. Neither channel nor delivery type of a campaign can change.`,
    ...closed(
      {
        request_id: REQUEST_ID,
        channel: { const: channel },
        campaign_delivery_type: { enum: DELIVERY_TYPES[channel] },
        updated_by: ref('email_address'),
        ...componentSchemas(channel),
      },
      [],
    ),
  };
}

const CREATED_DATE = open({
  from_date: text('The first day or second: 2024-01-01 or 2024-01-01T00:00:00, in UTC.'),
  to_date: text('The last one.'),
});

const USER_IDENTIFICATION = {
  description: 'For whom the content is resolved.',
  ...open(
    {
      type: { enum: ['USER_ATTRIBUTE_UNIQUE_ID', 'EMAIL', 'PUSH_ID'] },
      value: { type: 'string', minLength: 1 },
    },
    ['type', 'value'],
  ),
};

const TEST_META = {
  description: 'Who gets the test, and which part of the content.',
  ...open(
    {
      identifier: word('What the values are. The first five are for PUSH, the others for EMAIL.', [
        'USER_ATTRIBUTE_UNIQUE_ID',
        'USER_ATTRIBUTE_USER_EMAIL',
        'USER_ATTRIBUTE_USER_MOBILE',
        'PUSH_ID',
        'CUSTOM_SEGMENT',
        'EMAIL',
        'ID',
        'MOBILE_NUMBER',
      ]),
      identifier_values: list('The recipients.', { type: 'string' }, { minItems: 1, maxItems: 10 }),
      platform: word('Only this platform.', PLATFORMS),
      locale_name: text('Only this locale.'),
      variation: text('Only this variation: variation_1.', { pattern: '^variation_[1-9][0-9]*$' }),
    },
    ['identifier', 'identifier_values'],
  ),
};

function inlineTest(channel: DraftChannel, more: JsonObject): JsonObject {
  return {
    description: `A test of ${channel} content that is saved nowhere.`,
    ...open(
      {
        request_id: REQUEST_ID,
        channel: { const: channel },
        campaign_content: ref(`${channel.toLowerCase()}_campaign_content`),
        ...more,
        test_campaign_meta: ref('test_campaign_meta'),
      },
      ['channel', 'campaign_content', ...Object.keys(more), 'test_campaign_meta'],
    ),
  };
}

const FIXED_REQUESTS: JsonObject = {
  validate_request: { description: 'Nothing needs to be said.', ...open({ request_id: REQUEST_ID }) },
  status_request: open(
    {
      request_id: REQUEST_ID,
      action: word('STOP is for ONE_TIME, the others for PERIODIC and EVENT_TRIGGERED.', ACTIONS),
    },
    ['action'],
  ),
  search_request: open(
    {
      request_id: REQUEST_ID,
      limit: LIMIT,
      page: PAGE,
      include_child_campaigns: switched('Also the sends of periodic campaigns, and nodes of flows.'),
      include_archive_campaigns: switched('Also archived campaigns. ARCHIVED in status is not enough.'),
      campaign_fields: ref('search_fields'),
    },
    ['limit', 'page'],
  ),
  search_fields: {
    description: 'Filters combine with AND, the values of one filter with OR.',
    ...open({
      ids: list('Ids or campaign ids.', { type: 'string' }),
      channels: list('Channels.', { enum: READ_CHANNELS }),
      created_by: list('E-mail addresses of authors.', { type: 'string' }),
      created_date: CREATED_DATE,
      campaign_delivery_type: list('Delivery types.', { enum: ALL_DELIVERY_TYPES }),
      name: text('A part of the name, in any case.'),
      status: list('Statuses. Drafts are found only where DRAFT is among them.', { enum: STATUSES }),
      tags: list('Tags; one of them is enough.', { type: 'string' }),
      version_number: count('One version of each campaign.'),
    }),
  },
  meta_request: open(
    {
      request_id: REQUEST_ID,
      limit: LIMIT,
      page: PAGE,
      include_child_campaigns: switched('Also the sends of periodic campaigns, and nodes of flows.'),
      campaign_fields: ref('meta_fields'),
    },
    ['limit', 'page'],
  ),
  meta_fields: {
    description: 'As in search, except that id and delivery_type are one text each.',
    ...open({
      id: text('An id or a campaign id.'),
      channels: list('Channels.', { enum: READ_CHANNELS }),
      created_by: list('E-mail addresses of authors.', { type: 'string' }),
      created_date: CREATED_DATE,
      delivery_type: word('A delivery type.', ALL_DELIVERY_TYPES),
      name: text('A part of the name, in any case.'),
      status: list('Statuses.', { enum: STATUSES }),
      tags: list('Tags; one of them is enough.', { type: 'string' }),
    }),
  },
  test_request: {
    description: 'A test of a saved draft, or of content that is sent along.',
    anyOf: [ref('test_draft_request'), ref('test_push_request'), ref('test_email_request')],
  },
  test_draft_request: {
    description: 'A test of a draft: of every platform, locale and variation, unless told otherwise.',
    ...open(
      {
        request_id: REQUEST_ID,
        draft_id: ref('object_id'),
        test_campaign_meta: ref('test_campaign_meta'),
      },
      ['draft_id', 'test_campaign_meta'],
    ),
  },
  test_push_request: inlineTest('PUSH', {}),
  test_email_request: inlineTest('EMAIL', {
    connector: ref('connector'),
    basic_details: ref('email_basic_details'),
  }),
  test_campaign_meta: TEST_META,
  preview_request: open(
    {
      request_id: REQUEST_ID,
      channel: { enum: ['PUSH', 'EMAIL', 'SMS'] },
      user_identification: USER_IDENTIFICATION,
      campaign_content: {
        description: 'Content as a campaign has it; drafts are not taken.',
        type: 'object',
      },
      event_attributes: { description: 'What {{ event.<name> }} stands for.', type: 'object' },
    },
    ['channel', 'user_identification', 'campaign_content'],
  ),
  publish_request: open(
    {
      request_id: REQUEST_ID,
      updated_by: described('Who publishes.', 'email_address'),
      status: { const: 'PUBLISH' },
    },
    ['status'],
  ),
  executions_request: open({ request_id: REQUEST_ID, page: PAGE, limit: LIMIT }, ['page', 'limit']),
  'control-group_request': open(
    {
      request_id: REQUEST_ID,
      file_url: text('Where the list of users is.', { format: 'uri' }),
      action_type: { enum: ['add', 'remove'] },
      updated_by: described('Who changes it.', 'email_address'),
    },
    ['file_url', 'action_type', 'updated_by'],
  ),
};
