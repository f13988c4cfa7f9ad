import { describe, expect, test } from 'vitest';
import { FaultBox, type Fault } from '../../../../src/service/http/faults.ts';
import { BARE_PUSH } from '../../../support/contract/bodies.ts';
import type { Reply } from '../../../support/contract/client.ts';
import { play } from '../../../support/service/running.ts';

const KEY = '7b2d1f7e-5b1c-4f0a-8a57-2f6f6f1f9b11';
const FAULT: Fault = {
  ...{
    kind: 'status',
    operation: 'create',
    nth: 1,
    times: 1,
    probability: 1,
    status: 500,
    headers: {},
    ms: 0,
  },
};

async function codeOf(request: Promise<Reply>): Promise<string> {
  return request.then(
    ({ status }) => String(status),
    (error: unknown) => (error instanceof Error ? causeOf(error) : 'no error'),
  );
}

function causeOf(error: Error): string {
  return 'code' in error ? String(error.code) : error.message;
}

describe('which request a fault affects', () => {
  test.each<[string, Partial<Fault>, string]>([
    ['the first', {}, 'x....'],
    ['the third', { nth: 3 }, '..x..'],
    ['three in a row', { times: 3 }, 'xxx..'],
    ['two from the second on', { nth: 2, times: 2 }, '.xx..'],
    ['none with probability 0', { probability: 0, times: 9 }, '.....'],
    ['any operation', { operation: null, times: 9 }, 'xxxxx'],
    ['none of another operation', { operation: 'get', times: 9 }, '.....'],
  ])('%s', (_case, changes, pattern) => {
    const box = new FaultBox(() => 0.5);
    box.arm({ ...FAULT, ...changes });
    expect(Array.from({ length: 5 }, () => (box.draw('create') ? 'x' : '.')).join('')).toBe(pattern);
  });

  test('the probability applies to each request', () => {
    const draws = [0.9, 0.1, 0.4, 0.2];
    const box = new FaultBox(() => draws.shift() ?? 1);
    box.arm({ ...FAULT, probability: 0.3, times: 9 });
    expect(Array.from({ length: 4 }, () => (box.draw('create') ? 'x' : '.')).join('')).toBe('.x.x');
  });
});

describe('which faults are listed', () => {
  test('those that can still affect requests', () => {
    const box = new FaultBox(() => 0.5);
    const [once, twice, never] = [FAULT, { ...FAULT, times: 2 }, { ...FAULT, operation: 'get' as const }];
    for (const fault of [once, twice, never]) box.arm(fault);
    const left = Array.from({ length: 4 }, () => {
      box.draw('create');
      return box.list();
    });
    expect(left).toEqual([[twice, never], [twice, never], [never], [never]]);
  });

  test('not those that have had their last failure', async () => {
    const { client, control } = await play();
    await control('POST', 'faults', { kind: 'status', status: 503 });
    await client.create(BARE_PUSH);
    const { value } = await control('POST', 'faults', { kind: 'html' });
    expect(value).toMatchObject({ faults: [{ kind: 'html' }] });
    expect(value).not.toMatchObject({ faults: [{}, {}] });
  });
});

describe('the headers of a fault', () => {
  test.each(['content-type', 'Content-Type', 'CONTENT-TYPE'])(
    'replaces the header %s of the answer',
    async (name) => {
      const { client, control } = await play();
      await control('POST', 'faults', { kind: 'delay', headers: { [name]: 'x/y' } });
      const answer = await client.create(BARE_PUSH);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([201, 'x/y']);
    },
  );

  test.each(['Content-Length', 'transfer-encoding', 'Connection', 'TRAILER', 'Upgrade'])(
    'refuses the header %s, which would break the framing',
    async (name) => {
      const { control } = await play();
      const answer = await control('POST', 'faults', {
        kind: 'delay',
        headers: { [name]: '5', 'X-Fine': '1' },
      });
      expect(answer).toMatchObject({
        status: 400,
        value: { error: { target: `headers.${name}`, details: [{}] } },
      });
    },
  );

  test('an answer without a body has no length', async () => {
    const { client, control } = await play();
    await control('POST', 'faults', { kind: 'status', status: 204 });
    const answer = await client.create(BARE_PUSH);
    expect([answer.status, answer.text, answer.headers.get('content-length')]).toEqual([204, '', null]);
    expect((await client.create(BARE_PUSH)).status).toBe(201);
  });
});

describe('faults over HTTP', () => {
  test('status: the work is not done and the failure is in the envelope, with the requested headers', async () => {
    const { client, control } = await play();
    await control('POST', 'faults', {
      operation: 'create',
      kind: 'status',
      status: 429,
      headers: { 'Retry-After': '7' },
    });
    const answer = await client.create(BARE_PUSH, { key: KEY });
    expect([answer.status, answer.at('error.code'), answer.headers.get('retry-after')]).toEqual([
      429,
      'RATE_LIMITED',
      '7',
    ]);
    expect(
      (await client.search({ limit: 15, page: 1, campaign_fields: { status: ['DRAFT'] } })).at(
        'data.campaigns',
      ),
    ).toEqual([]);
    expect((await client.create(BARE_PUSH, { key: KEY })).status).toBe(201);
  });

  test.each([
    ['reset-before', 'ECONNRESET', 'created', 'none'],
    ['reset-after', 'ECONNRESET', 'replayed', 'created'],
    ['truncate', 'UND_ERR_SOCKET', 'replayed', 'created'],
  ])(
    '%s: the connection breaks with %s; the request with the same key is then %s',
    async (kind, code, then, effect) => {
      const { client, control } = await play();
      await control('POST', 'faults', { operation: 'create', kind });
      expect(await codeOf(client.create(BARE_PUSH, { key: KEY }))).toBe(code);
      expect((await client.create(BARE_PUSH, { key: KEY })).status).toBe(201);
      const { value } = await control('GET', 'log');
      expect(value).toMatchObject({
        requests: [
          { effect: expect.stringContaining(effect) as string },
          { effect: expect.stringContaining(then) as string },
        ],
      });
    },
  );

  test("html: a web page is returned instead of the service's answer", async () => {
    const { client, control } = await play();
    await control('POST', 'faults', { kind: 'html', status: 502 });
    const answer = await client.create(BARE_PUSH);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([502, 'text/html']);
    expect(answer.text).toContain('<html>');
  });

  test('content-type: the correct answer claims to be text', async () => {
    const { client, control } = await play();
    await control('POST', 'faults', { kind: 'content-type' });
    const answer = await client.create(BARE_PUSH);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([201, 'text/plain']);
    expect(answer.at('data.status')).toBe('DRAFT');
  });

  test.each(['slow', 'delay'])('%s: the correct answer is slow', async (kind) => {
    const { client, control } = await play();
    await control('POST', 'faults', { kind, ms: 300 });
    const started = performance.now();
    expect((await client.create(BARE_PUSH)).at('data.status')).toBe('DRAFT');
    expect(performance.now() - started).toBeGreaterThan(250);
  });

  test('delay: while the request is in progress, its key is refused with 409; afterward it works again', async () => {
    const { client, control } = await play();
    await control('POST', 'faults', { kind: 'delay', ms: 400 });
    const first = client.create(BARE_PUSH, { key: KEY });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const second = await client.create(BARE_PUSH, { key: KEY });
    expect([second.status, second.at('error.code')]).toEqual([409, 'BAD_REQUEST']);
    const { text } = await first;
    expect((await client.create(BARE_PUSH, { key: KEY })).text).toBe(text);
  });

  test('DELETE removes the faults', async () => {
    const { client, control } = await play();
    await control('POST', 'faults', { kind: 'status', times: 99 });
    expect((await client.create(BARE_PUSH)).status).toBe(500);
    expect(await control('DELETE', 'faults')).toEqual({ status: 200, value: { faults: [] } });
    expect((await client.create(BARE_PUSH)).status).toBe(201);
  });

  test.each([
    [{}, 'kind'],
    [{ kind: 'explode' }, 'kind'],
    [{ kind: 'status', operation: 'paint' }, 'operation'],
    [{ kind: 'status', nth: 0 }, 'nth'],
    [{ kind: 'status', times: 1.5 }, 'times'],
    [{ kind: 'status', probability: 2 }, 'probability'],
    [{ kind: 'status', status: 99 }, 'status'],
    [{ kind: 'status', headers: { 'a b': 'x' } }, 'headers'],
    [{ kind: 'delay', ms: '5' }, 'ms'],
    [{ kind: 'delay', millis: 5 }, 'millis'],
  ])('refuses the request %j', async (order, target) => {
    const { control } = await play();
    const answer = await control('POST', 'faults', order);
    expect(answer).toMatchObject({ status: 400, value: { error: { target } } });
  });
});
