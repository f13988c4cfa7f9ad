import { expect, test } from 'vitest';
import { type ActionWorld, actionWorld } from '../../support/action/action-world.ts';
import { expectEnd, merged, progressOf, require, shownOn } from '../../support/action/reviewed.ts';
import { sale, utmParams, welcome } from '../../support/e2e/campaign-texts.ts';
import { LEASE_REF, leaseOfAnother } from '../../support/e2e/lease-of-another.ts';
import { startLiveService } from '../../support/e2e/live-service.ts';
import { testClock } from '../../support/e2e/program.ts';

test('a guard sends nothing until an apply allows it', async () => {
  const texts = (keys: readonly string[], utm: string) =>
    Object.fromEntries(
      keys.map((key) => [`${key}.yaml`, sale({ name: `Sale ${key}`, status: 'ACTIVE', utm })]),
    );
  const policy = '{ guard: { share: 0.3, at_least: 2 } }';
  const world = await actionWorld({ campaigns: {}, policy });
  const first = await merged(world, texts(['a', 'b', 'c'], 'shop'));
  require(await world.apply(), 'complete');
  expect(Object.values(progressOf(world, first))).toEqual(Array.from({ length: 6 }, () => 'done'));
  const sent = (await world.service.writes()).length;

  const pull = await merged(world, texts(['a', 'b'], 'web'));
  const refused = await world.apply();
  expect(refused).toMatchObject({ exit: 1, outputs: { outcome: 'failed', 'failure-reason': 'guard' } });
  expect(shownOn(world, pull)).toContain('The guard refused the plan');
  expect(await world.service.writes()).toHaveLength(sent);
  // What is allowed isn't part of what was reviewed, so exactly the steps that were shown are sent.
  const allowed = require(await world.apply({ inputs: { allow: 'guard' } }), 'complete');
  expect(allowed.outputs).toMatchObject({ updates: '2' });
  expect(progressOf(world, pull)).toEqual({ 'a utm_params': 'done', 'b utm_params': 'done' });
});

test("another run's lease and an unavailable service cost only time", async () => {
  const world = await actionWorld({ campaigns: {} });
  const pull = await merged(world, { 'welcome.yaml': welcome() });
  leaseOfAnother(world.repo, testClock.now() + 100_000);
  const rival = await world.apply();
  expect(rival).toMatchObject({ exit: 1, outputs: { outcome: 'failed', 'failure-reason': 'lease' } });
  expect(rival.summary).toContain('grace');
  world.repo.git('push', '--quiet', 'origin', `:${LEASE_REF}`);

  const settings = world.repo.read('campaigns/workspaces.yaml');
  // Nothing listens there.
  const gone = settings.replace(world.service.url, 'http://127.0.0.1:9/');
  world.branch('main', { 'workspaces.yaml': gone });
  const away = await world.apply();
  expect(away).toMatchObject({ exit: 1, outputs: { outcome: 'failed', 'failure-reason': 'unreachable' } });
  world.branch('main', { 'workspaces.yaml': settings });
  expect(await world.service.writes()).toEqual([]);

  expect(require(await world.apply(), 'complete').outputs).toMatchObject({ creates: '1' });
  expect(progressOf(world, pull)).toEqual({ 'welcome create': 'done' });
});

test('two workspaces of one matrix each apply their own review, on separate state branches', async () => {
  const world = await actionWorld({ campaigns: {} });
  const other = await startLiveService();
  const entry = `  second:\n    base_url: ${other.url}\n    app_key: local\n    api_key_env: CAMPAIGNS_SECOND_KEY\n    limits: off\n`;
  world.branch('main', { 'workspaces.yaml': world.repo.read('campaigns/workspaces.yaml') + entry });
  const only = (workspace: string, text: string) => `workspaces: [${workspace}]\n${text}`;
  const files = {
    'one.yaml': only('local', welcome({ name: 'One' })),
    'two.yaml': only('second', welcome({ name: 'Two' })),
  };
  const second = { workspace: 'second', 'review-key': 'a key of its own, of 32 characters' };
  const pull = world.openPull('both', { files });
  require(await world.plan(pull), 'planned');
  require(await world.plan(pull, { inputs: second }), 'planned');
  world.merge(pull, 'squash');
  for (const inputs of [{}, second])
    expect(require(await world.apply({ inputs }), 'complete').outputs).toMatchObject({ creates: '1' });
  await merged(
    world,
    { 'two.yaml': only('second', welcome({ name: 'Two', utm: 'web' })) },
    { inputs: second },
  );
  // The key of the first one is not valid for the second.
  const wrong = await world.apply({ inputs: { workspace: 'second' } });
  expect(wrong).toMatchObject({ exit: 1, outputs: { outcome: 'held', 'failure-reason': 'not-reviewed' } });
  for (const service of [world.service, other]) expect(await service.writes()).toEqual(['create']);
});

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
  expectEnd(ended, '1 failed other-branch', { changes: '0' });
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
