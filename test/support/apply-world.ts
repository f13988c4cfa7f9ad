import { applyBrakes, applyPlan } from '../../src/apply/apply-plan.ts';
import { finishRecovery } from '../../src/apply/finish-recovery.ts';
import { recover, type RecoveryScope } from '../../src/apply/recover.ts';
import type { Chance } from '../../src/apply/ports.ts';
import { Run, type RunOptions } from '../../src/apply/run.ts';
import { withSecondReads } from '../../src/commands/reading/read-twice.ts';
import type { Result } from '../../src/model/result.ts';
import type { PlanInputs } from '../../src/plan/make-plan.ts';
import { planFor, planInputs, type World } from './builders.ts';
import { fakeChance, FakeClock } from './fake-clock.ts';
import { FakeLease } from './fake-lease.ts';
import { FakeRecorder } from './fake-recorder.ts';
import { FakeService } from './fake-service.ts';

/** Everything an apply drives, in memory. */
export interface Stage {
  readonly service: FakeService;
  readonly recorder: FakeRecorder;
  readonly clock: FakeClock;
  readonly chance: Chance;
  readonly desired: World['desired'];
}

export function stageOf(world: World): Stage {
  const service = new FakeService(world.live ?? []);
  const clock = new FakeClock();
  service.now = () => clock.now();
  service.unreadable = world.unreadable ?? new Set();
  return {
    service,
    recorder: new FakeRecorder(world.state),
    clock,
    chance: fakeChance(),
    desired: world.desired,
  };
}

/** A run over the stage as it is now. */
export function runOn({ service, recorder, clock, chance }: Stage, more: Partial<RunOptions> = {}): Run {
  return new Run(
    {
      workspace: 'local',
      run: 'test',
      remote: service,
      recorder,
      lease: new FakeLease(),
      clock,
      chance,
      windows: [],
      deadline: clock.now(),
      consents: new Set(),
      locate: () => undefined,
      onProgress: () => undefined,
      signal: new AbortController().signal,
      ...more,
    },
    recorder.state,
  );
}

/** The plan over the stage as it is now. */
export function planOn({ service, recorder, desired }: Stage, more: Partial<PlanInputs> = {}) {
  const { unreadable } = service;
  return planFor({ desired, live: service.all(), state: recorder.state, unreadable }, more);
}

/** The same with a second read where a plan of the command makes one. */
export async function planReadingTwice(stage: Stage) {
  const { service, recorder, desired, clock } = stage;
  const { state } = recorder;
  const first = planInputs({ desired, live: service.all(), state }).live;
  const files = new Map(desired.map(({ key, components }) => [key, components]));
  return planOn(stage, { now: clock.now(), live: await withSecondReads(service, first, { state, files }) });
}

/** Settles what earlier runs left open. */
export async function recoverOn(
  stage: Stage,
  run: Run,
  mayResend: RecoveryScope['mayResend'] = () => true,
): Promise<void> {
  const scope = { files: stage.desired, mayResend };
  await finishRecovery(run, await recover(run, stage.recorder.state.open, scope));
}

/** Looks for what earlier runs left open, brakes, settles the rest of it, plans, and applies: all that the command does. */
export async function settleAndApply(
  stage: Stage,
  more: { plan?: Partial<PlanInputs>; run?: Partial<RunOptions> } = {},
): Promise<Result> {
  const run = runOn(stage, more.run);
  const plan = () => planOn(stage, { now: stage.clock.now(), ...more.plan });
  const unfinished = await recover(run, stage.recorder.state.open, {
    files: stage.desired,
    mayResend: ({ key }) => more.plan?.only?.has(key) ?? true,
  });
  if (unfinished.length > 0) {
    await applyBrakes(run, plan(), 'all');
    await finishRecovery(run, unfinished);
  }
  return applyPlan(run, plan());
}

/** Plans and applies once. */
export function applyOn(
  stage: Stage,
  more: { plan?: Partial<PlanInputs>; run?: Partial<RunOptions> } = {},
): Promise<Result> {
  return applyPlan(runOn(stage, more.run), planOn(stage, more.plan));
}
