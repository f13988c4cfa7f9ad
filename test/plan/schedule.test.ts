import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/model/plan.ts';
import type { Intent, Ledger } from '../../src/model/state.ts';
import { SECOND_MS } from '../../src/model/time.ts';
import { bindingOf, campaignId, desired, intent, live, NOW, planFor, stateOf } from '../support/builders.ts';

/** How long a creation occupies the minute window: five are sent at once, the sixth when the first one leaves. */
const A_MINUTE = 60_500;

interface Situation {
  readonly files: number;
  readonly wait?: number;
  readonly ledger?: Ledger;
  readonly open?: readonly Intent[];
}

function scheduled({ files, wait = 600_000, ledger, open = [] }: Situation): Plan['schedule'] {
  const names = Array.from({ length: files }, (_, at) => `new${String(at).padStart(2, '0')}`);
  const state = stateOf([], { open, ...(ledger && { ledger }) });
  return planFor({ desired: names.map((name) => desired({ key: name })), state }, { maxWaitMs: wait })
    .schedule;
}

const at = (afterMs: number) => new Date(NOW + afterMs).toISOString();
const left = (situation: Situation) => scheduled(situation).left.map(({ count }) => count);

describe('the schedule of creations', () => {
  it.each<readonly [files: number, wait: number, now: number, deferred: number, done: number | null]>([
    [0, 0, 0, 0, null],
    [1, 0, 1, 0, 0],
    [5, 0, 5, 0, 0],
    [6, 0, 5, 1, A_MINUTE],
    [6, A_MINUTE - 1, 5, 1, A_MINUTE],
    [6, A_MINUTE, 5, 0, A_MINUTE],
    [12, A_MINUTE, 5, 2, 2 * A_MINUTE],
  ])('%i with a wait of %i ms: %i now, %i deferred', (files, wait, now, deferred, done) => {
    const completeAt = done === null ? null : at(done);
    expect(scheduled({ files, wait })).toMatchObject({ creations: files, now, deferred, completeAt });
  });

  it('begins after what the ledger has', () => {
    const times = [1, 2, 3, 4].map((second) => NOW - second * SECOND_MS).reverse();
    const ledger = { attempts: times, successes: times };
    expect(scheduled({ files: 2, ledger }).instants).toEqual([at(0), at(A_MINUTE - 4 * SECOND_MS)]);
  });

  it('counts only what is created: neither blocked nor existing campaigns', () => {
    const there = live({ key: 'there' });
    const stranger = { ...live({ key: 'b' }), id: campaignId('stranger') };
    const { campaigns, schedule } = planFor({
      desired: [desired({ key: 'a' }), desired({ key: 'b' }), desired({ key: 'there' })],
      live: [there, stranger],
      state: stateOf([bindingOf(there)]),
    });
    expect(campaigns.map(({ verdict }) => verdict)).toEqual(['create', 'held', 'in-sync']);
    expect(schedule).toMatchObject({ creations: 1, now: 1, instants: [at(0)] });
  });
});

describe('a request with an unknown outcome', () => {
  const create = (name: string) => intent({ kind: 'create', key: name });

  it.each<readonly [what: string, open: readonly Intent[], now: number]>([
    ['of a creation takes the slot of one', [create('x')], 4],
    ['of two creations takes the slots of two', [create('x'), create('y')], 3],
    ['of an update takes none', [intent({ kind: 'update', key: 'x' })], 5],
  ])('%s', (_, open, now) => {
    expect(scheduled({ files: 5, open }).now).toBe(now);
  });
});

describe('the remaining quota', () => {
  it.each<readonly [what: string, situation: Situation, left: readonly number[]]>([
    ['if nothing is created', { files: 0 }, [5, 5, 25, 100]],
    ['after two', { files: 2 }, [3, 3, 23, 98]],
    ['after those that are sent immediately, if the rest is deferred', { files: 6, wait: 0 }, [0, 0, 20, 95]],
    ['when the last one within the wait is sent', { files: 6, wait: A_MINUTE }, [4, 4, 19, 94]],
  ])('%s', (_, situation, expected) => {
    expect(left(situation)).toEqual(expected);
  });
});
