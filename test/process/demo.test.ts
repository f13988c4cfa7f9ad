import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT } from '../support/e2e/built-program.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import { spawnProgram } from '../support/e2e/processes.ts';

test('the demo shows the main job, and leaves nothing behind', async () => {
  const temporary = temporaryFolder();
  const ended = await spawnProgram(process.execPath, ['scripts/demo.mjs'], {
    cwd: ROOT,
    env: { TMPDIR: temporary },
  }).ended;
  expect(ended).toMatchObject({ status: 0, stderr: expect.not.stringContaining('    at ') as string });
  const landmarks = [
    'campaign files checked for local, staging: no problems found.',
    '21 to create.',
    'Waits for the creation quota',
    'Applied 5 of 21 changes in local; ',
    'Applied 16 changes in local',
    'everything is in sync.',
    '~ onboarding/welcome-email',
    'Applied 1 change in local',
    "The audience (segmentation_details) can't be edited while the campaign is",
    '20 in sync.  1 blocked.',
    'Apply will send 0 requests.',
    '$ campaigns log onboarding/welcome-email',
    'That was the main workflow.',
  ];
  const places = landmarks.map((landmark) => ended.stdout.indexOf(landmark));
  expect(places).toEqual(places.filter((place) => place >= 0).sort((a, b) => a - b));
  expect(readdirSync(temporary)).toEqual([]);
});
