import { describe, expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../src/model/time.ts';
import { digest, sale, welcome } from '../support/e2e/campaign-texts.ts';
import { planOf, resultOf } from '../support/e2e/documents.ts';
import { startLiveService, type LiveService } from '../support/e2e/live-service.ts';
import { testClock } from '../support/e2e/program.ts';
import { openRepo, type TestRepository } from '../support/e2e/test-repository.ts';

// How a service may differ from our default service. docs/reliability.md has the table that these tests verify.

interface Quirky {
  readonly service: LiveService;
  readonly repo: TestRepository;
  /** How many requests of an operation the service received. */
  readonly count: (operation: string) => Promise<number>;
}

async function open(campaigns: Record<string, string>, ...features: string[]): Promise<Quirky> {
  const service = await startLiveService(...features);
  const repo = openRepo({ url: service.url, campaigns });
  const count = async (operation: string) =>
    (await service.writes()).filter((one) => one === operation).length;
  return { service, repo, count };
}

async function be(service: LiveService, ...quirks: string[]): Promise<void> {
  await service.control('POST', 'quirks', { quirks });
}

async function later(ms: number): Promise<void> {
  await testClock.sleep(ms);
}

/** A text without its line breaks. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** In sync, without a write, a note or drift. */
async function expectQuiet({ repo, service }: Quirky): Promise<void> {
  const writes = await service.writes();
  const plan = await repo.campaigns('plan', '--json', '--exit-code');
  expect(plan).toMatchObject({ status: 0 });
  expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
  expect(await repo.campaigns('drift')).toMatchObject({ status: 0 });
  expect(await service.writes()).toEqual(writes);
}

describe('a service that shows a write only after a while', () => {
  test('of seconds is waited for', async () => {
    const world = await open({ 'w.yaml': welcome({ status: 'ACTIVE' }) });
    await be(world.service, 'read-lag=3s');
    expect(await world.repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
    world.repo.change({ 'w.yaml': welcome({ status: 'ACTIVE', utm: 'edited' }) });
    expect(await world.repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
    await expectQuiet(world);
    expect(await world.count('update')).toBe(1);
  });

  test('in search only, is read with Get', async () => {
    const world = await open({ 'w.yaml': welcome({ status: 'ACTIVE' }) });
    await be(world.service, 'search-lag=1h');
    const applied = await world.repo.campaigns('apply', '--json');
    expect(applied).toMatchObject({ status: 0 });
    expect(resultOf(applied).applied).toHaveLength(2);
  });

  test('of minutes leaves the edit open, does not count as drift, and is recorded once it shows', async () => {
    const world = await open({ 'w.yaml': welcome() });
    const { service, repo, count } = world;
    expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
    await be(service, 'read-lag=2m');
    repo.change({ 'w.yaml': welcome({ utm: 'edited' }) });
    const applied = await repo.campaigns('apply', '--json');
    expect(resultOf(applied)).toMatchObject({
      applied: [],
      unconfirmed: [{ key: 'w', component: 'utm_params', paths: ['/utm_source'] }],
      failed: [],
    });
    const plan = await repo.campaigns('plan', '--json');
    expect(planOf(plan).campaigns).toMatchObject([{ verdict: 'in-sync', components: [], requests: [] }]);
    expect(await repo.campaigns('drift')).toMatchObject({ status: 0 });
    await later(2 * MINUTE_MS);
    expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
    expect((await repo.campaigns('log', 'w')).stdout).toMatch(/updated +UTM/);
    await expectQuiet(world);
    expect(await count('update')).toBe(1);
  });

  test('never makes an emergency stop look as if it had no effect', async () => {
    const world = await open({ 'w.yaml': welcome({ status: 'ACTIVE' }) });
    const { service, repo, count } = world;
    expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
    await be(service, 'read-lag=2m');
    repo.change({ 'w.yaml': welcome({ status: 'PAUSED' }) });
    const applied = await repo.campaigns('apply', '--json');
    expect(resultOf(applied).failed).toMatchObject([{ key: 'w', code: 'not-reached' }]);
    await later(2 * MINUTE_MS);
    expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
    const log = await repo.campaigns('log', 'w');
    expect(log.stdout).toMatch(/status +ACTIVE → PAUSED/);
    expect(log.stdout).not.toContain('no effect');
    expect(await count('status')).toBe(1);
  });
});

test('a service that merges updates removes nothing, which is noted after two attempts', async () => {
  const { service, repo, count } = await open({ 'w.yaml': `${welcome()}  utm_term: boots\n` });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  await be(service, 'merge-updates');
  repo.change({ 'w.yaml': welcome() });
  for (const updates of [1, 1, 2, 2, 2]) {
    const applied = await repo.campaigns('apply', '--json');
    expect(resultOf(applied).applied).toEqual([]);
    expect(await count('update')).toBe(updates);
    // Nothing is sent within five minutes of a request. After that it is sent once more, and never a third time.
    if (updates === 1) await later(3 * MINUTE_MS);
    else await later(6 * MINUTE_MS);
  }
  const plan = await repo.campaigns('plan');
  expect(plan.stdout).toMatch(/doesn't\s+show\s+utm_params.utm_term\s+as\s+it\s+was\s+sent/);
  expect(plan.stdout).toContain('Apply will send 0 requests.');
});

describe('a service with spellings of its own', () => {
  test('delays publishing for only five minutes, and causes no changes from then on', async () => {
    const world = await open({
      'w.yaml': welcome({ status: 'ACTIVE', subject: 'Tom & "Jerry" ' }),
      'd.yaml': digest({ status: 'ACTIVE', subject: 'Zoë <3' }),
    });
    const { service, repo, count } = world;
    await be(service, 'respell=entities,trim,drop-empty,nfc,utc');
    const first = await repo.campaigns('apply', '--json');
    expect(first.status).toBe(1);
    expect(resultOf(first).failed).toMatchObject([
      { key: 'd', code: 'not-reached' },
      { key: 'w', code: 'not-reached' },
    ]);
    await later(5 * MINUTE_MS);
    expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
    expect(await count('publish')).toBe(2);
    expect(await count('update')).toBe(0);
    await expectQuiet(world);
    expect(await service.only('Welcome')).toMatchObject({ status: 'ACTIVE' });
  });

  test('is trusted immediately with --allow unconfirmed', async () => {
    const { service, repo, count } = await open({
      'w.yaml': welcome({ status: 'ACTIVE', subject: 'Tom & Jerry' }),
    });
    await be(service, 'respell=entities');
    await repo.campaigns('apply');
    expect(await repo.campaigns('apply', '--allow', 'unconfirmed')).toMatchObject({ status: 0 });
    expect(await count('publish')).toBe(1);
  });
});

test.each<string[]>([
  ['documented', 'search-rows=partial', 'publish-200'],
  ['document-ids', 'normalized'],
])('%s %s %s causes no changes: created, published, edited and paused', async (...quirks) => {
  const features = quirks[0] === 'document-ids' ? ['--features', 'versioning'] : [];
  const world = await open(
    { 'd.yaml': digest({ status: 'ACTIVE' }), 'w.yaml': welcome({ status: 'ACTIVE' }) },
    ...features,
  );
  const { service, repo } = world;
  await be(service, ...quirks);
  expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
  await expectQuiet(world);
  repo.change({ 'd.yaml': digest({ status: 'ACTIVE', utm: 'edited' }) });
  expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
  repo.change({ 'd.yaml': digest({ status: 'PAUSED', utm: 'edited' }) });
  expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
  await expectQuiet(world);
});

test('a default that the service adds to all campaigns is noted once for all, and doesn’t count as drift', async () => {
  const world = await open({ 'd.yaml': digest({ status: 'ACTIVE' }), 'w.yaml': welcome() });
  const { repo, service } = world;
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  await be(service, 'late-default=utm_params.utm_new');
  const note = 'new in the service: utm_params.utm_new: false';
  const [plan, applied] = [await repo.campaigns('plan'), await repo.campaigns('apply', '--exit-code')];
  expect(oneLine(plan.stdout).split(note)).toHaveLength(2);
  expect(applied.status).toBe(0);
  expect((await repo.campaigns('plan')).stdout).not.toContain('utm_new');
  expect((await repo.campaigns('apply')).stdout).not.toContain('utm_new');
  await expectQuiet(world);
});

describe('a value that the service changes by itself', () => {
  const MOVING = 'moving-value=utm_params.utm_seen';
  const IN_LISTS = 'moving-value=trigger_condition.included_filters.filters.reach';

  test('is noted once, and causes no drift, no write and no conflict', async () => {
    const world = await open({ 'd.yaml': digest({ status: 'ACTIVE' }), 'w.yaml': welcome() });
    const { repo, service, count } = world;
    expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
    await be(service, MOVING, 'moving-value=trigger_condition.reach', IN_LISTS);
    const plan = await repo.campaigns('plan');
    const fields = 'trigger_condition.reach, trigger_condition.included_filters.filters.0.reach';
    expect(oneLine(plan.stdout)).toContain(`ignored, because the service changes it: ${fields}`);
    expect(plan.stdout).toContain('Apply will send 0 requests.');
    expect(await repo.campaigns('drift')).toMatchObject({ status: 0 });
    expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
    expect((await repo.campaigns('plan')).stdout).not.toContain('by itself');
    await expectQuiet(world);
    expect(await count('update')).toBe(0);
    repo.change({
      'd.yaml': digest({ status: 'ACTIVE', utm: 'edited' }),
      'w.yaml': welcome({ utm: 'edited' }),
    });
    const edited = await repo.campaigns('apply', '--json');
    expect(resultOf(edited)).toMatchObject({
      outcome: 'complete',
      applied: [{ key: 'd' }, { key: 'w' }],
      unconfirmed: [],
      stale: [],
    });
    await expectQuiet(world);
    expect(await count('update')).toBe(2);
  });
});

test('one campaign of another team fails alone', async () => {
  const { service, repo } = await open({ 'a.yaml': sale({ name: 'A' }), 'b.yaml': sale({ name: 'B' }) });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  await be(service, `forbidden=${(await service.only('A')).id}`);
  repo.change({ 'a.yaml': sale({ name: 'A', utm: 'x' }), 'b.yaml': sale({ name: 'B', utm: 'x' }) });
  const applied = await repo.campaigns('apply', '--json');
  expect(applied.status).toBe(1);
  expect(resultOf(applied)).toMatchObject({
    outcome: 'failed',
    applied: [{ key: 'b' }],
    failed: [{ key: 'a', code: 'FORBIDDEN' }],
  });
});

test('a service that updates only drafts locks what is live, with its own message, and is asked once', async () => {
  const { service, repo, count } = await open({ 'w.yaml': welcome({ status: 'ACTIVE' }) });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  await be(service, 'draft-only-updates');
  repo.change({ 'w.yaml': welcome({ status: 'ACTIVE', utm: 'edited' }) });
  expect(resultOf(await repo.campaigns('apply', '--json'))).toMatchObject({
    held: [{ key: 'w', reason: 'locked' }],
    failed: [],
  });
  const plan = await repo.campaigns('plan');
  expect(plan.stdout).toContain('only DRAFT');
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(await count('update')).toBe(1);
});

test('an edit that creates a draft above the live version is not applied', async () => {
  const { service, repo, count } = await open(
    { 'w.yaml': welcome({ status: 'ACTIVE' }) },
    '--features',
    'versioning',
  );
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  await be(service, 'draft-versions');
  repo.change({ 'w.yaml': welcome({ status: 'ACTIVE', utm: 'edited' }) });
  const applied = resultOf(await repo.campaigns('apply', '--json'));
  expect(applied).toMatchObject({ applied: [], unconfirmed: [{ key: 'w', component: 'utm_params' }] });
  expect((await repo.campaigns('plan')).stdout).toContain('unpublished draft of this campaign (version 2)');
  // It is sent once more, and then never again. The draft is read with Get as well, and never treated as live.
  for (const sent of [1, 2, 2, 2]) {
    expect(await count('update')).toBe(sent);
    await later(6 * MINUTE_MS);
    const again = resultOf(await repo.campaigns('apply', '--json'));
    expect(again).toMatchObject({ applied: [], stale: [] });
  }
  await be(service, 'draft-versions', 'search-rows=partial');
  expect(planOf(await repo.campaigns('plan', '--json')).campaigns).toMatchObject([
    { live_status: 'ACTIVE', transition: null },
  ]);
  expect(await count('publish')).toBe(1);
});

test.each(['details-only', 'keep-failures'])('%s never makes a second campaign', async (quirk) => {
  const world = await open({ 'w.yaml': welcome() });
  await be(world.service, quirk);
  await world.service.arm({ operation: 'create', kind: 'reset-after', times: 3 });
  await world.service.arm({ operation: 'create', kind: 'status', status: 503, times: 1 });
  await world.repo.campaigns('apply');
  await later(30 * SECOND_MS);
  await world.repo.campaigns('apply');
  await world.service.only('Welcome');
  await expectQuiet(world);
});
