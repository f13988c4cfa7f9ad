import { expect, test } from 'vitest';
import { CLOCK_MARGIN_MS } from '../../src/quota/windows.ts';
import { several } from '../support/e2e/campaign-texts.ts';
import { planOf, resultOf } from '../support/e2e/documents.ts';
import { repoWithService } from '../support/e2e/opened.ts';
import type { LiveService } from '../support/e2e/live-service.ts';
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

  const first = await repo.campaigns('apply', '--max-wait', '0s', '--json');
  expect(first.status).toBe(3);
  const { outcome, applied, deferred, resume_at: resumeAt } = resultOf(first);
  expect(outcome).toBe('deferred');
  expect(applied.map(({ key }) => key)).toEqual(['c01', 'c02', 'c03', 'c04', 'c05']);
  expect(deferred.map(({ key }) => key)).toEqual(['c06', 'c07']);
  expect(resumeAt).toBe(deferred[0]?.resume_at);
  expect(Date.parse(resumeAt ?? '')).toBeGreaterThanOrEqual(started + 60_000);
  expect(Date.parse(resumeAt ?? '')).toBeLessThanOrEqual(testClock.now() + 60_000 + CLOCK_MARGIN_MS);

  const again = await repo.campaigns('apply', '--max-wait', '0s');
  expect(again.status).toBe(3);
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
  const applied = await colleague.campaigns('apply', '--max-wait', '0s', '--json');
  expect(applied.status).toBe(3);
  expect(resultOf(applied).applied.map(({ key }) => key)).toEqual(['c04', 'c05']);
  expect(await refusedCreations(service)).toEqual([]);
});

test('respects the service if it allows less than the workspace says', async () => {
  const { service, repo } = await repoWithService(several(8), {
    workspace: 'limits: { create: off }',
    service: ['--limits', 'real'],
  });
  const applied = await repo.campaigns('apply', '--max-wait', '0s', '--json');
  expect(applied.status).toBe(3);
  const { applied: done, deferred, failed } = resultOf(applied);
  expect(done).toHaveLength(5);
  expect(deferred).toHaveLength(3);
  expect(failed).toEqual([]);
  expect(await refusedCreations(service)).toHaveLength(1);
});

test('within --max-wait the run waits for its slot and says so', async () => {
  const workspace = 'limits: { create: { per_second: 1, created_per_minute: 50 } }';
  const { service, repo } = await repoWithService(several(3), { workspace });
  const applied = await repo.campaigns('apply', '--max-wait', '10m');
  expect(applied.status).toBe(0);
  expect(await service.writes()).toHaveLength(3);
});
