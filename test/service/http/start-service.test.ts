import { once } from 'node:events';
import { connect } from 'node:net';
import { Agent, request } from 'undici';
import { describe, expect, test } from 'vitest';
import type { ServiceOptions } from '../../../src/service/domain/service-options.ts';
import { startService } from '../../../src/service/http/start-service.ts';
import { BARE_PUSH } from '../../support/contract/bodies.ts';
import { RawConnection } from '../../support/service/raw-connection.ts';
import { LOCAL, play } from '../../support/service/running.ts';

const OPTIONS: ServiceOptions = {
  ...{ port: 0, workspaces: [LOCAL], control: false },
  ...{ limits: 'off', clock: 'real' },
};

describe('start and close', () => {
  test('says where it listens, on loopback', async () => {
    const { service } = await play();
    expect(service.url).toBe(`http://127.0.0.1:${service.port}/`);
  });

  test("a port in use is the system's error, with its code", async () => {
    const { service } = await play();
    await expect(startService({ ...OPTIONS, port: service.port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });

  test('closing does not wait for idle connections, and can be requested twice', async () => {
    const service = await startService(OPTIONS);
    const dispatcher = new Agent({ keepAliveTimeout: 60_000 });
    await (await request(service.url, { dispatcher })).body.dump();
    await Promise.all([service.close(), service.close()]);
    await service.close();
    await dispatcher.close();
  });

  test('closing ends a delay', async () => {
    const { service, client, control } = await play();
    await control('POST', 'faults', { kind: 'delay', ms: 60_000 });
    const answer = client.create(BARE_PUSH).catch(() => null);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await service.close();
    await answer;
  });
});

describe('what is not HTTP, or barely', () => {
  test.each([
    ['bytes that are not HTTP', 'HELLO\r\n\r\n'],
    ['no Host header', 'GET /v5/campaigns HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['an impossible Host header', 'GET /v5/campaigns HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
    ['a backslash in the path', 'GET /v5\\campaigns HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ])('%s gets the envelope', async (_case, bytes) => {
    const { service } = await play();
    const socket = connect(service.port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    socket.on('error', () => undefined);
    socket.write(bytes);
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1.1 40[04]/);
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toMatchObject({
      error: { code: /./, details: [] },
    });
  });
});

test('HTTP/1.0 needs no Host header', async () => {
  const { service } = await play();
  const connection = new RawConnection(service.port);
  connection.send('GET /openapi.json HTTP/1.0\r\n\r\n');
  const received = await connection.rest();
  expect(received).toMatch(/^HTTP\/1\.1 200 /);
  expect(received).toContain(`"url": "${service.url}"`);
});

describe('the log', () => {
  test('is one line of JSON per request, without any secret', async () => {
    const { client, lines } = await play();
    await client.create(BARE_PUSH);
    await client.create(BARE_PUSH, { headers: { Authorization: null } });
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { level: 'info', operation: 'create', status: 201, code: null },
      { level: 'info', operation: 'create', status: 401, code: 'UNAUTHORIZED' },
    ]);
    const secrets = [
      LOCAL.apiKey,
      Buffer.from(`${LOCAL.appKey}:${LOCAL.apiKey}`).toString('base64'),
      'Basic',
    ];
    for (const secret of secrets) expect(lines.join('\n')).not.toContain(secret);
  });
});
