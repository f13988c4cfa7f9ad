import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { afterTest } from '../support/cleanup.ts';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { expectWords } from '../support/e2e/documents.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo, type TestRepository } from '../support/e2e/test-repository.ts';

/** A proxy that forwards nothing and counts the requests that would leave this machine. */
async function dispatcherFor(): Promise<{
  readonly env: Record<string, string>;
  readonly asked: () => string;
}> {
  let asked = '';
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (data) => {
      asked += data.toString().split('\r\n')[0] ?? '';
      socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterTest(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it has a port');
  return { env: { https_proxy: `http://127.0.0.1:${address.port}` }, asked: () => asked };
}

const HERE = 'https://api.example.com/';
const ELSEWHERE = 'https://elsewhere.example.com/';

function move(repo: TestRepository, from: string, to: string): void {
  repo.write('campaigns/workspaces.yaml', repo.read('campaigns/workspaces.yaml').replace(from, to));
}

/** A repository whose default branch sends the key to HERE. */
async function moved(options: { readonly origin?: boolean } = {}) {
  const repo = openRepo({ url: HERE, campaigns: { 'welcome.yaml': welcome() }, ...options });
  const { env, asked } = await dispatcherFor();
  const run = (...args: string[]) => repo.startWith({ env }, ...args).ended;
  return { repo, env, asked, run };
}

const COMMANDS = [
  ['plan'],
  ['apply', '--allow', 'dirty', 'branch'],
  ['drift'],
  ['status'],
  ['adopt', 'welcome', '--id', '64a1b2c3d4e5f60718293041'],
];

test.each(COMMANDS)(
  '%s sends no key to an address that the default branch does not name',
  async (...args) => {
    const { repo, run, asked } = await moved();
    move(repo, HERE, ELSEWHERE);
    const refused = await run(...args);
    expect(refused.status).toBe(5);
    expect(refused.stderr).toContain(`would send the API key in CAMPAIGNS_API_KEY to ${ELSEWHERE}`);
    expect(refused.stderr).toContain("doesn't name this target");
    expect(refused.stderr).toContain('--allow target');
    expectWords(refused);
    // Committing it and pushing it to a branch makes no difference, nor does a branch that only looks like the default
    // one.
    repo.git('checkout', '--quiet', '-b', 'a/refs/heads/main');
    repo.commit('Elsewhere');
    repo.git('push', '--quiet', 'origin', 'a/refs/heads/main');
    expect((await run(...args)).status).toBe(5);
    expect(asked()).toBe('');

    const names = args.includes('dirty') ? ['dirty', 'branch', 'target'] : ['target'];
    const allowed = await run(...args, '--allow', ...names);
    // Nothing is managed yet, so drift sends no request.
    expect(allowed.status).toBe(args[0] === 'drift' ? 0 : 1);
    if (args[0] !== 'drift') expect(asked()).toContain('CONNECT elsewhere.example.com:443');
  },
);

test('sends requests to what the default branch names, even under another name and before it is pulled', async () => {
  const { repo, run, asked } = await moved();
  move(repo, '  local:', '  renamed:');
  move(repo, 'default: local', 'default: renamed');
  expect((await run('plan')).status).toBe(1);
  expect(asked()).toContain('CONNECT api.example.com:443');
});

test('asks a user on a terminal, and sends nothing after a no', async () => {
  const { repo, env, asked } = await moved();
  move(repo, HERE, ELSEWHERE);
  const no = await repo.startWith({ env, person: 'n' }, 'plan').ended;
  expect(no.status).toBe(5);
  expect(no.stderr).toContain('Nothing was sent');
  expect(asked()).toBe('');
  expect((await repo.startWith({ env, person: 'y' }, 'plan').ended).status).toBe(1);
  expect(asked()).toContain('CONNECT elsewhere.example.com:443');
});

test('without an origin there is nothing to compare with, so it asks, but not for this machine', async () => {
  const { run, asked } = await moved({ origin: false });
  const refused = await run('plan');
  expect(refused.status).toBe(5);
  expect(refused.stderr).toContain("doesn't name this target");
  expect(asked()).toBe('');
  expect((await run('plan', '--allow', 'target')).status).toBe(1);
  const service = await startLiveService();
  const alone = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() }, origin: false });
  expect(await alone.campaigns('plan')).toMatchObject({ status: 0 });
});

test('does not send the key because origin does not answer', async () => {
  const { repo, run, asked } = await moved();
  repo.git('remote', 'set-url', 'origin', '/nowhere/at/all');
  expect((await run('plan')).status).toBe(1);
  expect(asked()).toBe('');
});

test('an allowance does not change the plan', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  const fingerprintOf = async (...more: string[]) =>
    (JSON.parse((await repo.campaigns('plan', '--json', ...more)).stdout) as { fingerprint: string })
      .fingerprint;
  expect(await fingerprintOf('--allow', 'target')).toBe(await fingerprintOf());
});
