import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT } from '../support/e2e/built-program.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import { spawnProgram } from '../support/e2e/processes.ts';

test('the demo of an import brings 300 campaigns into files and plans clean', async () => {
  const temporary = temporaryFolder();
  const ended = await spawnProgram(process.execPath, ['scripts/demo-adopt.mjs'], {
    cwd: ROOT,
    env: { TMPDIR: temporary },
  }).ended;
  expect(ended).toMatchObject({ status: 0, stderr: expect.not.stringContaining('    at ') as string });
  const landmarks = [
    '240 campaigns to bring into files · 21 searches',
    'Imported 240 campaigns of local',
    '240 campaigns, 16 searches',
    'everything in sync.',
    '239 in sync.  1 to update.',
    'Applied 1 change.',
    'All 240 campaigns are as they were last seen.',
  ];
  let from = 0;
  for (const landmark of landmarks) {
    const at = ended.stdout.indexOf(landmark, from);
    expect(at, landmark).toBeGreaterThanOrEqual(0);
    from = at + landmark.length;
  }
  expect(readdirSync(temporary)).toEqual([]);
});
