import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT } from '../support/e2e/built-program.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import { expectInOrder } from '../support/e2e/in-order.ts';
import { spawnProgram } from '../support/e2e/processes.ts';

test('the demo of an import brings campaigns into files, and its plan has no changes', async () => {
  const temporary = temporaryFolder();
  const ended = await spawnProgram(process.execPath, ['scripts/demo-adopt.mjs'], {
    cwd: ROOT,
    // As for 300, which users see; the number of searches grows with it, one for each 15 campaigns.
    env: { TMPDIR: temporary, DEMO_CAMPAIGNS: '100' },
  }).ended;
  expect(ended).toMatchObject({ status: 0, stderr: expect.not.stringContaining('    at ') as string });
  const landmarks = [
    '80 campaigns to import · 8 searches',
    'Imported 80 campaigns from local',
    '80 campaigns, 6 searches',
    'everything is in sync.',
    '79 in sync.  1 to update.',
    'Applied 1 change.',
    '5 of 80 campaigns were changed outside of this repository.',
    'Wrote the changes to 5 campaigns into',
    'everything is in sync.',
    'No drift in 80 campaigns.',
    'The service has 1 campaign that no file manages.',
    'Made by hand',
    'Wrote 1 file.',
    '79 in sync.  1 to update.',
  ];
  expectInOrder(ended.stdout, landmarks);
  expect(readdirSync(temporary)).toEqual([]);
});
