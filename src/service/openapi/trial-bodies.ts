import type { DraftChannel } from '../campaign/campaign-record.ts';
import type { JsonObject } from '../json.ts';
import { GAID } from '../personalization/test-meta.ts';
import { REQUEST_ID } from './draft-bodies.ts';
import { list, open, ref, text, word } from './schema.ts';

/** What a recipient of a test can be named by. Open point W16. */
const IDENTIFIERS = {
  PUSH: [
    'USER_ATTRIBUTE_UNIQUE_ID',
    'USER_ATTRIBUTE_USER_EMAIL',
    'USER_ATTRIBUTE_USER_MOBILE',
    'PUSH_ID',
    'ADVERTISING_IDENTIFIER',
    GAID,
    'CUSTOM_SEGMENT',
  ],
  EMAIL: ['EMAIL', 'ID', 'MOBILE_NUMBER', 'CUSTOM_SEGMENT'],
};

const PERSONALIZATION = { description: 'Accepted, but not used by the local service.', type: 'object' };

/** What test and preview take. Specification, Test Campaign and Personalized Preview; open points W16 and W17. */
export const TRIAL_BODIES: JsonObject = {
  test_draft: {
    description: 'A test of a draft: of every platform, locale and variation, unless told otherwise.',
    ...open(
      {
        request_id: REQUEST_ID,
        draft_id: ref('object_id'),
        personalization_details: PERSONALIZATION,
        test_campaign_meta: testMeta([...new Set([...IDENTIFIERS.PUSH, ...IDENTIFIERS.EMAIL])]),
      },
      ['draft_id', 'test_campaign_meta'],
    ),
  },
  test_push: inlineTest('PUSH', {}),
  test_email: inlineTest('EMAIL', {
    connector: ref('connector'),
    basic_details: ref('email_basic_details'),
  }),
  preview_push: previewBody('PUSH', ref('push_campaign_content')),
  preview_email: previewBody('EMAIL', ref('email_campaign_content')),
  preview_sms: previewBody('SMS', open({ content: { type: 'object' } }, ['content'])),
  user_identification: {
    description: 'For whom the content is resolved.',
    ...open(
      {
        type: { enum: ['USER_ATTRIBUTE_UNIQUE_ID', 'EMAIL', 'PUSH_ID', GAID] },
        value: { type: 'string', minLength: 1 },
      },
      ['type', 'value'],
    ),
  },
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
        personalization_details: PERSONALIZATION,
        test_campaign_meta: testMeta(IDENTIFIERS[channel]),
      },
      ['channel', 'campaign_content', ...Object.keys(more), 'test_campaign_meta'],
    ),
  };
}

function previewBody(channel: string, content: JsonObject): JsonObject {
  return {
    description: `${channel} content as one user gets it.`,
    ...open(
      {
        request_id: REQUEST_ID,
        channel: { const: channel },
        user_identification: ref('user_identification'),
        campaign_content: content,
        event_attributes: {
          description: 'What {{ event.<name> }} stands for.',
          type: 'object',
          additionalProperties: { type: 'string' },
        },
      },
      ['channel', 'user_identification', 'campaign_content'],
    ),
  };
}

function testMeta(identifiers: readonly string[]): JsonObject {
  return {
    description: 'Who gets the test, and which part of the content.',
    ...open(
      {
        identifier: word('What the values are.', identifiers),
        identifier_values: list('The recipients.', { type: 'string' }, { minItems: 1, maxItems: 10 }),
        platform: word('Only this platform.', ['ANDROID', 'IOS', 'WEB']),
        locale_name: text('Only this locale.'),
        variation: text('The variation to send: variation_1 or control.', {
          pattern: '^(variation_[1-9][0-9]*|control)$',
        }),
      },
      ['identifier', 'identifier_values'],
    ),
  };
}
