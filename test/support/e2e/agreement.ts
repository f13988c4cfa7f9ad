import { expect } from 'vitest';
import { afterTest } from '../cleanup.ts';
import type { ResultDocument } from '../../../src/render/documents/plan-document.ts';
import { resultOf } from './documents.ts';
import type { LiveService } from './live-service.ts';
import type { Ended } from './program.ts';

// Compares what an apply reports with what the service did. Checked in every test that has a service.

/** The services of the current test. */
const services = new Set<LiveService>();
/** The number of applies in progress. */
let inProgress = 0;
/** The number of applies that have started. */
let begun = 0;

/** The kind of each change, by the first word of its effect in the service's log. */
const CHANGES: Readonly<Record<string, string>> = {
  created: 'create',
  updated: 'update',
  status: 'transition',
  published: 'transition',
};
/** Failures after which the service may have done more than the run could see. */
const MAY_BE_DONE = ['unclear', 'not-reached', 'unconfirmed', 'not-done', 'unreadable'];

/** From now until the end of the test, compares applies with the log of this service. */
export function holdAgainst(service: LiveService): void {
  services.add(service);
  afterTest(() => void services.delete(service));
}

/**
 * Runs an apply to its end and checks its counts and exit code. `isSettled` says whether no earlier run left anything
 * open, which this one could find and report as applied.
 */
export async function agreeing(
  { args, isSettled }: { readonly args: readonly string[]; readonly isSettled: () => boolean },
  run: () => Promise<Ended>,
): Promise<Ended> {
  const [service] = services;
  if (!service || services.size > 1) return run();
  const earlier = (await service.requests()).length;
  const ours = (begun += 1);
  const isAlone = inProgress === 0 && isSettled();
  inProgress += 1;
  const ended = await run().finally(() => (inProgress -= 1));
  if (ended.signal !== null || !args.includes('--json')) return ended;
  const effects = (await service.requests()).slice(earlier).map(({ effect }) => effect.split(' '));
  const done = effects.flatMap(([word = '']) => CHANGES[word] ?? []).sort();
  const result = ended.stdout === '' ? undefined : resultOf(ended);
  if (result) expect(exitsOf(result), JSON.stringify(result)).toContain(ended.status);
  if (result && isAlone && ours === begun) expectCounts(result, done);
  return ended;
}

/**
 * Every change must be reported and every reported change must have happened, except those that the run says it can't
 * see.
 */
function expectCounts({ applied, failed, unconfirmed }: ResultDocument, done: readonly string[]): void {
  const reported = applied.map(({ change }) => change).sort();
  const unseen = new Set(unconfirmed.map(({ key }) => key)).size;
  const unknown = failed.filter(({ code }) => MAY_BE_DONE.includes(code)).length + unseen;
  if (unknown === 0) expect(reported, 'what the document has as applied').toEqual(done);
  expect(reported.length - unconfirmed.length, 'applied and seen').toBeLessThanOrEqual(done.length);
  expect(done.length, 'applied, and unknown outcomes').toBeLessThanOrEqual(reported.length + unknown);
}

/** The exit codes of a result. Signals, and blocked changes if the caller asked for it, have their own. */
function exitsOf({ outcome, reason }: ResultDocument): readonly number[] {
  if (outcome === 'refused')
    return { 'invalid-files': [5], lease: [6], credential: [7], guard: [8], none: [] }[reason ?? 'none'];
  const own = { complete: [0, 2], failed: [1], deferred: [3], stale: [4] }[outcome];
  return [...own, 130, 143];
}
