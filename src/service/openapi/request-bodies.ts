import { ACTIONS } from '../campaign/campaign-status.ts';
import type { JsonObject } from '../json.ts';
import type { OperationName } from '../operations/operation.ts';
import { draftBodies, REQUEST_ID } from './draft-bodies.ts';
import { LIMIT, PAGE, QUERY_FIELDS } from './query-fields.ts';
import { described, open, ref, switched, text, word } from './schema.ts';
import { TRIAL_BODIES } from './trial-bodies.ts';

const CHILDREN = switched('Also the sends of periodic campaigns, and nodes of flows.');

/**
 * The body of each operation's request, `null` for one without. Specification, Endpoints; open points W7a, W9, W12,
 * W15 to W17, W19, W20 and W30.
 */
const REQUEST_BODIES: Readonly<Record<OperationName, JsonObject | null>> = {
  create: {
    description: 'A new draft.',
    oneOf: [ref('create_push'), ref('create_email')],
    discriminator: {
      propertyName: 'channel',
      mapping: {
        PUSH: '#/components/schemas/create_push',
        EMAIL: '#/components/schemas/create_email',
      },
    },
  },
  get: null,
  update: {
    description: 'What to change: components that are sent replace the stored ones whole, the others stay.',
    anyOf: [ref('update_push'), ref('update_email')],
  },
  validate: { description: 'Nothing needs to be said.', ...open({ request_id: REQUEST_ID }) },
  status: open(
    {
      request_id: REQUEST_ID,
      action: word('STOP is for ONE_TIME, the others for PERIODIC and EVENT_TRIGGERED.', ACTIONS),
    },
    ['action'],
  ),
  search: open(
    {
      request_id: REQUEST_ID,
      limit: LIMIT,
      page: PAGE,
      include_child_campaigns: CHILDREN,
      include_archive_campaigns: switched('Also archived campaigns. ARCHIVED in status is not enough.'),
      campaign_fields: ref('search_fields'),
    },
    ['limit', 'page'],
  ),
  meta: open(
    {
      request_id: REQUEST_ID,
      limit: LIMIT,
      page: PAGE,
      include_child_campaigns: CHILDREN,
      campaign_fields: ref('meta_fields'),
    },
    ['limit', 'page'],
  ),
  test: {
    description: 'A test of a saved draft, or of content that is sent along.',
    anyOf: [ref('test_draft'), ref('test_push'), ref('test_email')],
  },
  preview: {
    description: 'Content and a user. Drafts are not taken.',
    oneOf: [ref('preview_push'), ref('preview_email'), ref('preview_sms')],
    discriminator: {
      propertyName: 'channel',
      mapping: {
        PUSH: '#/components/schemas/preview_push',
        EMAIL: '#/components/schemas/preview_email',
        SMS: '#/components/schemas/preview_sms',
      },
    },
  },
  publish: open(
    {
      request_id: REQUEST_ID,
      updated_by: described('Who publishes.', 'email_address'),
      status: { const: 'PUBLISH' },
    },
    ['status'],
  ),
  executions: open({ request_id: REQUEST_ID, page: PAGE, limit: LIMIT }, ['page', 'limit']),
  'control-group': open(
    {
      request_id: REQUEST_ID,
      file_url: text('Where the list of users is.', { format: 'uri' }),
      action_type: { enum: ['add', 'remove'] },
      updated_by: described('Who changes it.', 'email_address'),
    },
    ['file_url', 'action_type', 'updated_by'],
  ),
};

/** Whether an operation has a body at all. */
export function hasBody(name: OperationName): boolean {
  return REQUEST_BODIES[name] !== null;
}

/** The bodies by name, `create_request` and so on, and what they are made of. */
export function requestSchemas(): JsonObject {
  const bodies = Object.entries(REQUEST_BODIES).flatMap(([name, body]): [string, JsonObject][] =>
    body === null ? [] : [[`${name}_request`, body]],
  );
  return { ...Object.fromEntries(bodies), ...draftBodies(), ...QUERY_FIELDS, ...TRIAL_BODIES };
}
