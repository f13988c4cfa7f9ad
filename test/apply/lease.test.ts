import type { LeaseAnswer } from '../../src/apply/ports.ts';
import { failureCode } from '../../src/model/failure.ts';
import { describe, expect, it } from 'vitest';
import { applyPlan } from '../../src/apply/apply-plan.ts';
import { exitOf } from '../../src/model/exit.ts';
import { successes } from '../../src/quota/windows.ts';
import { MINUTE_MS } from '../../src/model/time.ts';
import { planOn, runOn, stageOf, stageOfEach, type Stage } from '../support/apply-world.ts';
import { bindingOf, desired, intent, key, live } from '../support/builders.ts';
import { FakeLease } from '../support/fake-lease.ts';

const OTHER_UTM = { utm_params: { utm_source: 'app', utm_medium: 'push' } };
const UNREACHABLE: LeaseAnswer = {
  kind: 'unreachable',
  cause: { code: 'origin-unreachable', said: 'timed out' },
};
const REFUSED = { kind: 'refused', cause: { code: 'lease-lost', workspace: 'local', said: null } } as const;

/** Three campaigns to create. */
function three(): Stage {
  return stageOf({ desired: ['a', 'b', 'c'].map((name) => desired({ key: name })) });
}

function apply(stage: Stage, lease: FakeLease, windows = [successes(1, 5 * MINUTE_MS)]) {
  const run = runOn(stage, { lease, windows, deadline: stage.clock.now() + 60 * MINUTE_MS });
  return applyPlan(run, planOn(stage));
}

describe('the lease', () => {
  it('is checked right before each send, and without it nothing more is sent', async () => {
    const stage = three();
    const lease = new FakeLease();
    lease.whenChecked = (nth) => (nth === 2 ? REFUSED : { kind: 'held' });
    const result = await apply(stage, lease, []);
    expect(stage.service.writes).toHaveLength(1);
    expect(result).toMatchObject({ refused: 'lease', applied: [{ key: 'a' }] });
    expect(result.failed.map(({ cause }) => failureCode(cause))).toEqual(['interrupted', 'interrupted']);
    expect(result.failed.map(({ key }) => key)).toEqual(['b', 'c']);
    expect(exitOf(result, { exitCode: false })).toBe(6);
    expect(stage.recorder.state.open).toEqual([]);
    expect([...stage.recorder.state.bindings.keys()]).toEqual(['a']);
  });

  it('is checked after the wait that the limit on a write requires, which may outlast the lease', async () => {
    const stage = stageOfEach(['a', 'b'], { file: { components: OTHER_UTM } });
    const { clock, service } = stage;
    const turns = [clock.now(), clock.now() + MINUTE_MS];
    service.nextSlot = () => turns[service.writes.length] ?? clock.now();
    const until = clock.now() + MINUTE_MS / 2;
    const lease = new FakeLease();
    lease.whenChecked = () => (clock.now() < until ? { kind: 'held' } : REFUSED);
    const result = await apply(stage, lease, []);
    expect(service.writes).toHaveLength(1);
    expect(result).toMatchObject({ refused: 'lease', applied: [{ key: 'a' }] });
    expect(result.failed).toMatchObject([{ key: 'b', cause: { code: 'interrupted' } }]);
    expect(stage.recorder.state.open).toEqual([]);
  });

  it('ends the run as a failure, not as taken by another run, if its server does not answer', async () => {
    const lease = new FakeLease();
    lease.whenChecked = () => UNREACHABLE;
    const stage = three();
    const result = await apply(stage, lease, []);
    expect(stage.service.writes).toEqual([]);
    expect(exitOf(result, { exitCode: false })).toBe(1);
  });

  it('is released for a wait of more than a minute, and reacquired', async () => {
    const lease = new FakeLease();
    const result = await apply(three(), lease);
    expect(result.applied).toHaveLength(3);
    expect(lease.calls).toEqual(['free', 'take', 'free', 'take']);
  });

  it('is waited for as long as the run may wait if another run has it afterward', async () => {
    const lease = new FakeLease();
    lease.takes.push(REFUSED, REFUSED);
    expect((await apply(three(), lease)).applied).toHaveLength(3);
    const stage = three();
    const never = new FakeLease();
    never.takes.push(...Array.from({ length: 1_000 }, () => REFUSED));
    const result = await apply(stage, never);
    expect(result).toMatchObject({ refused: 'lease', applied: [{ key: 'a' }] });
    expect(stage.service.writes).toHaveLength(1);
  });

  it('decides again for each campaign what others recorded during the wait', async () => {
    const stage = three();
    const theirs = bindingOf(live({ key: 'b' }));
    stage.recorder.meanwhile = (state) => ({
      state: {
        ...state,
        bindings: new Map([...state.bindings, [theirs.key, theirs]]),
        ledger: { attempts: [...state.ledger.attempts, 1], successes: state.ledger.successes },
      },
      changed: new Set([key('b')]),
    });
    const result = await apply(stage, new FakeLease());
    expect(result.applied.map((one) => one.key)).toEqual(['a', 'c']);
    expect(result.stale.map((one) => one.key)).toEqual(['b']);
    expect(stage.recorder.state.bindings.get(key('b'))).toEqual(theirs);
    expect(stage.recorder.state.ledger.attempts).toContain(1);
  });

  it('drops an open creation of ours that another run resolved during the wait, and keeps the others', () => {
    const stage = three();
    const run = runOn(stage, { lease: new FakeLease() });
    const [settled, open] = [intent({ kind: 'create' }), intent({ kind: 'create', key: 'b' })];
    for (const one of [settled, open]) run.leaveOpen(one);
    const state = { ...stage.recorder.state, open: [open] };
    run.mergeState({ state, changed: new Set([settled.key]) });
    expect([...run.open.keys()]).toEqual([open.requestId]);
    expect(run.openCreationTimes()).toHaveLength(1);
  });
});
