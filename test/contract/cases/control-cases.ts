import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { BARE_PUSH, EVERYBODY, push, type Body } from '../../support/contract/bodies.ts';
import { contractOn, group } from '../../support/contract/contract.ts';
import { freshId, HOUR_MS } from '../../support/contract/control.ts';
import { FIRST_PAGE, OPERATIONS, previewFor, UTM } from '../../support/contract/operations.ts';
import { listAt, lookUp } from '../../support/contract/reply.ts';
import { A_NUMBER, A_TEXT, expectFailure, expectStatus } from '../../support/contract/verdicts.ts';

const contract = contractOn({ limits: 'off' });

/** Faults without a complete answer, and whether create it took place. */
const BROKEN: readonly [string, boolean][] = [
  ['reset-before', false],
  ['reset-after', true],
  ['truncate', true],
];

export const controlCases = group('control interface', [
  contract(['Control: clock'], 'the clock returns the time', async ({ control }) => {
    const answer = await control.send('GET', 'clock');
    expectStatus(answer, 200);
    expect(new Date(String(answer.at('now'))).getTime()).toBeGreaterThan(0);
  }),
  contract(['Control: clock'], 'the clock advances by milliseconds', async ({ control }) => {
    const before = await control.now();
    const answer = await control.send('POST', 'clock', { advance_ms: 60_000 });
    expect(new Date(String(answer.at('now'))).getTime() - before.getTime()).toBe(60_000);
    expect((await control.now()).getTime() - before.getTime()).toBe(60_000);
  }),
  contract(['Control: clock'], 'the clock jumps to an instant', async ({ control }) => {
    const later = new Date((await control.now()).getTime() + HOUR_MS).toISOString();
    expectStatus(await control.send('POST', 'clock', { now: later }), 200);
    expect((await control.now()).toISOString()).toBe(later);
  }),

  contract(
    ['Control: faults', 'Errors 500', 'Error envelope', 'Error codes'],
    'a fault of status 500 is INTERNAL_ERROR in the envelope',
    async ({ client, control }) => {
      await control.fault({ operation: 'get', kind: 'status', status: 500 });
      expectFailure(await client.get(freshId()), 500, 'INTERNAL_ERROR');
    },
  ),
  contract(
    ['Control: faults', 'Errors 429'],
    'a fault may answer 429 with headers',
    async ({ client, control }) => {
      await control.fault({ operation: 'get', kind: 'status', status: 429, headers: { 'Retry-After': '7' } });
      const answer = await client.get(freshId());
      expectFailure(answer, 429, 'RATE_LIMITED');
      expect(answer.headers.get('retry-after')).toBe('7');
    },
  ),
  contract(['Control: faults'], 'a fault begins at nth and lasts times', async ({ client, control }) => {
    const id = await client.created(BARE_PUSH);
    await control.fault({ operation: 'get', kind: 'status', status: 500, nth: 2, times: 2 });
    const statuses: number[] = [];
    for (let call = 0; call < 4; call += 1) statuses.push((await client.get(id)).status);
    expect(statuses).toEqual([200, 500, 500, 200]);
  }),
  contract(['Control: faults'], 'a fault affects only its operation', async ({ client, control }) => {
    await control.fault({ operation: 'get', kind: 'status', status: 500 });
    const id = await client.created(BARE_PUSH);
    expectStatus(await client.validate(id), 200);
    expectStatus(await client.get(id), 500);
  }),
  contract(['Control: faults'], 'faults can be removed', async ({ client, control }) => {
    const id = await client.created(BARE_PUSH);
    await control.fault({ operation: 'get', kind: 'status', status: 500, times: 100 });
    expect((await control.send('DELETE', 'faults')).status).toBe(200);
    expectStatus(await client.get(id), 200);
  }),
  contract(['Control: faults'], 'a fault of probability 0 affects nothing', async ({ client, control }) => {
    const id = await client.created(BARE_PUSH);
    await control.fault({ operation: 'get', kind: 'status', status: 500, probability: 0 });
    expectStatus(await client.get(id), 200);
    await control.send('DELETE', 'faults');
  }),
  ...BROKEN.map(([kind, isDone]) =>
    contract(
      ['Control: faults'],
      `after the fault ${kind} the work ${isDone ? 'is' : 'is not'} done`,
      async ({ client, control }) => {
        const created_by = `${randomUUID()}@example.com`;
        await control.fault({ operation: 'create', kind });
        await expect(client.create({ ...BARE_PUSH, created_by })).rejects.toThrow();
        const campaign_fields = { created_by: [created_by], status: ['DRAFT'] };
        const found = await client.search({ ...FIRST_PAGE, campaign_fields });
        expect(found.at('data.campaigns')).toHaveLength(isDone ? 1 : 0);
      },
    ),
  ),
  contract(['Control: faults'], 'a fault may answer with an HTML page', async ({ client, control }) => {
    await control.fault({ operation: 'get', kind: 'html', status: 502 });
    const answer = await client.get(freshId());
    expect([answer.status, answer.text.includes('<')]).toEqual([502, true]);
  }),
  contract(['Control: faults'], 'a fault may send a wrong content type', async ({ client, control }) => {
    const id = await client.created(BARE_PUSH);
    await control.fault({ operation: 'get', kind: 'content-type' });
    const answer = await client.get(id);
    expect([answer.status, answer.at('data.id')]).toEqual([200, id]);
    expect(answer.headers.get('content-type')).not.toContain('json');
  }),
  ...['slow', 'delay'].map((kind) =>
    contract(['Control: faults'], `the fault ${kind} takes its time`, async ({ client, control }) => {
      const id = await client.created(BARE_PUSH);
      await control.fault({ operation: 'get', kind, ms: 300 });
      const before = performance.now();
      expectStatus(await client.get(id), 200);
      expect(performance.now() - before).toBeGreaterThan(250);
    }),
  ),
  contract(['Control: faults'], 'refuses a fault without a kind', async ({ control }) => {
    expectStatus(await control.send('POST', 'faults', { operation: 'get', kind: 'gremlin' }), 400);
  }),

  contract(['Control: campaigns'], 'records are stored as they are given', async ({ client, control }) => {
    const id = freshId();
    const record = {
      ...push('PERIODIC'),
      id,
      status: 'PAUSED',
      created_at: '2024-07-04 08:00:54.847000',
      anything: { else: [1] },
    };
    expect(await control.seed(record)).toEqual([id]);
    expect((await client.get(id)).at('data')).toMatchObject(record);
  }),
  contract(['Control: campaigns'], 'a manual edit ignores all locks', async ({ client, control }) => {
    const id = await control.seedOne({ ...push('EVENT_TRIGGERED'), status: 'STOPPED' });
    const edit: Body = {
      segmentation_details: { ...EVERYBODY, send_campaign_to_opt_out_users: true },
      status: 'ACTIVE',
    };
    expectStatus(await control.send('PATCH', `campaigns/${id}`, edit), 200);
    expect((await client.get(id)).at('data')).toMatchObject(edit);
  }),

  ...OPERATIONS.map(({ name, section, send }) =>
    contract(['Control: log', section], `the log has ${name}`, async (given) => {
      const key = randomUUID();
      const requestId = freshId();
      const id = await given.client.created(push('EVENT_TRIGGERED'));
      const { status } = await send(given.client, id, { key, headers: { 'X-SVC-Request-Id': requestId } });
      const entry = (await given.control.log()).find((one) => lookUp(one, 'request_id') === requestId);
      const request = { n: A_NUMBER, at: A_TEXT, method: A_TEXT, path: A_TEXT };
      expect(entry).toMatchObject({ operation: name, status, request_id: requestId, ...request });
    }),
  ),
  contract(['Control: log'], 'the log has the idempotency key and counts', async ({ client, control }) => {
    const key = randomUUID();
    const id = await client.created(BARE_PUSH);
    await client.update(id, UTM, { key });
    await client.update(id, UTM, { key });
    const entries = (await control.log()).filter((one) => lookUp(one, 'idempotency_key') === key);
    expect(entries).toHaveLength(2);
    const [first, second] = entries.map((one) => Number(lookUp(one, 'n')));
    expect((second ?? 0) - (first ?? 0)).toBe(1);
    expect(entries.every((one) => lookUp(one, 'effect') !== undefined)).toBe(true);
  }),
  contract(['Control: quirks'], 'quirks are set, shown and cleared', async ({ control }) => {
    const quirks = ['search-rows=partial', 'read-lag=30s'];
    const before = (await control.send('GET', 'quirks')).at('quirks');
    expect((await control.send('POST', 'quirks', { quirks })).at('quirks')).toEqual(quirks);
    expect((await control.send('GET', 'quirks')).at('quirks')).toEqual(quirks);
    expect((await control.send('DELETE', 'quirks')).at('quirks')).toEqual([]);
    expectStatus(await control.send('POST', 'reset'), 200);
    expect((await control.send('GET', 'quirks')).at('quirks')).toEqual(before);
  }),
  contract(['Control: quirks'], 'an unknown quirk changes none', async ({ control }) => {
    const before = (await control.send('GET', 'quirks')).at('quirks');
    const answer = await control.send('POST', 'quirks', { quirks: ['gremlins'] });
    expectFailure(answer, 400, 'VALIDATION_FAILED');
    expect((await control.send('GET', 'quirks')).at('quirks')).toEqual(before);
  }),
  contract(['Control: outbox'], 'the outbox is a list of messages', async ({ control }) => {
    const answer = await control.send('GET', 'outbox');
    expectStatus(answer, 200);
    expect(answer.at('messages')).toEqual([...listAt(answer, 'messages')]);
  }),
  contract(['Control: users', 'W17'], 'an added user can be used in a preview', async (given) => {
    const value = freshId();
    expectStatus(await given.client.preview(previewFor(value)), 400);
    const users = [{ id: value, email: `${value}@example.com`, push_id: `push-${value}`, attributes: {} }];
    expectStatus(await given.control.send('POST', 'users', { users }), 200);
    expectStatus(await given.client.preview(previewFor(value)), 200);
  }),
  contract(['Control: reset'], 'a reset deletes campaigns and keys', async ({ client, control }) => {
    const key = randomUUID();
    const id = String((await client.create(BARE_PUSH, { key })).at('data.id'));
    expectStatus(await control.send('POST', 'reset'), 200);
    expectFailure(await client.get(id), 404, 'NOT_FOUND');
    expectStatus(await client.create(BARE_PUSH, { key }), 201);
  }),
  contract(['Control: reset', 'Control: outbox'], 'a reset empties the outbox', async ({ control }) => {
    expectStatus(await control.send('POST', 'reset'), 200);
    expect(await control.outbox()).toEqual([]);
  }),
]);
