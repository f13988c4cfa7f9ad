import { expect, test } from 'vitest';
import { actionWorld, type ActionWorld } from '../../support/action/action-world.ts';
import { require, merged, shownOn } from '../../support/action/reviewed.ts';
import { utmParams, welcome } from '../../support/e2e/campaign-texts.ts';

/** Applies a branch from a local machine, ahead of main. */
async function appliedFromBranch(world: ActionWorld): Promise<string> {
  const { repo } = world;
  repo.git('checkout', '--quiet', '-b', 'urgent', 'main');
  const commit = repo.change({ 'urgent.yaml': welcome({ name: 'Urgent' }) });
  repo.git('push', '--quiet', 'origin', 'urgent');
  expect(await repo.campaigns('apply', '--allow', 'branch')).toMatchObject({ status: 0 });
  repo.git('checkout', '--quiet', 'main');
  return commit;
}

async function started(): Promise<{ world: ActionWorld; urgent: string }> {
  const world = await actionWorld({ campaigns: { 'welcome.yaml': welcome() } });
  return { world, urgent: await appliedFromBranch(world) };
}

test("fails, and isn't superseded, at the tip of a branch that is older than what was applied from another branch", async () => {
  const { world, urgent } = await started();
  const { length } = await world.service.writes();
  const ended = await world.apply();
  expect(ended).toMatchObject({
    exit: 1,
    outputs: { outcome: 'failed', 'failure-reason': 'other-branch', changes: '0' },
  });
  const message = ended.annotations.map((one) => one.message).join('\n');
  expect(message).toContain(`${urgent.slice(0, 7)} was applied last, and it isn't on main`);
  expect(message).toContain('allow: branch');
  expect(await world.service.writes()).toHaveLength(length);
});

test('a reviewed merge next to it fails, and is applied as reviewed once that is allowed', async () => {
  const { world } = await started();
  await merged(world, { 'welcome.yaml': welcome({ utm: 'web' }) });
  const { length } = await world.service.writes();
  const red = await world.apply();
  expect(red).toMatchObject({ exit: 1, outputs: { outcome: 'failed', 'failure-reason': 'other-branch' } });
  expect(red.summary).toContain('apply once with the input `allow: branch`');
  expect(await world.service.writes()).toHaveLength(length);
  const allowed = require(await world.apply({ inputs: { allow: 'branch' } }), 'complete');
  expect(allowed.outputs).toMatchObject({ updates: '1' });
  expect(await world.service.only('Welcome')).toMatchObject({ utm_params: utmParams('web') });
  require(await world.apply(), 'complete');
});

test('needs no allowance once the branch is merged', async () => {
  const { world } = await started();
  const pull = await merged(world, { 'welcome.yaml': welcome({ utm: 'web' }) });
  expect((await world.apply()).outputs).toMatchObject({ 'failure-reason': 'other-branch' });
  world.repo.git('merge', '--quiet', '--no-edit', 'urgent');
  world.repo.git('push', '--quiet', 'origin', 'main');
  const ended = require(await world.apply(), 'complete');
  expect(ended.outputs).toMatchObject({ updates: '1' });
  expect(shownOn(world, pull)).toContain('**Applied 1** change');
});

test('a rewritten branch continues after it is allowed once', async () => {
  const world = await actionWorld({ campaigns: {} });
  await merged(world, { 'welcome.yaml': welcome() });
  require(await world.apply(), 'complete');
  world.repo.git('checkout', '--quiet', 'main');
  world.repo.git('commit', '--quiet', '--amend', '--message', 'Rewritten');
  world.repo.git('push', '--quiet', '--force', 'origin', 'main');
  expect((await world.apply()).outputs).toMatchObject({ 'failure-reason': 'other-branch' });
  require(await world.apply({ inputs: { allow: 'branch' } }), 'complete');
  require(await world.apply(), 'complete');
});
