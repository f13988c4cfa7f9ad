import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { BARE_PUSH, push } from './support/bodies.ts';
import { ContractClient, type Extra } from './support/client.ts';
import type { TargetOf } from './support/target.ts';

const UNKNOWN_ID = 'f'.repeat(24);

/** Specification, Errors; open points W1 to W4, W22 and W29. */
export function envelopeRules(target: TargetOf): void {
  describe('envelopes', () => {
    let client: ContractClient;
    let id: string;
    beforeAll(async () => {
      client = new ContractClient(target());
      id = await client.created(push('ONE_TIME'));
    });

    test('a creation answers 201 with id and status DRAFT', async () => {
      const answer = await client.create(BARE_PUSH);
      expect(answer.status).toBe(201);
      expect(answer.at('type')).toBe('campaign');
      expect(answer.at('response_id')).toEqual(expect.stringMatching(/.+/));
      expect(answer.at('data.id')).toEqual(expect.stringMatching(/^[0-9a-f]{24}$/));
      expect(answer.at('data.status')).toBe('DRAFT');
    });

    test('get answers the whole record, without nulls, with times in UTC that carry no zone', async () => {
      const answer = await client.get(id);
      const time = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{6}$/;
      expect(answer.status).toBe(200);
      expect(answer.at('data')).toEqual({
        ...push('ONE_TIME'),
        ...{ id, campaign_id: id, status: 'DRAFT', updated_by: BARE_PUSH.created_by },
        created_at: expect.stringMatching(time) as string,
        updated_at: expect.stringMatching(time) as string,
      });
    });

    test('an error carries response_id, code, message, target, details and the request id of the call', async () => {
      const answer = await client.create(
        { ...BARE_PUSH, channel: 'FAX', request_id: 'r-1' },
        withoutRequestId(),
      );
      expect(answer.status).toBe(400);
      expect(answer.at('response_id')).toEqual(expect.stringMatching(/.+/));
      expect(answer.at('error')).toEqual({
        code: 'VALIDATION_FAILED',
        message: expect.stringContaining('channel') as string,
        target: 'channel',
        details: [{ target: 'channel', message: expect.any(String) as string }],
        request_id: 'r-1',
      });
    });

    test.each([
      ['get', () => client.get(UNKNOWN_ID)],
      ['update', () => client.update(UNKNOWN_ID, {})],
      ['validate', () => client.validate(UNKNOWN_ID)],
      ['status', () => client.act(UNKNOWN_ID, 'STOP')],
      ['publish', () => client.publish(UNKNOWN_ID)],
    ])('%s of an unknown campaign is 404 NOT_FOUND', async (_operation, run) => {
      const answer = await run();
      expect([answer.status, answer.at('error.code')]).toEqual([404, 'NOT_FOUND']);
    });

    test.each<[string, string, string, Extra, number, string]>([
      ['malformed JSON', 'POST', 'v5/campaigns', { rawBody: '{"channel": ' }, 400, 'BAD_REQUEST'],
      ['an empty body', 'POST', 'v5/campaigns', { rawBody: '' }, 400, 'BAD_REQUEST'],
      ['a list as body', 'POST', 'v5/campaigns', { rawBody: '[]' }, 400, 'BAD_REQUEST'],
      [
        'endless nesting',
        'POST',
        'v5/campaigns',
        { rawBody: '['.repeat(50_000) + ']'.repeat(50_000) },
        400,
        'BAD_REQUEST',
      ],
      [
        'another content type',
        'POST',
        'v5/campaigns',
        { rawBody: '{}', headers: { 'Content-Type': 'text/plain' } },
        400,
        'BAD_REQUEST',
      ],
      [
        'a body over 5 MiB',
        'POST',
        'v5/campaigns',
        { rawBody: `"${'x'.repeat(5 * 1024 * 1024)}"` },
        400,
        'BAD_REQUEST',
      ],
      ['a malformed identifier', 'GET', 'v5/campaigns/nonsense', {}, 400, 'BAD_REQUEST'],
      ['a malformed escape', 'GET', 'v5/campaigns/%ZZ', {}, 400, 'BAD_REQUEST'],
      ['an unknown route', 'GET', 'v5/nothing', {}, 404, 'NOT_FOUND'],
      ['an unknown method', 'DELETE', `v5/campaigns/${UNKNOWN_ID}`, {}, 404, 'NOT_FOUND'],
    ])('%s gets the error envelope', async (_case, method, path, extra, status, code) => {
      const answer = await client.send(method, path, undefined, extra);
      expect([answer.status, answer.at('error.code')]).toEqual([status, code]);
      expect(answer.headers.get('content-type')).toContain('application/json');
    });

    test('a creation without any request id is 400 on the header', async () => {
      const answer = await client.create(BARE_PUSH, withoutRequestId());
      expect([answer.status, answer.at('error.target')]).toEqual([400, 'X-SVC-Request-Id']);
    });

    test('a request id in the body is enough', async () => {
      const body = { ...BARE_PUSH, request_id: randomUUID() };
      expect((await client.create(body, withoutRequestId())).status).toBe(201);
    });

    test('request ids in header and body must be equal, on any operation', async () => {
      const body = { request_id: 'one' };
      const extra = { headers: { 'X-SVC-Request-Id': 'other' } };
      const answers = [
        await client.create({ ...BARE_PUSH, ...body }, extra),
        await client.update(id, body, extra),
        await client.search({ limit: 1, page: 1, ...body }, extra),
      ];
      expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
      expect(answers.map((answer) => answer.at('error.code'))).toEqual(
        answers.map(() => 'VALIDATION_FAILED'),
      );
    });
  });
}

function withoutRequestId(): Extra {
  return { headers: { 'X-SVC-Request-Id': null } };
}
