import { applyEmergencyStops, applyPlan } from '../../src/apply/apply-plan.ts';
import { finishRecovery } from '../../src/apply/finish-recovery.ts';
import { recover, type RecoveryScope } from '../../src/apply/recover.ts';
import type { Remote } from '../../src/apply/ports.ts';
import type { Chance } from '../../src/model/clock.ts';
import { Run, type RunOptions } from '../../src/apply/run.ts';
import { readLive } from '../../src/app/gather.ts';
import { couldBe, type CampaignKey } from '../../src/model/campaign.ts';
import type { Result } from '../../src/model/result.ts';
import { boundIds } from '../../src/model/state.ts';
import type { SameNameAnswer } from '../../src/plan/context.ts';
import type { PlannerInputs } from '../../src/plan/make-plan.ts';
import { desired, live, managing, planFor, type World } from './builders.ts';
import { fakeChance, FakeClock } from './fake-clock.ts';
import { FakeLease } from './fake-lease.ts';
import { FakeRecorder } from './fake-recorder.ts';
import { FakeService } from './fake-service.ts';

/** Everything that an apply uses, in memory. */
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

/** A managed campaign of each name, as live is and as its file is. */
export function stageOfEach(
  names: readonly string[],
  {
    file,
    shown = {},
  }: { readonly file: Parameters<typeof desired>[0]; readonly shown?: Parameters<typeof live>[0] },
): Stage {
  return stageOf(
    managing(
      names.map((key) => desired({ ...file, key })),
      names.map((key) => live({ ...shown, key })),
    ),
  );
}

/** A run with the stage's current state. */
export function runOn({ service, recorder, clock, chance }: Stage, more: Partial<RunOptions> = {}): Run {
  return new Run(
    {
      workspace: 'local',
      runId: 'test',
      remote: service,
      recorder,
      lease: new FakeLease(),
      clock,
      chance,
      windows: [],
      deadline: clock.now(),
      allowed: new Set(),
      policy: {},
      locate: () => undefined,
      onProgress: () => undefined,
      signal: new AbortController().signal,
      ...more,
    },
    recorder.state,
  );
}

/** A plan of the stage's current state. */
export function planOn({ service, recorder, desired }: Stage, more: Partial<PlannerInputs> = {}) {
  const { unreadable } = service;
  return planFor({ desired, live: service.all(), state: recorder.state, unreadable }, more);
}

/**
 * The same plan as the command makes it: reads by search and Get, each campaign with what its binding knows about it.
 */
export async function planReading(
  service: Remote,
  { recorder, desired, clock }: Pick<Stage, 'recorder' | 'desired' | 'clock'>,
  more: Partial<PlannerInputs> = {},
) {
  const { state } = recorder;
  const live = await readLive({ state, desired }, service);
  const bound = boundIds(state.bindings.values());
  const sameName = new Map<CampaignKey, SameNameAnswer>();
  for (const one of desired) {
    const found = state.bindings.has(one.key) ? undefined : await service.searchByName(one);
    if (found?.kind !== 'found') continue;
    sameName.set(one.key, {
      ...found,
      campaigns: found.campaigns.filter((live) => couldBe(live, one, bound)),
    });
  }
  return planFor({ desired, state }, { now: clock.now(), live, sameName, ...more });
}

/** Resolves what earlier runs left open. */
export async function recoverOn(
  stage: Stage,
  run: Run,
  mayResend: RecoveryScope['mayResend'] = () => true,
): Promise<void> {
  const scope = { files: stage.desired, mayResend };
  await finishRecovery(run, await recover(run, stage.recorder.state.open, scope));
}

/**
 * Does everything that the command does: finds what earlier runs left open, sends emergency stops, resolves the rest,
 * plans, and applies.
 */
export async function recoverAndApply(
  stage: Stage,
  more: { plan?: Partial<PlannerInputs>; run?: Partial<RunOptions> } = {},
): Promise<Result> {
  const run = runOn(stage, more.run);
  const plan = () => planOn(stage, { now: stage.clock.now(), ...more.plan });
  const unfinished = await recover(run, stage.recorder.state.open, {
    files: stage.desired,
    mayResend: ({ key }) => more.plan?.only?.has(key) ?? true,
  });
  if (unfinished.length > 0) {
    await applyEmergencyStops(run, plan(), 'all');
    await finishRecovery(run, unfinished);
  }
  return applyPlan(run, plan());
}

/** Plans and applies once. */
export function applyOn(
  stage: Stage,
  more: { plan?: Partial<PlannerInputs>; run?: Partial<RunOptions> } = {},
): Promise<Result> {
  return applyPlan(runOn(stage, more.run), planOn(stage, more.plan));
}
