import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import type { ServiceOptions } from '../../../src/service/domain/service-options.ts';
import { startService, type RunningService } from '../../../src/service/http/start-service.ts';
import { answersIn, RawConnection } from '../../support/service/raw-connection.ts';
import { LOCAL } from '../../support/service/running.ts';

const TIMES = { headersTimeout: 150, requestTimeout: 300, connectionsCheckingInterval: 10, closeMs: 1000 };
/** For times longer than every test: a test that waited for one wouldn't end. */
const HOUR_MS = 3_600_000;
const PATIENT = {
  headersTimeout: HOUR_MS,
  requestTimeout: HOUR_MS,
  connectionsCheckingInterval: 1000,
  closeMs: HOUR_MS,
};
const MIB = 1024 * 1024;

let service: RunningService;
let lines: string[] = [];

afterEach(async () => {
  await service.close();
  expect(lines.filter((line) => !line.includes('"level":"info"'))).toEqual([]);
});

describe('slow clients get 408 and are disconnected', () => {
  test.each([
    ['nothing at all', ''],
    ['headers without end', 'GET /v5/campaigns/x HTTP/1.1\r\nHost: a\r\n'],
  ])('%s', async (_case, bytes) => {
    const connection = await connected(TIMES);
    const started = performance.now();
    connection.send(bytes);
    expectTimeOut(await connection.rest());
    expect(performance.now() - started).toBeGreaterThan(TIMES.headersTimeout - 20);
  });

  test.each(['/v5/campaigns', '/_control/campaigns'])('a body for %s that does not end', async (path) => {
    const connection = await connected(TIMES);
    connection.send(head('POST', path, ['Content-Length: 100']));
    const dripped = connection.drip(' ', 10);
    expectTimeOut(await connection.rest());
    await dripped;
  });
});

describe('what is too large', () => {
  test.each([
    ['a body of 5 MiB is read', 5 * MIB, 'the body is not JSON'],
    ['a byte more is too much', 5 * MIB + 1, 'the body is over 5 MiB'],
  ])('%s', async (_case, size, message) => {
    const connection = await connected();
    connection.send(head('POST', '/v5/campaigns', [`Content-Length: ${size}`]));
    connection.send(Buffer.alloc(size, 'x'));
    await connection.until(/\}$/);
    expect(answersIn(connection.received)).toMatchObject([{ status: 400, body: { error: { message } } }]);
  });

  test('too large a head is 431, however much of it arrives', async () => {
    const connection = await connected();
    connection.send(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(2 * MIB)}\r\n\r\n`);
    const answer = { status: 431, body: { error: { code: 'BAD_REQUEST' } } };
    expect(answersIn(await connection.rest())).toMatchObject([answer]);
  });
});

/** A connection to a new service. */
async function connected(times = PATIENT): Promise<RawConnection> {
  lines = [];
  const options: ServiceOptions = {
    ...{ port: 0, workspaces: [LOCAL], limits: 'off', clock: 'real', control: true },
    log: (line) => lines.push(line),
  };
  service = await startService(options, times);
  return new RawConnection(service.port);
}

function head(method: string, path: string, headers: readonly string[] = []): string {
  return [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Basic ${Buffer.from(`${LOCAL.appKey}:${LOCAL.apiKey}`).toString('base64')}`,
    `SVC-APPKEY: ${LOCAL.appKey}`,
    `Idempotency-Key: ${randomUUID()}`,
    `X-SVC-Request-Id: ${randomUUID()}`,
    'Content-Type: application/json',
    ...headers,
    '\r\n',
  ].join('\r\n');
}

function expectTimeOut(received: string): void {
  expect(answersIn(received)).toMatchObject([
    { status: 408, body: { error: { code: 'BAD_REQUEST', message: 'the request did not arrive in time' } } },
  ]);
}
