import { DELIVERY_TYPES, type DraftChannel } from '../campaign/campaign-record.ts';
import { REQUEST_ID_LONGEST_CHARS } from '../exchange/request-id.ts';
import type { JsonObject } from '../json.ts';
import { closed, open, ref, text } from './schema.ts';
import { componentSchemas } from './shared-schemas.ts';

export const REQUEST_ID = text('The same as in X-SVC-Request-Id, where both are given.', {
  minLength: 1,
  maxLength: REQUEST_ID_LONGEST_CHARS,
});

/** What create and update take, per channel. Specification, Create request body; open points W7a and V20. */
export function draftBodies(): JsonObject {
  return {
    create_push: createBody('PUSH'),
    create_email: createBody('EMAIL'),
    update_push: updateBody('PUSH'),
    update_email: updateBody('EMAIL'),
  };
}

function createBody(channel: DraftChannel): JsonObject {
  return {
    description: `A new ${channel} draft. Components may be left out; those that are there are checked whole.`,
    allOf: [ref(`${channel.toLowerCase()}_campaign`)],
    ...open({ request_id: REQUEST_ID, channel: { const: channel }, created_by: ref('email_address') }, [
      ...['channel', 'campaign_delivery_type', 'created_by'],
    ]),
    unevaluatedProperties: false,
  };
}

function updateBody(channel: DraftChannel): JsonObject {
  return {
    description: `A change of a ${channel} campaign, whose channel and delivery type stay what they are.`,
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
