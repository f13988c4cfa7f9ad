import { expect, test } from 'vitest';
import { CLOCK_MARGIN_MS } from '../../src/quota/windows.ts';
import { sale, several, welcome } from '../support/e2e/campaign-texts.ts';
import { planOf, resultOf } from '../support/e2e/documents.ts';
import type { LiveService } from '../support/e2e/live-service.ts';
import { appliedRepo, repoWithService } from '../support/e2e/opened.ts';
import { testClock } from '../support/e2e/program.ts';

/**
 * Creations that the service refused as too many. Reads share their limits with other processes and wait for their
 * slots.
 */
async function refusedCreations(service: LiveService) {
  const requests = await service.requests();
  return requests.filter(({ operation, status }) => operation === 'create' && status === 429);
}

test('creates five, says when the others are possible, and never sends one too many', async () => {
  const { service, repo } = await repoWithService(several(7), {
    workspace: 'limits: {}',
    service: ['--limits', 'real'],
  });
  const started = testClock.now();
  const plan = planOf(await repo.campaigns('plan', '--json', '--max-wait', '0s'));
  expect(plan.schedule).toMatchObject({ creations: 7, now: 5, deferred: 2 });

  const first = await repo.exits(3, 'apply', '--max-wait', '0s', '--json');
  const { outcome, applied, deferred, resume_at: resumeAt } = resultOf(first);
  expect(outcome).toBe('deferred');
  expect(applied.map(({ key }) => key)).toEqual(['c01', 'c02', 'c03', 'c04', 'c05']);
  expect(deferred.map(({ key }) => key)).toEqual(['c06', 'c07']);
  expect(resumeAt).toBe(deferred[0]?.resume_at);
  expect(Date.parse(resumeAt ?? '')).toBeGreaterThanOrEqual(started + 60_000);
  expect(Date.parse(resumeAt ?? '')).toBeLessThanOrEqual(testClock.now() + 60_000 + CLOCK_MARGIN_MS);

  await repo.exits(3, 'apply', '--max-wait', '0s');
  expect(await service.writes()).toHaveLength(5);
  expect(await refusedCreations(service)).toEqual([]);
});

test('creations of another run count, because the ledger is part of the state', async () => {
  const { service, repo } = await repoWithService(several(6), {
    workspace: 'limits: {}',
    service: ['--limits', 'real'],
  });
  const colleague = repo.clone();
  expect(await repo.campaigns('apply', '--only', 'c01', 'c02', 'c03')).toMatchObject({ status: 0 });
  const applied = await colleague.exits(3, 'apply', '--max-wait', '0s', '--json');
  expect(resultOf(applied).applied.map(({ key }) => key)).toEqual(['c04', 'c05']);
  expect(await refusedCreations(service)).toEqual([]);
});

test('respects the service if it allows less than the workspace says', async () => {
  const { service, repo } = await repoWithService(several(8), {
    workspace: 'limits: { create: off }',
    service: ['--limits', 'real'],
  });
  const applied = await repo.exits(3, 'apply', '--max-wait', '0s', '--json');
  const { applied: done, deferred, failed } = resultOf(applied);
  expect(done).toHaveLength(5);
  expect(deferred).toHaveLength(3);
  expect(failed).toEqual([]);
  expect(await refusedCreations(service)).toHaveLength(1);
});

test('within --max-wait the run waits for its slot and says so', async () => {
  const workspace = 'limits: { create: { per_second: 1, created_per_minute: 50 } }';
  const { service, repo } = await repoWithService(several(3), { workspace });
  await repo.exits(0, 'apply', '--max-wait', '10m');
  expect(await service.writes()).toHaveLength(3);
});

// A service that wants no requests for longer than a run may wait is asked once, and the run says when to try again.

const TWO_HOURS_S = 7200;

async function refuse(service: LiveService, operation: string, status: number): Promise<void> {
  const headers = { 'Retry-After': String(TWO_HOURS_S) };
  await service.arm({ operation, kind: 'status', status, headers, times: 100 });
}

/** How often the service received an operation since then. */
async function asked(service: LiveService, operation: string, since: number): Promise<number> {
  const all = await service.requests();
  return all.slice(since).filter((one) => one.operation === operation).length;
}

/** One existing campaign and two new files, so that each kind of write is the first step for one of them. */
async function ready(operation: string) {
  const status = operation === 'status' ? 'ACTIVE' : 'DRAFT';
  const { service, repo } = await appliedRepo({ 'w.yaml': welcome({ status }) });
  const edits: Record<string, Record<string, string>> = {
    search: { 'w.yaml': welcome({ utm: 'edited' }) },
    update: { 'w.yaml': welcome({ utm: 'edited' }) },
    status: { 'w.yaml': welcome({ status: 'PAUSED' }) },
    publish: { 'w.yaml': welcome({ status: 'ACTIVE' }) },
    create: { 's.yaml': sale() },
  };
  repo.change(edits[operation] ?? {});
  return { service, repo, since: (await service.requests()).length };
}

function expectTwoHours(resumeAt: string | null, began: number): void {
  const wait = Date.parse(resumeAt ?? '') - began;
  expect(wait).toBeGreaterThanOrEqual(TWO_HOURS_S * 1_000);
  expect(wait).toBeLessThan((TWO_HOURS_S + 120) * 1_000);
}

test.each([
  [429, 'create'],
  [429, 'status'],
  [503, 'update'],
  [503, 'publish'],
  [503, 'search'],
])('%i with a Retry-After of two hours ends immediately for %s, with the time', async (status, operation) => {
  const { service, repo, since } = await ready(operation);
  await refuse(service, operation, status);
  // What search doesn't show is read with Get, which has a limit of its own.
  if (operation === 'search') await refuse(service, 'get', status);
  const began = testClock.now();
  const applied = await repo.campaigns('apply', '--json');
  const isPutOff = status === 429;
  expect(applied.status).toBe(isPutOff ? 3 : 1);
  expect(await asked(service, operation, since)).toBe(1);
  if (operation === 'search') expect(await asked(service, 'get', since)).toBe(1);
  expect(testClock.now() - began).toBeLessThan(60_000);
  const result = resultOf(applied);
  expectTwoHours(result.resume_at, began);
  // A sentence rounds it up to the second.
  const whole = new Date(Math.ceil(Date.parse(String(result.resume_at)) / 1_000) * 1_000).toISOString();
  if (!isPutOff)
    expect(JSON.stringify(result.failed)).toContain(`${whole.slice(0, 10)} ${whole.slice(11, 19)} UTC`);
});
