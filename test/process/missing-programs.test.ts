import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { actionWorld } from '../support/action/action-world.ts';
import { ACTION } from '../support/action/run-action.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { repoWithService } from '../support/e2e/opened.ts';
import { spawnCampaigns } from '../support/e2e/processes.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

// A program that can't be started must not keep the process alive: a job would wait for hours. So these tests are over
// only when the process has ended.

/** Less than the time after which a git command is ended. */
const AT_ONCE_MS = 60_000;
const CAMPAIGNS_API_KEY = 'local';

const { PATH = '' } = process.env;

/** A folder for PATH with a git that does this for each word of its command line, and then what git does. */
function pathWith(script: string): string {
  const folder = temporaryFolder();
  const whole = `#!/bin/sh\nfor word in "$@"; do\n${script}\ndone\nexec /usr/bin/env PATH='${PATH}' git "$@"\n`;
  writeFileSync(join(folder, 'git'), whole, { mode: 0o755 });
  return folder;
}

test('without git, apply says so and ends', { timeout: AT_ONCE_MS }, async () => {
  const { repo } = await repoWithService({ 'welcome.yaml': welcome() });
  const ended = await spawnCampaigns(['apply'], { cwd: repo.directory, env: { PATH: temporaryFolder() } })
    .ended;
  expect(ended).toMatchObject({ status: 5, stdout: '' });
  expect(ended.stderr).toContain('2.38');
});

test('an apply ends if git disappears with its first push', { timeout: AT_ONCE_MS }, async () => {
  const { service, repo } = await repoWithService({ 'welcome.yaml': welcome() });
  const script = `[ "$word" = push ] && /bin/rm "$0"`;
  const env = { PATH: pathWith(script), CAMPAIGNS_API_KEY };
  const ended = await spawnCampaigns(['apply'], { cwd: repo.directory, env }).ended;
  expect(ended).toMatchObject({ status: 1, signal: null });
  expect(ended.stderr + ended.stdout).toContain('ENOENT');
  expect(await service.writes()).toEqual([]);
});

test('a helper of git that outlives it is not waited for', { timeout: AT_ONCE_MS }, async () => {
  const { repo } = await repoWithService({ 'welcome.yaml': welcome() });
  // Like a connection that ssh keeps open for the next command: it holds the error output of git.
  const script = '[ "$word" = push ] && { sleep 90 >/dev/null & }';
  const env = { PATH: `${pathWith(script)}:${PATH}`, CAMPAIGNS_API_KEY };
  expect(await spawnCampaigns(['apply'], { cwd: repo.directory, env }).ended).toMatchObject({ status: 0 });
});

test(
  'the bundled action ends with 1 without git, and without its folder',
  { timeout: AT_ONCE_MS },
  async () => {
    const world = await actionWorld({ campaigns: { 'welcome.yaml': welcome() } });
    const withoutGit = await world.run('apply', { entry: ACTION, env: { PATH: temporaryFolder() } });
    expect(withoutGit).toMatchObject({ exit: 1, stderr: '' });
    expect(withoutGit.annotations.map(({ message }) => message).join()).toContain('2.38');
    const inputs = { 'working-directory': 'missing-folder' };
    const elsewhere = await world.run('plan', { entry: ACTION, inputs });
    expect(elsewhere).toMatchObject({ exit: 1, stderr: '' });
    expect(elsewhere.annotations.map(({ message }) => message).join()).toContain('missing-folder');
  },
);

test.each([
  ['2.37.9', 5],
  ['2.38.0.windows.1', 0],
  ['3.0.1 (Apple Git-200)', 0],
])('with git %s, validate ends with %d', async (version, status) => {
  const repo = openRepo({ campaigns: { 'welcome.yaml': welcome() } });
  const script = `[ "$word" = version ] && echo 'git version ${version}' && exit`;
  const env = { PATH: `${pathWith(script)}:${PATH}` };
  expect(await repo.startWith({ env }, 'validate').ended).toMatchObject({ status });
});
