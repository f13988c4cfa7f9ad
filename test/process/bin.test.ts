import { expect, test } from 'vitest';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { CLI } from '../support/e2e/built-program.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { spawnCampaigns, spawnProgram } from '../support/e2e/processes.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

// What the built program passes to the shell and accepts from it. Everything else is tested without a process.

const env = { CAMPAIGNS_API_KEY: 'local' };

test('the process exits with the exit code', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  const exitOf = async (...args: string[]) =>
    (await spawnCampaigns(args, { cwd: repo.directory, env }).ended).status;
  expect(await exitOf('plan', '--exit-code')).toBe(2);
  expect(await exitOf('plan', '--offlin')).toBe(64);
  repo.write('campaigns/welcome.yaml', 'channel: FAX\n');
  expect(await exitOf('validate')).toBe(5);
});

test('a reader that stops early is not a failure', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: 'examples' });
  const script = `"$0" "$1" plan --json | head -c 1; exit "\${PIPESTATUS[0]}"`;
  const args = ['-c', script, process.execPath, CLI];
  const { status, stdout, stderr } = await spawnProgram('bash', args, { cwd: repo.directory, env }).ended;
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '{', stderr: '' });
});
