import { describe, expect, it, test } from 'vitest';
import { failureCode } from '../../src/model/failure.ts';
import { SETTLED_AFTER_MS } from '../../src/model/resolve-intent.ts';
import type { Result } from '../../src/model/result.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/model/time.ts';
import { attempts, DEFAULT_LIMITS, successes } from '../../src/quota/windows.ts';
import { LOST } from '../support/answer-problems.ts';
import {
  applyOn,
  planOn,
  recoverAndApply,
  recoverOn,
  runOn,
  stageOf,
  type Stage,
} from '../support/apply-world.ts';
import { desired, key, live, managing } from '../support/builders.ts';
import { refused } from '../support/fake-service.ts';

// What the next run makes of what an earlier one left open. An emergency stop does not wait for that.

const UTM = { utm_params: { utm_source: 'shop', utm_medium: 'email' } };
const OTHER_UTM = { utm_params: { utm_source: 'app', utm_medium: 'push' } };

/** Creations of these files that were lost, next to a campaign that is sending. */
async function lost(...names: string[]): Promise<Stage & { desired: ReturnType<typeof desired>[] }> {
  const running = live({ key: 'running', type: 'PERIODIC', status: 'ACTIVE' });
  const files = [
    desired({ key: 'running', type: 'PERIODIC' }),
    ...names.map((name) => desired({ key: name })),
  ];
  const stage = stageOf(managing(files, [running]));
  stage.service.interfere = () => LOST;
  await applyOn(stage);
  expect(stage.recorder.state.open.map((one) => one.key)).toEqual(names.map((name) => key(name)));
  stage.service.interfere = () => undefined;
  stage.service.writes.length = 0;
  stage.clock.sleeps.length = 0;
  return { ...stage, desired: files };
}

const PAUSED = desired({ key: 'running', type: 'PERIODIC', status: 'PAUSED' });

describe('what an earlier run left open', () => {
  it('waits for quota only after the emergency stops', async () => {
    const stage = await lost('new');
    const { clock } = stage;
    stage.desired.splice(0, 1, PAUSED);
    const stamps = Array.from({ length: 5 }, () => clock.now());
    stage.recorder.state = { ...stage.recorder.state, ledger: { attempts: stamps, successes: stamps } };
    const begun = clock.now();
    const pausedAt: number[] = [];
    stage.service.interfere = ({ operation }) => {
      if (operation === 'status') pausedAt.push(clock.now());
      return undefined;
    };
    const windows = [attempts(25, MINUTE_MS), successes(5, MINUTE_MS)];
    const result = await recoverAndApply(stage, { run: { windows, deadline: begun + 10 * MINUTE_MS } });
    expect(stage.service.writes.map(({ operation }) => operation)).toEqual(['status', 'create']);
    expect(pausedAt).toEqual([begun]);
    expect(clock.now()).toBeGreaterThan(begun + MINUTE_MS);
    expect(result.applied.map((one) => [one.key, one.change])).toEqual([
      ['running', 'transition'],
      ['new', 'create'],
    ]);
  });

  it('is finished as it was planned, and then edited to what the file says now, in one apply', async () => {
    const stage = stageOf({ desired: [desired({ components: UTM })] });
    stage.service.interfere = () => LOST;
    await applyOn(stage);
    stage.service.interfere = () => undefined;
    const [first] = stage.service.writes;
    stage.service.writes.length = 0;
    const later = { ...stage, desired: [desired({ components: OTHER_UTM })] };
    const result = await recoverAndApply(later);
    expect(stage.service.writes.map(({ operation }) => operation)).toEqual(['create', 'update']);
    expect(stage.service.writes[0]).toEqual(first);
    expect(result.applied.map(({ change }) => change)).toEqual(['create', 'update']);
    expect(planOn(later).campaigns).toMatchObject([{ verdict: 'in-sync' }]);
  });

  it('does not make the rest of a stopped campaign look done', async () => {
    const stage = await lost('new');
    stage.desired.splice(0, 1, { ...PAUSED, components: { ...PAUSED.components, ...UTM } });
    const controller = new AbortController();
    stage.service.interfere = ({ operation }) => {
      if (operation === 'create') controller.abort();
      return undefined;
    };
    const result = await recoverAndApply(stage, { run: { signal: controller.signal } });
    expect(result.applied.map((one) => [one.key, one.change])).toEqual([
      ['running', 'transition'],
      ['new', 'create'],
    ]);
    expect(result.failed.map(({ key, cause }) => `${key} failed: ${failureCode(cause)}`)).toEqual([
      'running failed: interrupted',
    ]);
  });
});

it('an emergency stop that fails before the rest is not tried twice', async () => {
  const stage = await lost('new');
  stage.desired.splice(0, 1, PAUSED);
  stage.service.interfere = ({ operation }) => (operation === 'status' ? refused(422, 'NO') : undefined);
  const result = await recoverAndApply(stage);
  expect(stage.service.writes.map(({ operation }) => operation)).toEqual(['status', 'create']);
  expect(result.failed).toHaveLength(1);
  expect(runOn(stage).open.size).toBe(0);
});

// A creation whose answer was lost, and that this run can't or must not finish.

it('publishes each once, in the run that resolves the creation, if the files also request that', async () => {
  const ACTIVE = { type: 'PERIODIC', status: 'ACTIVE' } as const;
  const details = { name: 'The a', tags: ['b'] };
  const second = desired({ ...ACTIVE, key: 'b', components: { basic_details: details } });
  const stage = stageOf({ desired: [desired(ACTIVE), second] });
  const writesOf = ({ service }: Stage) => service.writes.splice(0).map(({ operation }) => operation);
  stage.service.interfere = () => LOST;
  const { held, failed, applied } = await applyOn(stage);
  expect(held).toMatchObject([{ key: 'b', cause: { code: 'unresolved', what: 'same-name', of: 'a' } }]);
  expect(failed).toMatchObject([{ key: 'a', cause: { code: 'unclear' } }]);
  expect([applied, new Set(writesOf(stage))]).toEqual([[], new Set(['create'])]);

  stage.service.interfere = () => undefined;
  const result = await recoverAndApply(stage);
  const done = ['create a', 'create b', 'transition a', 'transition b'];
  expect(result.applied.map(({ key, change }) => `${change} ${key}`)).toEqual(done);
  expect(writesOf(stage)).toEqual(['create', 'create', 'publish', 'publish']);
  await recoverAndApply(stage);
  expect(writesOf(stage)).toEqual([]);
});

// A service that stores one field of a component and keeps the old value of another. No such write may seem done.

const ALL = { is_all_user_campaign: true };
const SEGMENT = { is_all_user_campaign: false, included_filters: { filters: [{ name: 'VIP' }] } };

it('is never published to everyone because one of two fields of its audience stayed unchanged', async () => {
  const file = desired({ components: { segmentation_details: SEGMENT }, status: 'ACTIVE' });
  const stage = stageOf(managing([file], [live({ components: { segmentation_details: ALL } })]));
  stage.service.shows = ({ segmentation_details: shown, ...rest }) => ({
    ...rest,
    ...(shown && { segmentation_details: { ...shown, is_all_user_campaign: true } }),
  });
  const results: Result[] = [];
  for (let run = 0; run < 6; run += 1) {
    stage.clock.time += SETTLED_AFTER_MS + 60_000;
    results.push(await recoverAndApply(stage));
  }
  // Sent, sent once more, and then left to a person.
  expect(stage.service.writes.map(({ operation }) => operation)).toEqual(['update', 'update']);
  const paths = [{ key: 'a', component: 'segmentation_details', paths: ['/is_all_user_campaign'] }];
  for (const { unconfirmed } of results) expect(unconfirmed).toMatchObject(paths);
});

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
  test.each(CASES)('$name, a create of $channel happens once, arrived or lost', async (one) => {
    for (const [answer, made] of [['lose-answer', 1] as const, [LOST, 0] as const]) {
      const stage = stageOf({ desired: [desired({ channel: one.channel })] });
      stage.service.interfere = () => answer;
      await applyOn(stage);
      expect(stage.service.campaigns.size).toBe(made);
      stage.service.interfere = () => undefined;
      stage.clock.time += one.ms;
      await recoverOn(stage, runOn(stage));
      await applyOn(stage);
      expect(stage.service.campaigns.size).toBe(1);
      expect(stage.recorder.state.bindings.has(key('a'))).toBe(true);
      expect(stage.recorder.state.open).toEqual([]);
    }
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
