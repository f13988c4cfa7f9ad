import { expect, test } from 'vitest';
import { several } from '../support/e2e/campaign-texts.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

async function asked(person: string | null, ...args: string[]) {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: several(2) });
  return { service, ...repo.startWith({ person }, 'apply', ...args) };
}

test('answering yes applies what the plan shows', async () => {
  const { service, ended } = await asked('y');
  const { status, stdout } = await ended;
  expect(status).toBe(0);
  expect(stdout).toContain('Applied 2 changes in local');
  expect(await service.writes()).toEqual(['create', 'create']);
});

test('answering no applies nothing and is not a success for scripts', async () => {
  const { service, ended } = await asked('n');
  const { status, stdout, stderr } = await ended;
  expect(status).toBe(1);
  expect(stderr).toContain('c01');
  expect(stdout).toMatch(/^The run ended early, and nothing was sent\.\n$/);
  expect(stderr).toContain('Canceled. Left to do: 2 changes.');
  expect(await service.writes()).toEqual([]);
});

test('Ctrl-C at the question interrupts the run', async () => {
  const { service, kill, ended, says } = await asked(null);
  await says('Apply these changes?');
  kill('SIGINT');
  const { status, stdout, stderr } = await ended;
  expect(status).toBe(130);
  expect(stdout).toMatch(/nothing was sent\.\n$/);
  expect(stderr).toContain('Canceled. Left to do: 2 changes.');
  expect(await service.writes()).toEqual([]);
});
