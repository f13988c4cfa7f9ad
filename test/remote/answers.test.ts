import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, createServer as createTcpServer, type Server as AnyServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { CampaignService } from '../../src/remote/campaign-service.ts';
import { HttpClient } from '../../src/remote/http-client.ts';
import { isTrustFault } from '../../src/remote/unreadable.ts';
import { campaignId, WORKSPACE } from '../support/builders.ts';
import { OWN_CERTIFICATE } from '../support/certificate.ts';
import { fakeChance, FakeClock } from '../support/fake-clock.ts';

// What comes back is text, or it is refused: nothing is repaired, and the hop that failed is named.

const opened: { close: () => unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

async function listen(server: AnyServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push(server);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it has a port');
  return address.port;
}

function ask(baseUrl: string, environment: Record<string, string> = {}) {
  const client = new HttpClient({
    workspace: { ...WORKSPACE, baseUrl },
    ...{ apiKey: 'key', environment, clock: { now: () => 0 }, redact: (text: string) => text },
  });
  opened.push(client);
  const keys = { requestId: 'a', idempotencyKey: 'b' };
  return client.call({ method: 'GET', path: '/v5/campaigns/a', keys });
}

it('is not asked for again, nor read, if the certificate is not trusted', async () => {
  let requests = 0;
  const server = createSecureServer(OWN_CERTIFICATE, () => (requests += 1));
  let connections = 0;
  server.on('connection', () => (connections += 1));
  const baseUrl = `https://localhost:${await listen(server)}/`;
  expect(await ask(baseUrl)).toMatchObject({
    ...{ kind: 'unclear', cause: 'unreachable' },
    problem: { code: 'not-trusted', baseUrl },
  });
  expect([connections, requests]).toEqual([1, 0]);
});

it.each([
  ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ...[
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'CERT_HAS_EXPIRED',
    'CERT_NOT_YET_VALID',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ],
])('%s is about a certificate', (code) => {
  expect(isTrustFault(code)).toBe(true);
});

async function answered(listener: RequestListener) {
  const port = await listen(createServer(listener));
  return ask(`http://127.0.0.1:${port}/`);
}

const ENVELOPE = JSON.stringify({ response_id: 'r', data: { name: 'Müller' } });

it('is text as it came', async () => {
  const asked: (string | undefined)[] = [];
  const answer = await answered((request, response) => {
    asked.push(String(request.headers['accept-encoding']));
    response.end(ENVELOPE);
  });
  expect(answer).toEqual({ kind: 'done', data: { name: 'Müller' }, responseId: 'r' });
  expect(asked).toEqual(['identity']);
});

it('is malformed if it is compressed, in another character set, or nested too deeply', async () => {
  const compressed = await answered((_, response) => {
    response.setHeader('content-encoding', 'gzip');
    response.end(gzipSync(ENVELOPE));
  });
  const malformed = { kind: 'unclear', cause: 'malformed', answered: true };
  expect(compressed).toEqual({ ...malformed, problem: { code: 'not-text', status: 200, coding: 'gzip' } });
  const latin = await answered((_, response) => response.end(Buffer.from(ENVELOPE, 'latin1')));
  expect(latin).toEqual({ ...malformed, problem: { code: 'not-text', status: 200 } });
  const wide = await answered((_, response) => response.end(Buffer.from(ENVELOPE, 'utf16le')));
  expect(wide).toEqual({ ...malformed, problem: { code: 'not-text', status: 200 } });
  const deep = `{"data":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`;
  expect(await answered((_, response) => response.end(deep))).toMatchObject({
    ...malformed,
    problem: { code: 'unexpected', status: 200 },
  });
});

it('has a row that says nothing if only that is nested too deeply', async () => {
  const deep = `${'{"a":'.repeat(300)}1${'}'.repeat(300)}`;
  const rows = `{"data":{"campaigns":[{"id":"a"},${deep}]}}`;
  expect(await answered((_, response) => response.end(rows))).toMatchObject({
    ...{ kind: 'done', data: { campaigns: [{ id: 'a' }, null] } },
  });
});

it('is missing, with the reason, if its headers are too long', async () => {
  const answer = await answered((_, response) => {
    response.setHeader('x-long', 'a'.repeat(100_000));
    response.end(ENVELOPE);
  });
  expect(answer).toMatchObject({
    ...{ kind: 'unclear', cause: 'lost' },
    problem: { code: 'no-answer', said: 'UND_ERR_HEADERS_OVERFLOW' },
  });
});

it('is missing because of the proxy, if that refuses or is not there', async () => {
  const proxy = createServer();
  proxy.on('connect', (_, socket) => socket.end('HTTP/1.1 407 No\r\n\r\n'));
  const port = await listen(proxy);
  for (const [place, said] of [
    [`127.0.0.1:${port}`, '407'],
    ['127.0.0.1:1', 'ECONNREFUSED'],
    ['proxy.invalid', 'ENOTFOUND'],
  ] as const)
    expect(await ask('https://service.invalid/', { HTTPS_PROXY: place })).toEqual({
      ...{ kind: 'unclear', cause: 'unreachable' },
      problem: {
        code: 'proxy',
        variable: 'HTTPS_PROXY',
        proxy: place,
        baseUrl: 'https://service.invalid/',
        said,
      },
    });
});

it('is missing because of the proxy, if that closes, is no proxy, or has no certificate that is trusted', async () => {
  const closing = createTcpServer((socket) => socket.destroy());
  const other = createTcpServer((socket) => socket.on('error', () => undefined).end('hello\r\n\r\n'));
  const [closes, talks] = [await listen(closing), await listen(other)];
  const secure = await listen(createSecureServer(OWN_CERTIFICATE));
  for (const [proxy, scheme, said] of [
    [`127.0.0.1:${closes}`, 'http', /UND_ERR_SOCKET|ECONNRESET/],
    [`127.0.0.1:${talks}`, 'http', /does not match the HTTP/],
    [`127.0.0.1:${closes}`, 'https', /UND_ERR_SOCKET|ECONNRESET/],
    [`127.0.0.1:${talks}`, 'https', 'ERR_SSL_WRONG_VERSION_NUMBER'],
    [`localhost:${secure}`, 'https', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ] as const)
    expect(await ask('https://service.invalid/', { HTTP_PROXY: `${scheme}://${proxy}` })).toMatchObject({
      ...{ kind: 'unclear', cause: 'unreachable' },
      problem: { code: 'proxy', variable: 'HTTP_PROXY', proxy, said: expect.stringMatching(said) as string },
    });
});

it('has a certificate of the service that is not trusted, also through a proxy', async () => {
  const secure = await listen(createSecureServer(OWN_CERTIFICATE));
  const proxy = createServer().on('connect', (_, socket) => {
    const tunnel = connect(secure, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(tunnel).pipe(socket);
    });
    for (const one of [tunnel, socket]) one.on('error', () => undefined);
  });
  const environment = { HTTPS_PROXY: `127.0.0.1:${await listen(proxy)}` };
  expect(await ask('https://service.invalid/', environment)).toMatchObject({
    problem: { code: 'not-trusted', baseUrl: 'https://service.invalid/' },
  });
});

it('is missing because of the service, if that is reached without the proxy', async () => {
  const environment = { HTTPS_PROXY: '127.0.0.1:1', NO_PROXY: '.invalid' };
  expect(await ask('https://service.invalid/', environment)).toMatchObject({
    problem: { code: 'no-answer', said: 'ENOTFOUND' },
  });
});

it('is a limit whatever its bytes are', async () => {
  const limited = await answered((_, response) => {
    response.writeHead(429, { 'retry-after': '7', 'content-encoding': 'gzip' }).end(gzipSync(ENVELOPE));
  });
  expect(limited).toEqual({ kind: 'limited', retryAfterMs: 7_000, responseId: null });
});

it('is not asked for again if the proxy refuses', async () => {
  let asked = 0;
  const proxy = createServer();
  proxy.on('connect', (_, socket) => {
    asked += 1;
    socket.end('HTTP/1.1 403 No\r\n\r\n');
  });
  const environment = { HTTPS_PROXY: `127.0.0.1:${await listen(proxy)}` };
  const service = new CampaignService({
    workspace: { ...WORKSPACE, baseUrl: 'https://service.invalid/' },
    ...{ apiKey: 'key', environment, redact: (text: string) => text, chance: fakeChance() },
    ...{ clock: new FakeClock(), signal: new AbortController().signal },
  });
  opened.push(service);
  const id = campaignId('a'.repeat(24));
  const answers = await service.readCampaigns([id]);
  expect(answers.get(id)).toMatchObject({
    kind: 'unknown',
    cause: 'unreachable',
    problem: { code: 'proxy' },
  });
  expect(asked).toBe(1);
});
