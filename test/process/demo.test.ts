import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/e2e/built-program.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import { expectInOrder } from '../support/e2e/in-order.ts';
import { spawnProgram } from '../support/e2e/processes.ts';

test('the demo shows the main job like the quick start, and leaves nothing behind', async () => {
  const temporary = temporaryFolder();
  const ended = await spawnProgram(process.execPath, ['scripts/demo.mjs'], {
    cwd: ROOT,
    env: { TMPDIR: temporary },
  }).ended;
  expect(ended).toMatchObject({ status: 0, stderr: expect.not.stringContaining('    at ') as string });
  const landmarks = [
    'campaign files checked for local, staging: no problems found.',
    '21 to create.',
    'Applied 5 of 21 changes.',
    '16 creations wait for the per-minute quota',
    'Applied 16 changes.',
    'everything is in sync.',
    '~ onboarding/welcome-email',
    'Applied 1 change.',
    "The audience (segmentation_details) can't be edited while the campaign is",
    '$ campaigns log onboarding/welcome-email',
    'That was the main workflow.',
  ];
  expectInOrder(ended.stdout, landmarks);
  expect(sameEveryTime(ended.stdout)).toContain(sameEveryTime(shownInQuickStart()));
  expect(readdirSync(temporary)).toEqual([]);
});

/** The block of the quick start that says it is the demo's output. */
function shownInQuickStart(): string {
  const [, block] =
    /<!-- demo -->\n\n```\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, 'docs/quick-start.md'), 'utf8')) ?? [];
  expect(block).toBeDefined();
  return block ?? '';
}

/** Without what differs from run to run: commits, fingerprints and durations. */
function sameEveryTime(text: string): string {
  return text
    .replace(/ · [0-9a-f]{7} · /g, ' · COMMIT · ')
    .replace(/Plan [0-9a-f]{6}$/gm, 'Plan FINGERPRINT')
    .replace(/[\d.]+ s$/gm, 'TIME s');
}
