import { expect } from 'vitest';
import { afterTest } from '../cleanup.ts';
import { resultOf, type ResultDocument } from './documents.ts';
import type { LiveService } from './live-service.ts';
import type { Ended } from './program.ts';

// What an apply says that it did, against what the service did meanwhile: held to in every test that has a service.

/** The services of the test that goes on. */
const services = new Set<LiveService>();
/** Applies under way at this moment. */
let underWay = 0;
/** Applies that were begun so far. */
let begun = 0;

/** What the service does for a change, by the first word of the effect that its log has. */
const CHANGES: Readonly<Record<string, string>> = {
  created: 'create',
  updated: 'update',
  status: 'transition',
  published: 'transition',
};
/** Failures after which the service may have done more than the run could see. */
const MAY_BE_DONE = ['unclear', 'not-reached', 'unconfirmed', 'not-done', 'unreadable'];

/** From here on, until the test ends, applies are held against the log of this service. */
export function holdAgainst(service: LiveService): void {
  services.add(service);
  afterTest(() => void services.delete(service));
}

/**
 * Runs an apply to its end, and expects its counts and its exit code to be true. `isSettled` says whether no earlier
 * run left anything open, which this one might find, and tell as applied.
 */
export async function agreeing(
  { args, isSettled }: { readonly args: readonly string[]; readonly isSettled: () => boolean },
  run: () => Promise<Ended>,
): Promise<Ended> {
  const [service] = services;
  if (!service || services.size > 1) return run();
  const earlier = (await service.requests()).length;
  const ours = (begun += 1);
  const isAlone = underWay === 0 && isSettled();
  underWay += 1;
  const ended = await run().finally(() => (underWay -= 1));
  if (ended.signal !== null) return ended;
  const effects = (await service.requests()).slice(earlier).map(({ effect }) => effect.split(' ')[0] ?? '');
  const done = effects.flatMap((effect) => CHANGES[effect] ?? []).sort();
  if (args.includes('--json')) {
    const result = ended.stdout === '' ? undefined : resultOf(ended);
    if (result) expectExit(ended, result);
    if (result && isAlone && ours === begun) expectCounts(result, done);
  } else if (isAlone && ours === begun) expectWords(ended, done);
  return ended;
}

/** Each change that was made is told, and each that is told was made, but for those of which the run says that it can't see. */
function expectCounts({ applied, failed, unconfirmed }: ResultDocument, done: readonly string[]): void {
  const told = applied.map(({ change }) => change).sort();
  const unseen = new Set(unconfirmed.map(({ key }) => key)).size;
  const unknown = failed.filter(({ code }) => MAY_BE_DONE.includes(code)).length + unseen;
  if (unknown === 0) expect(told, 'what the document has as applied').toEqual(done);
  expect(told.length - unconfirmed.length, 'applied and seen').toBeLessThanOrEqual(done.length);
  expect(done.length, 'applied, and what nobody knows of').toBeLessThanOrEqual(told.length + unknown);
}

/** The line that counts; a run that ended with an error has none. */
function expectWords({ stdout, stderr }: Ended, done: readonly string[]): void {
  const [, count] = /^Applied (\d+)/m.exec(stdout) ?? [];
  if (count === undefined && !/^Everything in sync/m.test(stdout)) return;
  const mayBeDone = /isn't known|not confirmed|doesn't show|could not be read|could not be found out/.test(
    (stdout + stderr).replace(/\s+/g, ' '),
  );
  if (!mayBeDone) expect(Number(count ?? 0), 'applied, in words').toBe(done.length);
}

/** Signals, and changes that are held where the caller asked, have exit codes of their own. */
function expectExit({ status }: Ended, { outcome, reason = '' }: ResultDocument): void {
  const exits: Readonly<Record<string, readonly number[]>> = {
    complete: [0, 2, 130, 143],
    failed: [1, 130, 143],
    deferred: [3, 130, 143],
    stale: [4, 130, 143],
    refused: { 'invalid-files': [5], lease: [6], credential: [7], guard: [8] }[reason] ?? [],
  };
  expect(exits[outcome], `${outcome} ${reason}`).toContain(status);
}
