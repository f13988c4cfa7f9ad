import { afterEach, describe, expect, test } from 'vitest';
import type { ServiceOptions } from '../../../src/service/domain/service-options.ts';
import { startService, type RunningService } from '../../../src/service/http/start-service.ts';
import { RawConnection } from '../../support/service/raw-connection.ts';
import { clientOf, LOCAL, play } from '../../support/service/running.ts';

const TIMES = { headersMs: 600, requestMs: 1000, checkMs: 20, closeMs: 1000 };
const ID = 'a'.repeat(24);

let service: RunningService;
let lines: string[] = [];

afterEach(() => service.close());

describe('each request has one line in the log', () => {
  test.each([
    ['the description', 'GET', 'openapi.json', 200],
    ['control', 'GET', '_control/clock', 200],
    ['nothing', 'GET', 'nothing', 404],
    ['a malformed path', 'GET', '%zz', 400],
  ])('%s', async (_case, method, path, status) => {
    await started();
    await fetch(service.url + path, { method });
    expect(reported()).toMatchObject([
      { level: 'info', operation: null, method, path: `/${path}`, status, ms: expect.any(Number) as number },
    ]);
  });

  test.each([
    ['a malformed host', 'GET /x HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400, 'GET', '/x'],
    ['no HTTP', 'HELLO\r\n\r\n', 400, null, null],
    ['too large a head', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, null, null],
    ['half a head', 'GET /x HTTP/1.1\r\n', 408, null, null],
    ['half a body', 'POST /v5/campaigns HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{', 408, null, null],
  ])('%s, with what is known about it', async (_case, bytes, status, method, path) => {
    await started();
    const connection = new RawConnection(service.port);
    connection.send(bytes);
    await connection.rest();
    expect(reported()).toMatchObject([{ level: 'info', status, method, path, code: 'BAD_REQUEST' }]);
  });

  test('a failure of the service itself, with its operation, its time and its cause', async () => {
    const bugs = [new Error('a bug', { cause: new Error('its cause') })];
    await started({
      now: () => {
        const bug = bugs.pop();
        if (bug) throw bug;
        return Date.now();
      },
    });
    const answer = await clientOf(service, LOCAL).get(ID);
    expect([answer.status, answer.at('error.code')]).toEqual([500, 'INTERNAL_ERROR']);
    const [bug, line] = reported();
    expect(bug).toMatchObject({
      level: 'bug',
      error: expect.stringMatching(/^Error: a bug\n[^]*\[cause\]: Error: its cause\n/) as string,
    });
    expect(line).toMatchObject({ operation: 'get', status: 500, code: 'INTERNAL_ERROR' });
    expect(line).toMatchObject({ request_id: expect.stringMatching(/./) as string });
  });
});

describe('no line contains what a client sends', () => {
  test('longer than 256 characters', async () => {
    const { client, control, lines: long } = await play();
    const headers = { 'SVC-APPKEY': 'w'.repeat(999), 'Idempotency-Key': 'k'.repeat(999) };
    await client.send('POST', `v5/campaigns/${'p'.repeat(999)}`, undefined, { headers });
    const { value } = await control('GET', 'log');
    for (const text of [...long, JSON.stringify(value)]) expect(text).not.toMatch(/p{256}|w{256}|k{256}/);
    expect(value).toMatchObject({
      requests: [{ workspace: `${'w'.repeat(255)}…`, idempotency_key: `${'k'.repeat(255)}…` }],
    });
    await started();
  });

  test.each([
    ['a credential in an absolute address', 'GET http://u:secret@a b/x HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a query', 'GET /x?key=secret HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
    ['a header', 'GET /x HTTP/1.1\r\nAuthorization: secret\r\nbad header\r\n\r\n'],
  ])('with %s', async (_case, bytes) => {
    await started();
    const connection = new RawConnection(service.port);
    connection.send(bytes);
    await connection.rest();
    expect(reported()).toHaveLength(1);
    expect(lines.join('\n')).not.toContain('secret');
  });
});

async function started(changes: Partial<ServiceOptions> = {}): Promise<void> {
  lines = [];
  const options: ServiceOptions = {
    ...{ port: 0, workspaces: [LOCAL], limits: 'off', clock: 'real', control: true },
    log: (line) => lines.push(line),
  };
  service = await startService(
    Object.defineProperties(options, Object.getOwnPropertyDescriptors(changes)),
    TIMES,
  );
}

function reported(): readonly unknown[] {
  return lines.map((line): unknown => JSON.parse(line));
}
