import { RECORD_STATUSES } from '../campaign/campaign-record.ts';
import { FAULT_KINDS } from '../faults/faults.ts';
import type { JsonObject } from '../json.ts';
import { OPERATIONS } from '../operations/operations.ts';
import { FEATURES } from '../service-options.ts';
import { closed, count, list, open, ref, text, word } from './schema.ts';

const OPERATION = { enum: OPERATIONS.map(({ name }) => name) };
const NULLABLE_TEXT = { type: ['string', 'null'] };
const APP_KEY = text('The workspace; left out: the first.');

/** What the bodies and answers of the control interface hold. */
export const CONTROL_SCHEMAS: JsonObject = {
  clock: closed({ now: text('An instant, ISO, UTC.', { format: 'date-time' }) }),
  clock_move: {
    description: 'How far, or where to.',
    anyOf: [
      closed({ advance_ms: { description: 'Milliseconds.', type: 'number' } }),
      closed({ now: text('An instant with its offset.', { format: 'date-time' }) }),
    ],
  },
  fault: {
    description: 'What is to go wrong, for which operation and when.',
    ...closed(
      {
        kind: word('How.', FAULT_KINDS),
        operation: { description: 'Left out: any.', ...OPERATION },
        nth: count('The first matching request that is struck. Default 1.'),
        times: count('How many are struck. Default 1.'),
        probability: { description: 'Default 1.', type: 'number', minimum: 0, maximum: 1 },
        status: count('For status and html. Default 500.', { minimum: 200, maximum: 599 }),
        headers: {
          description:
            'Added to the answer, or put in place of its own. Not for what belongs to the connection, such as Content-Length.',
          type: 'object',
          additionalProperties: { type: 'string' },
        },
        ms: count('For slow and delay, in milliseconds of real time. Default 0.', {
          minimum: 0,
          maximum: 600_000,
        }),
      },
      ['kind'],
    ),
  },
  armed_faults: closed({
    faults: list('Those that can still strike, in the order in which they were armed.', { type: 'object' }),
  }),
  seeds: closed(
    {
      app_key: APP_KEY,
      campaigns: list(
        'Records as they are to be, of any channel and status; what is left out is filled in.',
        {
          type: 'object',
        },
      ),
    },
    ['campaigns'],
  ),
  seeded: closed({ ids: list('Their ids.', ref('object_id')) }),
  users_seeded: closed({ ids: list('Their ids.', { type: 'string' }) }),
  edit: {
    description: 'Fields of the record to replace whole; null takes one out.',
    ...open({
      app_key: text('The workspace; left out: the first that has the campaign.'),
      status: { enum: RECORD_STATUSES },
    }),
  },
  edited: closed({ id: ref('object_id') }),
  users: closed(
    {
      app_key: APP_KEY,
      users: list(
        'Users whom tests and previews can name.',
        closed(
          {
            id: { type: 'string', minLength: 1 },
            email: NULLABLE_TEXT,
            push_id: NULLABLE_TEXT,
            mobile: NULLABLE_TEXT,
            attributes: { description: 'What {{ user.<name> }} stands for.', type: 'object' },
          },
          ['id'],
        ),
      ),
    },
    ['users'],
  ),
  features: closed({ app_key: APP_KEY, features: list('All that are to be on.', { enum: FEATURES }) }, [
    'features',
  ]),
  features_on: closed({ features: list('All that are on now.', { enum: FEATURES }) }),
  quirks: closed({
    quirks: list('The quirks in force, such as read-lag=30s.', { type: 'string' }),
  }),
  request_log: closed({
    requests: list(
      'The newest 50,000 requests to the API since the start or the last reset, in order.',
      ref('logged_request'),
    ),
  }),
  logged_request: closed({
    n: count('Counts from 1.'),
    at: text('When the answer was ready, by the clock of the service.', { format: 'date-time' }),
    workspace: { description: 'The workspace that the request named.', ...NULLABLE_TEXT },
    operation: { description: 'Null for a path of no operation.', enum: [...OPERATION.enum, null] },
    method: { type: 'string' },
    path: { type: 'string' },
    status: { description: '0 where a fault cut the connection before anything was done.', type: 'integer' },
    effect: text(
      'What it changed: created <id>, updated <id>, status <STATUS> <id>, published <id>; or replayed, or none.',
    ),
    idempotency_key: NULLABLE_TEXT,
    request_id: NULLABLE_TEXT,
  }),
  outbox: closed({ messages: list('What was sent by tests, in order.', ref('sent_message')) }),
  sent_message: closed({
    at: ref('wire_time'),
    workspace: { type: 'string' },
    mode: { enum: ['draft', 'inline'] },
    campaign_id: NULLABLE_TEXT,
    channel: { type: 'string' },
    platform: NULLABLE_TEXT,
    locale: { type: 'string' },
    variation: { type: 'string' },
    identifier: { type: 'string' },
    to: { type: 'string' },
    user_id: NULLABLE_TEXT,
    request_id: NULLABLE_TEXT,
    content: { description: 'The content with its expressions resolved.', type: 'object' },
  }),
  control_group_uploads: closed({
    uploads: list(
      'The uploads of the global control group, in order.',
      closed({
        at: ref('wire_time'),
        workspace: { type: 'string' },
        file_url: { type: 'string' },
        action_type: { enum: ['add', 'remove'] },
        updated_by: { type: 'string' },
      }),
    ),
  }),
  reset_done: closed({ reset: { const: true } }),
};
