import type { JsonObject } from '../json.ts';
import { ADA, SALE_PUSH } from './examples.ts';
import { ref } from './schema.ts';

/** One thing that the control interface does. */
interface ControlRow {
  readonly id: string;
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  readonly path: string;
  readonly summary: string;
  /** Schema and example of the body. */
  readonly body?: readonly [schema: string, example: JsonObject];
  readonly answer: string;
  /** What else may come of it, besides a body that is not valid. */
  readonly failures?: JsonObject;
}

const STANDS: JsonObject = {
  409: { $ref: '#/components/responses/clock_is_real' },
  422: { $ref: '#/components/responses/too_far' },
};
const UNKNOWN: JsonObject = { 404: { $ref: '#/components/responses/not_found' } };

const ROWS: readonly ControlRow[] = [
  { id: 'control-clock', method: 'get', path: 'clock', summary: 'Read the clock', answer: 'clock' },
  {
    id: 'control-move-clock',
    method: 'post',
    path: 'clock',
    summary: 'Move the clock; it must be a manual one',
    body: ['clock_move', { advance_ms: 60_000 }],
    answer: 'clock',
    failures: STANDS,
  },
  {
    id: 'control-arm-fault',
    method: 'post',
    path: 'faults',
    summary: 'Let an answer go wrong',
    body: ['fault', { operation: 'create', kind: 'status', status: 500 }],
    answer: 'armed_faults',
  },
  {
    id: 'control-clear-faults',
    method: 'delete',
    path: 'faults',
    summary: 'Take back all faults',
    answer: 'armed_faults',
  },
  {
    id: 'control-seed-campaigns',
    method: 'post',
    path: 'campaigns',
    summary: 'Put campaigns there that nobody sent',
    body: ['seeds', { campaigns: [{ ...SALE_PUSH, status: 'ACTIVE' }] }],
    answer: 'seeded',
  },
  {
    id: 'control-edit-campaign',
    method: 'patch',
    path: 'campaigns/{campaign_id}',
    summary: 'Edit a campaign by hand, past all locks',
    body: ['edit', { status: 'PAUSED' }],
    answer: 'edited',
    failures: UNKNOWN,
  },
  {
    id: 'control-log',
    method: 'get',
    path: 'log',
    summary: 'Read the log of requests',
    answer: 'request_log',
  },
  { id: 'control-outbox', method: 'get', path: 'outbox', summary: 'Read what was sent', answer: 'outbox' },
  {
    id: 'control-users',
    method: 'post',
    path: 'users',
    summary: 'Name users for tests and previews',
    body: ['users', { users: [ADA] }],
    answer: 'users_seeded',
  },
  {
    id: 'control-features',
    method: 'post',
    path: 'features',
    summary: 'Set the features of a workspace',
    body: ['features', { features: ['queuing', 'versioning'] }],
    answer: 'features_on',
  },
  { id: 'control-quirks', method: 'get', path: 'quirks', summary: 'Read the quirks', answer: 'quirks' },
  {
    id: 'control-set-quirks',
    method: 'post',
    path: 'quirks',
    summary: 'Set all quirks',
    body: ['quirks', { quirks: ['read-lag=30s', 'merge-updates'] }],
    answer: 'quirks',
  },
  {
    id: 'control-clear-quirks',
    method: 'delete',
    path: 'quirks',
    summary: 'Clear all quirks',
    answer: 'quirks',
  },
  {
    id: 'control-control-group',
    method: 'get',
    path: 'control-group',
    summary: 'Read the uploads of the global control group',
    answer: 'control_group_uploads',
  },
  {
    id: 'control-reset',
    method: 'post',
    path: 'reset',
    summary: 'Forget campaigns, kept answers, used limits, faults and the log',
    answer: 'reset_done',
  },
];

/** The paths of the control interface, which ask for no credential. */
export function controlPaths(): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const row of ROWS) {
    const path = `/_control/${row.path}`;
    paths[path] = { ...paths[path], [row.method]: pathItem(row) };
  }
  return paths;
}

function pathItem(row: ControlRow): JsonObject {
  const [schema, example] = row.body ?? [];
  const byId = row.path.includes('{campaign_id}');
  return {
    operationId: row.id,
    tags: ['Control'],
    summary: row.summary,
    security: [],
    ...(byId && {
      parameters: [{ name: 'campaign_id', in: 'path', required: true, schema: ref('object_id') }],
    }),
    ...(schema !== undefined &&
      example !== undefined && {
        requestBody: { required: true, content: { 'application/json': { schema: ref(schema), example } } },
      }),
    responses: {
      200: { description: 'Done.', content: { 'application/json': { schema: ref(row.answer) } } },
      ...(row.body && { 400: { $ref: '#/components/responses/invalid' } }),
      403: { $ref: '#/components/responses/not_loopback' },
      ...row.failures,
    },
  };
}
