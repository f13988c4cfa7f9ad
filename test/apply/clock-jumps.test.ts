import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/quota/windows.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/model/time.ts';
import { applyOn, recoverOn, runOn, stageOf, type Stage } from '../support/apply-world.ts';
import { desired, key } from '../support/builders.ts';
import { LOST } from '../support/answer-problems.ts';

// The clock of the next machine differs from that of the one before: a job moved, or the time was set.

const JUMPS: readonly (readonly [string, number])[] = [
  ['two days back', -2 * DAY_MS],
  ['two hours back', -2 * HOUR_MS],
  ['a minute back', -MINUTE_MS],
  ['a minute ahead', MINUTE_MS],
  ['two hours ahead', 2 * HOUR_MS],
  ['a month ahead', 30 * DAY_MS],
];
const CHANNELS = ['EMAIL', 'PUSH'] as const;
const CASES = JUMPS.flatMap(([name, ms]) => CHANNELS.map((channel) => ({ name, ms, channel })));

describe('when the clock jumps between two runs', () => {
  test.each(CASES)('$name, a create of $channel that arrived is bound, and not sent again', async (one) => {
    const stage = stageOf({ desired: [desired({ channel: one.channel })] });
    stage.service.interfere = () => 'lose-answer';
    await applyOn(stage);
    expect(stage.service.campaigns.size).toBe(1);
    await nextRun(stage, one.ms);
    expect(stage.service.campaigns.size).toBe(1);
    expect(stage.recorder.state.bindings.has(key('a'))).toBe(true);
  });

  test.each(CASES)('$name, a create of $channel that got lost happens once', async (one) => {
    const stage = stageOf({ desired: [desired({ channel: one.channel })] });
    stage.service.interfere = () => LOST;
    await applyOn(stage);
    expect(stage.service.campaigns.size).toBe(0);
    await nextRun(stage, one.ms);
    expect(stage.service.campaigns.size).toBe(1);
    expect(stage.recorder.state.bindings.has(key('a'))).toBe(true);
    expect(stage.recorder.state.open).toEqual([]);
  });

  test.each(JUMPS)('%s, the ledger allows no more creations than permitted', async (_, ms) => {
    const stage = stageOf({ desired: Array.from({ length: 8 }, (__, n) => desired({ key: `c${n}` })) });
    const windows = DEFAULT_LIMITS.create;
    await applyOn(stage, { run: { windows } });
    expect(stage.service.campaigns.size).toBe(5);
    stage.clock.time += ms;
    const before = stage.clock.now();
    await applyOn(stage, { run: { windows, deadline: before } });
    // If the clock is set back, times in the ledger are in the future. Then the wait is too long rather than too short.
    expect(stage.service.campaigns.size).toBe(ms > MINUTE_MS ? 8 : 5);
  });
});

/** Another run at another time. It resolves what is open, plans and applies. */
async function nextRun(stage: Stage, ms: number): Promise<void> {
  stage.service.interfere = () => undefined;
  stage.clock.time += ms;
  const run = runOn(stage);
  await recoverOn(stage, run);
  await applyOn(stage);
}
