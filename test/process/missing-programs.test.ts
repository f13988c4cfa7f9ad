import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { actionWorld } from '../support/action/action-world.ts';
import { ACTION } from '../support/action/run-action.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { spawnCampaigns } from '../support/e2e/processes.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

// A program that can't be started must not keep the process alive: a job would wait for hours. So these tests are over
// only when the process has ended.

/** Less than the time after which a git command is ended. */
const AT_ONCE_MS = 60_000;
const CAMPAIGNS_API_KEY = 'local';

/** A folder for PATH with one program. */
function pathWith(name: string, script: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), script, { mode: 0o755 });
  return folder;
}

test.each(['validate', 'apply', 'init'])(
  'without git, %s says so and ends',
  { timeout: AT_ONCE_MS },
  async (command) => {
    const service = await startLiveService();
    const { directory: cwd } = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
    const ended = await spawnCampaigns([command], { cwd, env: { PATH: temporaryFolder() } }).ended;
    expect(ended).toMatchObject({ status: 5, stdout: '' });
    expect(ended.stderr).toContain('git 2.38');
  },
);

test.each(['push', 'fast-import'])(
  'an apply ends if git disappears with its first %s',
  { timeout: AT_ONCE_MS },
  async (command) => {
    const service = await startLiveService();
    const { directory: cwd } = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
    const { PATH = '' } = process.env;
    const script = `#!/bin/sh
for word in "$@"; do
  [ "$word" = ${command} ] && /bin/rm "$0"
done
PATH='${PATH}' exec git "$@"
`;
    const env = { PATH: pathWith('git', script), CAMPAIGNS_API_KEY };
    const ended = await spawnCampaigns(['apply'], { cwd, env }).ended;
    expect(ended).toMatchObject({ status: 1, signal: null });
    expect(ended.stderr + ended.stdout).toContain('ENOENT');
    expect(await service.writes()).toEqual([]);
  },
);

test('a helper of git that outlives it is not waited for', { timeout: AT_ONCE_MS }, async () => {
  const service = await startLiveService();
  const { directory: cwd } = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  const { PATH = '' } = process.env;
  // Like a connection that ssh keeps open for the next command: it holds the error output of git.
  const script = `#!/bin/sh
for word in "$@"; do
  [ "$word" = push ] && { sleep 90 >/dev/null & }
done
exec env PATH='${PATH}' git "$@"
`;
  const env = { PATH: `${pathWith('git', script)}:${PATH}`, CAMPAIGNS_API_KEY };
  expect(await spawnCampaigns(['apply'], { cwd, env }).ended).toMatchObject({ status: 0 });
});

test.each(['plan', 'apply'] as const)(
  'the bundled action ends with 1 without git, and without its folder: %s',
  { timeout: AT_ONCE_MS },
  async (command) => {
    const world = await actionWorld({ campaigns: { 'welcome.yaml': welcome() } });
    const withoutGit = await world.run(command, { entry: ACTION, env: { PATH: temporaryFolder() } });
    expect(withoutGit).toMatchObject({ exit: 1, stderr: '' });
    expect(withoutGit.annotations.map(({ message }) => message).join()).toContain('git 2.38');
    const inputs = { 'working-directory': 'missing-folder' };
    const elsewhere = await world.run(command, { entry: ACTION, inputs });
    expect(elsewhere).toMatchObject({ exit: 1, stderr: '' });
    expect(elsewhere.annotations.map(({ message }) => message).join()).toContain('missing-folder');
  },
);

test.each([
  ['2.37.9', 5],
  ['2.38.0.windows.1', 0],
  ['3.0.1 (Apple Git-200)', 0],
])('with git %s, validate ends with %d', async (version, status) => {
  const service = await startLiveService();
  const { directory: cwd } = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  const { PATH = '' } = process.env;
  const script = `#!/bin/sh
for word in "$@"; do
  [ "$word" = version ] && echo 'git version ${version}' && exit
done
PATH='${PATH}' exec git "$@"
`;
  const env = { PATH: pathWith('git', script), CAMPAIGNS_API_KEY };
  const ended = await spawnCampaigns(['validate'], { cwd, env }).ended;
  expect(ended).toMatchObject({ status });
  if (status !== 0) expect(ended.stderr).toContain('git 2.38 or newer');
});
