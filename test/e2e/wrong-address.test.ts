import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { afterTest } from '../support/cleanup.ts';
import { sale, welcome } from '../support/e2e/campaign-texts.ts';
import { expectWords } from '../support/e2e/documents.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo } from '../support/e2e/test-repository.ts';
import { TLS_CERTIFICATE } from '../support/e2e/tls-certificate.ts';

// Something answers at base_url that isn't the service. That is one error that says why and where, not one for each
// campaign.

const answer =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(status, headers).end(body);
  };

const WRONG: readonly (readonly [what: string, url: () => Promise<string>])[] = [
  ['a web page', () => serve(answer(200, '<!doctype html><title>Shop</title>'))],
  ['404 for everything', () => serve(answer(404, '<h1>Not found</h1>'))],
  ['JSON of another API', () => serve(answer(404, '{"detail":"Not Found"}'))],
  ['a redirect', () => serve(answer(301, '', { location: 'https://example.com/' }))],
  ['https: against an http: server', async () => (await serve(answer(200, ''))).replace('http:', 'https:')],
  ['http: against an https: server', serveTls],
  ['a path of the API', async () => `${(await startLiveService()).url}v5/`],
];

test.each(WRONG)('%s is one error with the place of base_url', async (_, urlOf) => {
  const url = await urlOf();
  const repo = openRepo({ url, campaigns: { 'welcome.yaml': welcome(), 'sale.yaml': sale() } });
  const ended = await repo.campaigns('plan');
  expectWords(ended);
  expect([ended.status, ended.stdout]).toEqual([1, '']);
  const said = ended.stderr.replace(/\s+/g, ' ');
  expect(said.match(/error:/g)).toHaveLength(1);
  expect(said).toContain("isn't the campaign service");
  const line =
    repo
      .read('campaigns/workspaces.yaml')
      .split('\n')
      .findIndex((text) => text.includes(url)) + 1;
  expect(said).toContain(`campaigns/workspaces.yaml:${line}:`);
});

test('a managed campaign is not missing because of a wrong path, and nothing is recorded or sent', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  expect(await repo.campaigns('apply', '--yes')).toMatchObject({ status: 0 });
  const before = repo.stateTipAtOrigin();
  const file = 'campaigns/workspaces.yaml';
  repo.write(file, repo.read(file).replace(service.url, `${service.url}v5/`));
  repo.commit('a path');
  expect(await repo.campaigns('state', 'target', '--yes')).toMatchObject({ status: 0 });
  const moved = repo.stateTipAtOrigin();
  expect(moved).not.toBe(before);
  for (const command of ['plan', 'drift', 'apply']) {
    const ended = await repo.campaigns(command);
    expect(ended.status).toBe(1);
    expect(ended.stderr.replace(/\s+/g, ' ')).toContain("isn't the campaign service");
  }
  expect(repo.stateTipAtOrigin()).toBe(moved);
  // The service doesn't know the searches below /v5/v5/.
  expect((await service.writes()).filter((one) => one !== 'unknown')).toEqual(['create']);
});

async function serve(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listening(createServer(listener))}/`;
}

async function serveTls(): Promise<string> {
  const server = createTlsServer(TLS_CERTIFICATE, answer(200, ''));
  return `http://127.0.0.1:${await listening(server)}/`;
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterTest(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return (server.address() as AddressInfo).port;
}
