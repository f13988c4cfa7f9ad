import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/model/time.ts';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { startLiveService, type Fault, type LiveService } from '../support/e2e/live-service.ts';
import { startServiceProxy } from '../support/e2e/service-proxy.ts';
import { startCampaigns, testClock } from '../support/e2e/program.ts';
import { openRepo, type TestRepository } from '../support/e2e/test-repository.ts';

// A status change without an answer, from a service that shows old statuses for a while (open point W31).

interface World {
  readonly service: LiveService;
  readonly repo: TestRepository;
  /** How many requests of an operation the service received. */
  readonly count: (operation: string) => Promise<number>;
}

async function open(): Promise<World> {
  const service = await startLiveService();
  return worldOf(service, service.url);
}

/** A draft that was applied. */
async function worldOf(service: LiveService, url: string): Promise<World> {
  const repo = openRepo({ url, campaigns: { 'w.yaml': welcome() } });
  expect(await repo.campaigns('apply', '--json')).toMatchObject({ status: 0 });
  const count = async (operation: string) =>
    (await service.writes()).filter((one) => one === operation).length;
  return { service, repo, count };
}

async function be({ service }: World, ...quirks: string[]): Promise<void> {
  await service.control('POST', 'quirks', { quirks });
}

/** The request ID of the first request for this operation. */
async function requestId({ service }: World, operation: string): Promise<string> {
  const found = (await service.requests()).find((one) => one.operation === operation);
  return found?.request_id ?? 'no request';
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** An apply that is killed at its PUBLISH, before or after the service received it. */
async function killed(when: 'before' | 'after', ...quirks: string[]): Promise<World> {
  const service = await startLiveService();
  const proxy = await startServiceProxy(service.url);
  const world = await worldOf(service, proxy.url);
  const { repo } = world;
  await be(world, ...quirks);
  repo.change({ 'w.yaml': welcome({ status: 'ACTIVE' }) });
  const env = { CAMPAIGNS_API_KEY: 'local' };
  const { crash, ended } = startCampaigns(['apply'], { cwd: repo.directory, env });
  proxy.handler = async (request, pass) => {
    if (!request.path.includes('core-services')) return pass();
    if (when === 'after') await pass();
    crash();
    return new Promise(() => undefined);
  };
  await ended;
  proxy.handler = (_, pass) => pass();
  await repo.campaigns('state', 'release');
  return world;
}

describe('PUBLISH without an answer', () => {
  test('is read a second time, 15 seconds later, and is recorded if it shows by then', async () => {
    const world = await killed('after', 'read-lag=10s');
    const { repo, count } = world;
    const plan = await repo.campaigns('plan');
    expect(oneLine(plan.stdout)).toContain('the next apply checks it first');
    const applied = await repo.campaigns('apply');
    expect(applied, applied.stdout + applied.stderr).toMatchObject({ status: 0 });
    expect(oneLine(applied.stderr)).toContain('to check again whether a campaign was published');
    expect(await count('publish')).toBe(1);
    expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
    const log = (await repo.campaigns('log', 'w', '--json')).stdout;
    expect(log).not.toContain('not-done');
    expect(log).not.toContain('in the service');
    const made = oneLine((await repo.campaigns('log', 'w')).stdout);
    expect(made).toContain('DRAFT → ACTIVE');
    expect(made).toContain(await requestId(world, 'publish'));
  });
});

describe('an emergency stop of a campaign that an earlier run may have published', () => {
  async function published(fault: Fault['kind'], ...quirks: string[]): Promise<World> {
    const world = await open();
    await be(world, ...quirks);
    await world.service.arm({ kind: fault, operation: 'publish', times: 4 });
    world.repo.change({ 'w.yaml': welcome({ status: 'ACTIVE' }) });
    expect(await world.repo.campaigns('apply', '--json')).toMatchObject({ status: 1 });
    await world.service.disarm();
    world.repo.change({ 'w.yaml': welcome({ status: 'PAUSED' }) });
    return world;
  }

  test('is sent while the service still shows a draft', async () => {
    const world = await published('reset-after', 'read-lag=10m');
    const { repo, service, count } = world;
    const plan = oneLine((await repo.campaigns('plan')).stdout);
    expect(plan).toContain(
      "may have sent a change that the service doesn't show yet: PAUSE is sent in any case",
    );
    await repo.campaigns('apply', '--json');
    expect(await count('status')).toBe(1);
    await testClock.sleep(10 * MINUTE_MS);
    expect(await service.only('Welcome')).toMatchObject({ status: 'PAUSED' });
    const last = await repo.campaigns('apply', '--exit-code');
    expect(last, last.stdout).toMatchObject({ status: 0 });
    expect([await count('publish'), await count('status')]).toEqual([1, 1]);
  });
});

test('an accepted PUBLISH that is not visible for long is not sent again', async () => {
  const world = await open();
  await be(world, 'read-lag=30m');
  world.repo.change({ 'w.yaml': welcome({ status: 'ACTIVE' }) });
  await world.repo.campaigns('apply', '--json');
  await testClock.sleep(20 * MINUTE_MS);
  const applied = await world.repo.campaigns('apply', '--json');
  expect(oneLine(applied.stdout)).toContain('was published by an earlier run');
  expect(await world.count('publish')).toBe(1);
  await testClock.sleep(20 * MINUTE_MS);
  expect(await world.repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
});
