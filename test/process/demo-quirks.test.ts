import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/cleanup.ts';
import { ROOT } from '../support/e2e/built-program.ts';
import { spawnProgram } from '../support/e2e/processes.ts';

test('the demo passes with a service that lags, hides parts and answers in views of its own', async () => {
  const quirks = 'read-lag=3s,documented,search-rows=partial';
  const ended = await spawnProgram(process.execPath, ['scripts/demo.mjs', '--quirks', quirks], {
    cwd: ROOT,
    env: { TMPDIR: temporaryFolder() },
  }).ended;
  expect(ended).toMatchObject({ status: 0 });
  expect(ended.stdout).toContain('That was the main workflow.');
});
