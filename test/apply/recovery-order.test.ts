import { failureCode } from '../../src/model/failure.ts';
import { describe, expect, it } from 'vitest';
import { attempts, successes } from '../../src/quota/windows.ts';
import { MINUTE_MS } from '../../src/model/time.ts';
import { applyOn, planOn, runOn, recoverAndApply, stageOf, type Stage } from '../support/apply-world.ts';
import { desired, key, live, managing } from '../support/builders.ts';
import { LOST } from '../support/answer-problems.ts';

// What an earlier run left open may take as long as the quota does. An emergency stop does not wait for it.

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
    stage.desired.splice(
      ...[0, 1],
      desired({ key: 'running', type: 'PERIODIC', status: 'PAUSED', components: UTM }),
    );
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
  stage.service.interfere = ({ operation }) =>
    operation === 'status'
      ? {
          kind: 'refused',
          status: 422,
          code: 'NO',
          message: 'no',
          target: undefined,
          details: [],
          responseId: null,
        }
      : undefined;
  const result = await recoverAndApply(stage);
  expect(stage.service.writes.map(({ operation }) => operation)).toEqual(['status', 'create']);
  expect(result.failed).toHaveLength(1);
  expect(runOn(stage).open.size).toBe(0);
});
