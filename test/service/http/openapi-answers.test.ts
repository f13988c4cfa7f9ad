import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { valueAt, type JsonObject, type JsonValue } from '../../../src/service/domain/json.ts';
import { bundledOpenApi } from '../../../src/service/http/request-validators.ts';
import { BARE_PUSH, dailyIn, push } from '../../support/contract/bodies.ts';
import { HOUR_MS } from '../../support/contract/control.ts';
import type { ContractClient, Extra, Reply } from '../../support/contract/client.ts';
import { DescribedService, type DescribedOperation } from '../../support/service/described-service.ts';
import { clientOf, LOCAL, play, type Playground } from '../../support/service/running.ts';

// Keeps the document and the service in sync: for each operation and each documented status there is a real answer
// here, and each answer must match its schema.

const DOCUMENT = new DescribedService(bundledOpenApi());
const API = DOCUMENT.operations.filter(({ control }) => !control);
const [SALE_PUSH, WELCOME_EMAIL] = DOCUMENT.operation('create').examples as [JsonObject, JsonObject];
const READER = { ...LOCAL, appKey: 'reader', scopes: [] };
const UNKNOWN = 'f'.repeat(24);

function send(
  client: ContractClient,
  { method, path }: DescribedOperation,
  request: { readonly id?: string; readonly body?: JsonValue | undefined; readonly extra?: Extra },
): Promise<Reply> {
  const to = path.slice(1).replace('{campaign_id}', request.id ?? UNKNOWN);
  const hasBody = request.body !== undefined && method !== 'get';
  const rawBody = hasBody ? { rawBody: JSON.stringify(request.body) } : {};
  return client.send(method.toUpperCase(), to, undefined, { ...rawBody, ...request.extra });
}

/** An example with the ID of an existing draft. */
function ofDraft(example: JsonValue, id: string): JsonValue {
  return JSON.parse(JSON.stringify(example).replace(/"draft_id":"\w+"/, `"draft_id":"${id}"`)) as JsonValue;
}

describe('the service answers what the document says', () => {
  test.each(API)('$id does all its examples', async (operation) => {
    const { client, control } = await play();
    await control('POST', 'users', DOCUMENT.operation('control-users').examples[0] as JsonObject);
    for (const example of operation.examples.length === 0 ? [{}] : operation.examples) {
      const isStatus = operation.id === 'status';
      const id = await (isStatus ? client.published(WELCOME_EMAIL) : client.created(SALE_PUSH));
      const reply = await send(client, operation, { id, body: ofDraft(example, id) });
      expect(reply.status, reply.text).toBeLessThan(300);
      expect(DOCUMENT.answerErrors(operation, reply)).toEqual([]);
    }
  });

  /** Failing requests of every kind, for all operations that can fail like that. */
  const FAILING: Readonly<
    Record<number, (operation: DescribedOperation, world: Playground) => Promise<Reply>>
  > = {
    400: (operation, { client }) =>
      send(client, operation, { id: 'short', extra: operation.method === 'get' ? {} : { rawBody: '{' } }),
    401: (operation, { client }) =>
      send(client, operation, { body: {}, extra: { headers: { Authorization: null } } }),
    403: (operation, { service }) => send(clientOf(service, READER), operation, { body: {} }),
    404: (operation, { client }) =>
      send(client, operation, { body: operation.examples[1] ?? operation.examples[0] }),
    409: async (operation, { client }) => {
      const extra = { key: randomUUID() };
      await send(client, operation, { body: {}, extra });
      return send(client, operation, { body: { request_id: 'other' }, extra });
    },
    422: async (operation, { client }) => {
      const id = await client.created(BARE_PUSH);
      return send(client, operation, { id, body: ofDraft(operation.examples.at(-1) ?? {}, id) });
    },
    429: async (operation, { client }) => {
      await send(client, operation, { body: {} });
      return send(client, operation, { body: {} });
    },
    500: async (operation, { client, control }) => {
      await control('POST', 'faults', { operation: operation.id, kind: 'status', status: 500 });
      return send(client, operation, { body: {} });
    },
  };

  test.each(
    API.flatMap((operation) =>
      operation.statuses
        // A 403 for a status action depends on a quirk.
        .filter((status) => status >= 400 && !(status === 403 && operation.id === 'status'))
        .map((status) => ({ status, operation, id: operation.id })),
    ),
  )('$id fails with $status', async ({ status, operation }) => {
    const limits = status === 429 ? { [operation.id]: [{ limit: 1, spanMs: 1000 }] } : 'off';
    const world = await play({ workspaces: [LOCAL, READER], limits });
    const reply = await FAILING[status]?.(operation, world);
    expect(reply?.status, reply?.text).toBe(status);
    if (reply) expect(DOCUMENT.answerErrors(DOCUMENT.operation(operation.id), reply)).toEqual([]);
  });

  test('campaigns of every kind, as get, search and metadata return them', async () => {
    const { client, control, advance } = await play({ workspaces: [{ ...LOCAL, features: ['versioning'] }] });
    const sms = { channel: 'SMS', campaign_delivery_type: 'ONE_TIME', status: 'SENT', sender_name: 'Shop' };
    const node = { ...push('ONE_TIME'), flow_id: 'f', flow_name: 'Flow', status: 'ACTIVE' };
    const rejected = { ...push('ONE_TIME'), rejection_comment: 'too loud' };
    await control('POST', 'campaigns', { campaigns: [sms, node, rejected] });
    const daily = await client.published(
      push('PERIODIC', { scheduling_details: dailyIn(HOUR_MS, await client.now()) }),
    );
    const sale = await client.published(SALE_PUSH);
    await client.update(sale, { utm_params: { utm_source: 'a', utm_medium: 'b' } });
    await advance(50 * HOUR_MS);
    const page = { limit: 15, page: 1, include_child_campaigns: true };
    const statuses = ['DRAFT', 'SCHEDULED', 'ACTIVE', 'SENDING', 'PAUSED', 'SENT'];
    const all = { ...page, campaign_fields: { status: statuses } };
    const answers: [string, Reply][] = [
      ['search', await client.search(all)],
      ['get', await client.get(daily)],
      ['get', await client.get(sale)],
      ['meta', await client.meta(all)],
      ['executions', await client.executions(daily, { limit: 15, page: 1 })],
      ['validate', await client.validate(await client.created(BARE_PUSH))],
      ['validate', await client.validate(sale)],
    ];
    for (const [id, reply] of answers) {
      expect(reply.status, reply.text).toBe(200);
      expect([id, DOCUMENT.answerErrors(DOCUMENT.operation(id), reply)]).toEqual([id, []]);
    }
    expect(answers[4]?.[1].at('data.total_instances')).toBe(3);
    expect(answers[3]?.[1].text).toContain('"reachability_details":{');
  });

  test('a record has no field that the document does not have', async () => {
    const { client } = await play();
    const known = ['record_fields', 'push_record', 'email_record'].flatMap((name) =>
      Object.keys(valueAt(DOCUMENT.document, 'components', 'schemas', name, 'properties') as JsonObject),
    );
    for (const body of [SALE_PUSH, WELCOME_EMAIL]) {
      const record = (await client.get(await client.published(body))).at('data') as JsonObject;
      expect(known).toEqual(expect.arrayContaining(Object.keys(record)));
    }
  });

  test.each(DOCUMENT.operations.filter(({ control }) => control))('$id', async (operation) => {
    const { client, control } = await play();
    const id = await client.created(SALE_PUSH);
    await control('POST', 'users', DOCUMENT.operation('control-users').examples[0] as JsonObject);
    // Makes sure that the log, outbox and uploads have entries.
    for (const other of API) await send(client, other, { id, body: other.examples[0] });
    const [body] = operation.examples;
    const reply = await send(client, operation, { id, body });
    expect(reply.status, reply.text).toBe(200);
    expect(DOCUMENT.answerErrors(operation, reply)).toEqual([]);
    const extra = { headers: { Origin: 'https://a.example' } };
    const page = await send(client, operation, { id, body, extra });
    expect(page.status).toBe(403);
    expect(DOCUMENT.answerErrors(operation, page)).toEqual([]);
    await control('POST', 'reset');
  });

  test('the control interface when it refuses', async () => {
    const { client } = await play({ clock: 'real' });
    const refusals: [string, number, JsonValue][] = [
      ['control-move-clock', 409, { advance_ms: 1 }],
      ['control-edit-campaign', 404, {}],
      ['control-arm-fault', 400, {}],
      ['control-features', 400, {}],
      ['control-users', 400, {}],
    ];
    for (const [id, status, body] of refusals) {
      const operation = DOCUMENT.operation(id);
      const reply = await send(client, operation, { body });
      expect([id, reply.status, DOCUMENT.answerErrors(operation, reply)]).toEqual([id, status, []]);
    }
  });
});
