import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/model/state.ts';
import type { Window } from '../../src/model/workspace.ts';
import { earliestAt, remaining, slotsFor, withOpen } from '../../src/quota/slots.ts';
import { desired, NOW, planFor, stateOf, WORKSPACE } from '../support/builders.ts';
import { draws } from '../support/draws.ts';

// Compares the quota with an implementation without formulas: for each call it tries instant after instant and counts,
// in every window, what is in the ledger. It adds half a second to each span, because clocks may differ by that much.

const RUNS = draws(400);
const MARGIN_MS = 500;
const DAY_MS = 86_400_000;

interface Calls {
  readonly ledger: Ledger;
  readonly windows: readonly Window[];
}

/**
 * Small and large limits, unusual spans, windows with the same span and two limits, and ledgers with more calls than
 * allowed.
 */
const calls: fc.Arbitrary<Calls> = fc.record({
  windows: fc.array(
    fc.record<Window>({
      limit: fc.integer({ min: 1, max: 7 }),
      spanMs: fc.oneof(
        fc.constantFrom(1, 1_000, 60_000, 3_600_000, DAY_MS),
        fc.integer({ min: 2, max: 100_000 }),
      ),
      counts: fc.constantFrom('attempts', 'successes'),
    }),
    { maxLength: 5 },
  ),
  ledger: fc
    .array(
      fc.record({
        // A clock ahead of ours may have recorded times in the future.
        at: fc.oneof(fc.integer({ min: -3_000, max: 2_000 }), fc.integer({ min: -DAY_MS, max: 0 })),
        success: fc.boolean(),
      }),
      { maxLength: 14 },
    )
    .map((drawn) => {
      const times = drawn.toSorted((a, b) => a.at - b.at);
      const at = (those: typeof times) => those.map((one) => NOW + one.at);
      return { attempts: at(times), successes: at(times.filter(({ success }) => success)) };
    }),
});

/** Whether one more call is allowed at `at`. */
function allows({ ledger, windows }: Calls, at: number): boolean {
  return windows.every(({ limit, spanMs, counts }) => {
    let held = 0;
    for (const time of ledger[counts]) if (time + spanMs + MARGIN_MS > at) held += 1;
    return held < limit;
  });
}

/** Every instant at which something may change: now, and whenever a call leaves a window. */
function candidates({ ledger, windows }: Calls, from: number): number[] {
  const instants = [from];
  for (const { spanMs } of windows)
    for (const time of ledger.attempts) {
      const leaves = time + spanMs + MARGIN_MS;
      if (leaves > from) instants.push(leaves);
    }
  return instants.sort((a, b) => a - b);
}

function clerk(count: number, { ledger, windows }: Calls): number[] {
  const made: number[] = [];
  let known = ledger;
  while (made.length < count) {
    const from = made.at(-1) ?? NOW;
    const at = candidates({ ledger: known, windows }, from).find((one) =>
      allows({ ledger: known, windows }, one),
    );
    if (at === undefined) throw new Error('some window never frees');
    made.push(at);
    known = { attempts: [...known.attempts, at], successes: [...known.successes, at] };
  }
  return made;
}

describe('the laws of the quota', () => {
  it('8: a schedule is the one found by trying every instant', () => {
    fc.assert(
      fc.property(calls, fc.nat(12), ({ ledger, windows }, count) => {
        expect(slotsFor(count, ledger, windows, NOW)).toEqual(clerk(count, { ledger, windows }));
      }),
      RUNS,
    );
  });

  it('8: a call is admitted at the first instant that allows it, and not a millisecond earlier', () => {
    fc.assert(
      fc.property(calls, (drawn) => {
        const at = earliestAt(drawn.ledger, drawn.windows, NOW);
        expect(at).toBe(clerk(1, drawn)[0]);
        expect(allows(drawn, at)).toBe(true);
        if (at > NOW) expect(allows(drawn, at - 1)).toBe(false);
      }),
      RUNS,
    );
  });

  it('8: no window of the service, whose clock may be half a second off, ever holds more than it allows', () => {
    const skew = fc.integer({ min: -MARGIN_MS / 2, max: MARGIN_MS / 2 });
    fc.assert(
      fc.property(
        calls,
        fc.nat(12),
        fc.array(skew, { minLength: 12, maxLength: 12 }),
        ({ windows }, count, skews) => {
          const seen = slotsFor(count, { attempts: [], successes: [] }, windows, NOW)
            .map((at, nth) => at + (skews[nth] ?? 0))
            .sort((a, b) => a - b);
          for (const { limit, spanMs } of windows)
            for (const end of seen)
              expect(seen.filter((at) => at > end - spanMs && at <= end).length).toBeLessThanOrEqual(limit);
        },
      ),
      RUNS,
    );
  });

  it('8: the remaining quota is what can be sent immediately, for each span by its stricter window', () => {
    fc.assert(
      fc.property(calls, ({ ledger, windows }) => {
        const left = remaining(ledger, windows, NOW);
        expect(left.map(({ spanMs }) => spanMs)).toEqual(
          [...new Set(windows.map(({ spanMs }) => spanMs))].sort((a, b) => a - b),
        );
        for (const { spanMs, count } of left) {
          const alike = windows.filter((one) => one.spanMs === spanMs);
          const atOnce = clerk(8, { ledger, windows: alike }).filter((at) => at === NOW).length;
          expect(count).toBe(atOnce);
        }
      }),
      RUNS,
    );
  });

  it('8: a call without an answer counts in every window from now on', () => {
    fc.assert(
      fc.property(calls, fc.integer({ min: 1, max: 5 }), ({ ledger, windows }, open) => {
        const counted = withOpen(ledger, open, NOW);
        const sent = Array<number>(open).fill(NOW);
        const known = {
          attempts: [...ledger.attempts, ...sent].sort((a, b) => a - b),
          successes: [...ledger.successes, ...sent].sort((a, b) => a - b),
        };
        expect(counted).toEqual(known);
        expect(earliestAt(counted, windows, NOW)).toBe(clerk(1, { ledger: known, windows })[0]);
      }),
      RUNS,
    );
  });

  it('8: a plan schedules its creations like that, and defers those that take too long', () => {
    fc.assert(
      fc.property(calls, fc.nat(6), fc.nat(200_000), ({ ledger, windows }, count, maxWaitMs) => {
        const files = Array.from({ length: count }, (_, at) => desired({ key: `c${at}` }));
        const limits = { ...WORKSPACE.limits, create: windows };
        const plan = planFor(
          { desired: files, state: stateOf([], { ledger }) },
          { workspace: { ...WORKSPACE, limits }, maxWaitMs },
        );
        const instants = clerk(count, { ledger, windows });
        const { schedule: shown } = plan;
        expect(shown.instants.map((at) => Date.parse(at))).toEqual(instants);
        expect(shown.now).toBe(instants.filter((at) => at === NOW).length);
        expect(shown.deferred).toBe(instants.filter((at) => at - NOW > maxWaitMs).length);
        expect(shown.completeAt).toBe(shown.instants.at(-1) ?? null);
      }),
      RUNS,
    );
  });
});
