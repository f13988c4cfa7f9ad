import { expect, test } from 'vitest';
import { sale, welcome } from '../support/e2e/campaign-texts.ts';
import { resultOf } from '../support/e2e/documents.ts';
import { appliedRepo } from '../support/e2e/opened.ts';
import type { LiveService } from '../support/e2e/live-service.ts';
import { testClock } from '../support/e2e/program.ts';

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
