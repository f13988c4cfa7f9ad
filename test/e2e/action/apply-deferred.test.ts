import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { actionWorld } from '../../support/action/action-world.ts';
import { editState, require, merged, progressOf, shownOn } from '../../support/action/reviewed.ts';
import { sale, several } from '../../support/e2e/campaign-texts.ts';
import { testClock } from '../../support/e2e/program.ts';
import { STATE_BRANCH } from '../../support/e2e/test-repository.ts';

test('later runs make creations that waited for quota, at later commits, but not for anyone who edits the record', async () => {
  // One per second without waiting: each run makes one.
  const workspace = 'limits: { create: { per_second: 1 } }';
  const world = await actionWorld({ campaigns: {}, workspace });
  const pull = await merged(world, several(3));
  const run = async (inputs: Record<string, string> = {}) => {
    await testClock.sleep(1_000);
    return world.apply({ inputs: { 'max-wait': '0s', ...inputs } });
  };
  const first = require(await run(), 'deferred');
  expect(first.outputs).toMatchObject({ creates: '1', deferred: '2' });
  expect(Date.parse(first.outputs['resume-at'] ?? '')).toBeGreaterThan(0);
  expect(progressOf(world, pull)).toEqual({
    'c01 create': 'done',
    'c02 create': 'open',
    'c03 create': 'open',
  });
  expect(shownOn(world, pull)).toContain('**2 deferred** until');

  const path = `approvals/${pull.number}.json`;
  // A digest in the marker is replaced, so the signature doesn't match anymore.
  const kept = world.repo.gitAtOrigin('show', `${STATE_BRANCH}:${path}`);
  editState(world, path, (text) => text.replace(/[0-9a-f]{32}/, '0'.repeat(32)));
  const forged = await run();
  expect(forged).toMatchObject({
    exit: 1,
    outputs: { 'failure-reason': 'not-reviewed', changes: '0', held: '2' },
  });
  expect(forged.summary).toMatch(/The reviewed plan of #\S*1 no longer counts/);
  editState(world, path, () => `${kept}\n`);
  // So does a key that was changed since.
  const rotated = await run({ 'review-key': 'another key of 32 characters or more' });
  expect(rotated).toMatchObject({ exit: 1, outputs: { changes: '0', held: '2' } });
  expect(await world.service.writes()).toEqual(['create']);

  expect(require(await run(), 'deferred').outputs).toMatchObject({ creates: '1', deferred: '1' });
  expect(shownOn(world, pull)).toContain('deferred');
  const end = require(await run(), 'complete');
  expect(end.outputs).toMatchObject({ creates: '1', deferred: '0', 'resume-at': '' });
  expect(progressOf(world, pull)).toEqual({
    'c01 create': 'done',
    'c02 create': 'done',
    'c03 create': 'done',
  });
  expect(shownOn(world, pull)).toContain('**Applied 1** change');
  const body = world.repo.gitAtOrigin('log', '-1', '--format=%B', `--grep=create c03`, STATE_BRANCH);
  expect(body).toMatch(/^Pull-Request: 1$/m);
  expect(body).toMatch(/^Edited-By: Ada Author <ada@example\.com>$/m);
  expect(body).toMatch(/^Run: \S+ https:\/\/github\.com\/northtrail\/campaigns\/actions\/runs\/\d+/m);
  expect(await world.service.writes()).toEqual(['create', 'create', 'create']);
});

test('what goes out names the pull request that sends it: on its page, and in a calendar until it is applied', async () => {
  const inAWeek = new Date(testClock.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  const soon = (name: string) => sale({ name, status: 'ACTIVE' }).replace('2031-05-09', inAWeek);
  const files = { 'a.yaml': soon('A'), 'b.yaml': soon('B') };
  const workspace = 'limits: { create: { per_second: 1 } }';
  const world = await actionWorld({ campaigns: {}, workspace });
  const pull = world.openPull('sales', { files });
  const { outputs } = require(await world.plan(pull, { inputs: { html: 'plan.html' } }), 'planned');
  const named = `new in #${pull.number}`;
  const page = readFileSync(outputs['html-file'] ?? '', 'utf8');
  expect(page.match(/new in #\d+/g)).toEqual([named, named]);
  world.merge(pull);
  require(await world.apply({ inputs: { 'max-wait': '0s' } }), 'deferred');
  const { stdout } = await world.repo.exits(0, 'calendar');
  expect(stdout.match(/(?:new|changed|stopped) \w+ #\d+/g)).toEqual([named]);
});
