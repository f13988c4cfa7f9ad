import { ACTIONS } from '../campaign/campaign-status.ts';
import { RECORD_STATUSES } from '../campaign/campaign-record.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import type { OperationName } from '../operations/operation.ts';
import type { Quirks } from '../quirks/quirks.ts';
import { CAMPAIGN_ID } from './campaign-schemas.ts';
import { closed, list, ref, text } from './schema.ts';

/**
 * What `data` is in each operation's success envelope, `null` for an answer without a body. Open points W1, W3, W6,
 * W9, W11, W12, W15 to W17, W19, W20 and W30.
 */
const ANSWER_DATA: Readonly<Record<OperationName, JsonObject | null>> = {
  create: closed({ id: ref('object_id'), status: { const: 'DRAFT' } }),
  get: ref('campaign_record'),
  update: closed({ id: ref('object_id') }),
  validate: {
    oneOf: [
      closed({ valid: { const: true } }),
      closed({
        valid: { const: false },
        errors: list(
          'What publishing would founder on.',
          closed({ field: text('Its path, joined by dots.'), issue: text('What is wrong there.') }),
          { minItems: 1 },
        ),
      }),
    ],
  },
  status: closed({ id: ref('object_id'), action: { enum: ACTIONS } }),
  search: closed({
    campaigns: list('Newest first. There is no total.', ref('campaign_record'), { maxItems: 15 }),
  }),
  meta: closed({ campaigns: list('Newest first.', ref('campaign_meta'), { maxItems: 15 }) }),
  test: closed({
    data: {
      description:
        'By platform, locale and variation: ANDROID_default_variation_1, EMAIL_default_variation_1.',
      type: 'object',
      additionalProperties: closed(
        { status: { enum: ['SENT', 'FAILED'] }, failure_reason: text('Why it failed.') },
        ['status'],
      ),
    },
    message: text('How it went on the whole. A send that failed is still a 200.'),
  }),
  preview: closed({
    personalized_content: closed({
      content: { description: 'The same content with its expressions resolved.', type: 'object' },
    }),
  }),
  publish: null,
  executions: closed({
    executions: list(
      'The sends of the periodic campaign, as campaigns of their own.',
      closed({ campaign_id: CAMPAIGN_ID, sent_time: ref('wire_time'), status: { enum: RECORD_STATUSES } }, [
        'campaign_id',
        'status',
      ]),
    ),
    total_instances: { description: 'How many there are on all pages.', type: 'integer', minimum: 0 },
  }),
  'control-group': null,
};

/** What `data` is in an operation's answer, `null` for an answer without a body. Open point W19. */
export function answerData({ publishStatus }: Quirks): typeof ANSWER_DATA {
  return publishStatus === 204 ? ANSWER_DATA : { ...ANSWER_DATA, publish: closed({ id: ref('object_id') }) };
}

/** The success envelopes by name: `create_answer` and so on. Open point W1. */
export function answerSchemas(quirks: Quirks): JsonObject {
  return Object.fromEntries(
    Object.entries(answerData(quirks)).flatMap(([name, data]) =>
      data === null ? [] : [[`${name}_answer`, envelope(name, data)]],
    ),
  );
}

function envelope(name: string, data: JsonObject): JsonObject {
  const type = name === 'preview' ? 'personalization' : 'campaign';
  const beside = name === 'executions' && isJsonObject(data.properties) ? data.properties : {};
  return closed({ response_id: text('Identifies this answer.'), type: { const: type }, data, ...beside });
}
