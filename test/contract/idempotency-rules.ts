import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { BARE_EMAIL, BARE_PUSH, HOUR_MS } from './support/bodies.ts';
import { ContractClient } from './support/client.ts';
import type { TargetOf } from './support/target.ts';

/** Specification, Common request headers and Create request body; open points W14, W23 and W24. */
export function idempotencyRules(target: TargetOf): void {
  describe('idempotency', () => {
    let client: ContractClient;
    let id: string;
    beforeAll(async () => {
      client = new ContractClient(target());
      id = await client.created(BARE_PUSH);
    });
    const advance = async (ms: number, skip: () => void): Promise<void> => {
      const { advance: pass } = target();
      if (!pass) skip();
      else await pass(ms);
    };

    const MISSING = { headers: { 'Idempotency-Key': null } };
    test.each([
      ['create', 400, () => client.create(BARE_PUSH, MISSING)],
      ['update', 400, () => client.update(id, {}, MISSING)],
      ['status', 400, () => client.act(id, 'STOP', MISSING)],
      ['search', 400, () => client.search({ limit: 1, page: 1 }, MISSING)],
      ['validate', 200, () => client.validate(id, MISSING)],
      ['get', 200, () => client.get(id, MISSING)],
      ['publish', 422, () => client.publish(id, MISSING)],
    ])('%s without a key answers %i', async (_operation, status, run) => {
      const answer = await run();
      expect(answer.status).toBe(status);
      if (status === 400) expect(answer.at('error.target')).toBe('Idempotency-Key');
    });

    test.each(['', 'abc', '1b0e7c58-9a5f-1d42-8f5c-0d2f3f6b7a10', '1b0e7c58-9a5f-4d42-7f5c-0d2f3f6b7a10'])(
      'the key %j is not a UUID v4',
      async (key) => {
        const answer = await client.create(BARE_PUSH, { key });
        expect([answer.status, answer.at('error.code')]).toEqual([400, 'VALIDATION_FAILED']);
      },
    );

    test('the same request with the same key gets the same answer, byte for byte, and has one effect', async () => {
      const key = randomUUID();
      const first = await client.create(BARE_PUSH, { key });
      const again = await client.create(BARE_PUSH, { key });
      expect([again.status, again.text]).toEqual([first.status, first.text]);
      expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
    });

    test('a failure is kept like a success', async () => {
      const key = randomUUID();
      const first = await client.create({ ...BARE_PUSH, channel: 'FAX' }, { key });
      expect(first.status).toBe(400);
      expect((await client.create({ ...BARE_PUSH, channel: 'FAX' }, { key })).text).toBe(first.text);
    });

    test.each([
      ['another body', () => client.create(BARE_EMAIL, { key: SHARED })],
      ['another path', () => client.search(BARE_PUSH, { key: SHARED })],
      ['another method', () => client.update(id, BARE_PUSH, { key: SHARED })],
    ])('the same key with %s is 409 BAD_REQUEST', async (_case, run) => {
      await client.create(BARE_PUSH, { key: SHARED });
      const answer = await run();
      expect([answer.status, answer.at('error.code')]).toEqual([409, 'BAD_REQUEST']);
    });

    test('an old key with an old search answers the old rows', async () => {
      const key = randomUUID();
      const query = { limit: 15, page: 1, campaign_fields: { status: ['DRAFT'] } };
      const before = await client.search(query, { key });
      await client.created(BARE_PUSH);
      expect((await client.search(query, { key })).text).toBe(before.text);
    });

    test('a key is free again after 24 hours', async ({ skip }) => {
      const key = randomUUID();
      const first = await client.create(BARE_PUSH, { key });
      await advance(24 * HOUR_MS - 1, skip);
      expect((await client.create(BARE_PUSH, { key })).text).toBe(first.text);
      await advance(1, skip);
      const later = await client.create(BARE_PUSH, { key });
      expect(later.at('data.id')).not.toBe(first.at('data.id'));
    });

    test.each([
      ['Push', BARE_PUSH, HOUR_MS],
      ['Email', BARE_EMAIL, 24 * HOUR_MS],
    ])(
      'a request_id is taken after a %s creation, and free when its time is over',
      async (_channel, body, taken) => {
        const request = { ...body, request_id: randomUUID() };
        const extra = { headers: { 'X-SVC-Request-Id': request.request_id } };
        expect((await client.create(request, extra)).status).toBe(201);
        const reused = await client.create(request, extra);
        expect([reused.status, reused.at('error.code'), reused.at('error.target')]).toEqual([
          ...[400, 'VALIDATION_FAILED', 'request_id'],
        ]);
        const { advance: pass } = target();
        if (!pass) return;
        await pass(taken - 1);
        expect((await client.create(request, extra)).status).toBe(400);
        await pass(1);
        expect((await client.create(request, extra)).status).toBe(201);
      },
    );

    test('a request_id is free at once after a creation that failed', async () => {
      const extra = { headers: { 'X-SVC-Request-Id': randomUUID() } };
      expect((await client.create({ ...BARE_PUSH, channel: 'FAX' }, extra)).status).toBe(400);
      expect((await client.create(BARE_PUSH, extra)).status).toBe(201);
    });
  });
}

const SHARED = 'c9f1d6c0-3f0e-4a55-9f0a-3b1f5f1d2e77';
