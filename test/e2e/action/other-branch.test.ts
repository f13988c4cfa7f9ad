import { expect, test } from 'vitest';
import { actionWorld, type ActionWorld } from '../../support/action/action-world.ts';
import { require, merged } from '../../support/action/reviewed.ts';
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
