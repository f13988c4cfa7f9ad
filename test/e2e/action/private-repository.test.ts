import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { actionWorld, type ActionWorld } from '../../support/action/action-world.ts';
import { temporaryFolder } from '../../support/cleanup.ts';
import { welcome } from '../../support/e2e/campaign-texts.ts';
import { basic, startGitServer, type GitServer } from '../../support/github/git-server.ts';

interface Private {
  readonly world: ActionWorld;
  readonly server: GitServer;
  /** The checkout. Its origin is behind the server. */
  readonly folder: string;
  readonly config: () => string;
  readonly env: Readonly<Record<string, string>>;
  /** All arguments that git was started with. */
  readonly commandLines: () => string;
}

/** A checkout of a repository that only the job's token can read. */
async function privateRepository(): Promise<Private> {
  const world = await actionWorld({ campaigns: { 'welcome.yaml': welcome() } });
  const server = await startGitServer({ directory: world.repo.origin, token: world.token });
  const folder = world.checkout(world.pushEvent(), 0);
  const file = join(folder, '.git/config');
  const config = () => readFileSync(file, 'utf8');
  writeFileSync(file, config().replace(`file://${world.repo.origin}`, `${server.url}/origin.git`));
  const trace = join(temporaryFolder(), 'trace');
  return {
    ...{ world, server, folder, config },
    env: { GITHUB_SERVER_URL: server.url, GIT_TRACE: trace },
    commandLines: () => readFileSync(trace, 'utf8'),
  };
}

const APPLY = { inputs: { reviewed: 'ignore' } };

test('git gets the token from the environment if the checkout stored no credentials', async () => {
  const { world, server, folder, config, env, commandLines } = await privateRepository();
  const before = config();
  const ended = await world.stepIn(folder, 'apply', { ...APPLY, env });
  expect(ended).toMatchObject({ exit: 0, outputs: { outcome: 'complete' } });
  expect(world.repo.gitAtOrigin('rev-parse', '--verify', 'campaigns-state/local')).toMatch(/^[0-9a-f]{40}$/);
  expect(server.credentials.length).toBeGreaterThan(0);
  for (const given of server.credentials) expect(given).toEqual([basic(world.token)]);
  expect(config()).toBe(before);
  const [, encoded = ''] = basic(world.token).split(' ');
  for (const text of [commandLines(), ended.stdout, ended.stderr, ended.summary, config()]) {
    expect(text).not.toContain(world.token);
    expect(text).not.toContain(encoded);
  }
});

test('a checkout that stored its credentials works unchanged, because two would be refused', async () => {
  const { world, server, folder, env } = await privateRepository();
  const kept = [`[http "${server.url}/"]`, `\textraheader = AUTHORIZATION: ${basic(world.token)}`, ''];
  writeFileSync(join(folder, '.git/config'), kept.join('\n'), { flag: 'a' });
  const ended = await world.stepIn(folder, 'apply', { ...APPLY, env });
  expect(ended).toMatchObject({ exit: 0, outputs: { outcome: 'complete' } });
  for (const given of server.credentials) expect(given).toEqual([basic(world.token)]);
});

test('sends the token only to the server of the job', async () => {
  const { world, server, folder } = await privateRepository();
  const env = { GITHUB_SERVER_URL: 'https://github.example.com' };
  const ended = await world.stepIn(folder, 'apply', { ...APPLY, env });
  expect(ended).toMatchObject({ exit: 1, outputs: { 'failure-reason': 'unreachable' } });
  for (const given of server.credentials) expect(given).toEqual([]);
  expect(ended.summary).toContain('git could not read or write what this needs');
});
