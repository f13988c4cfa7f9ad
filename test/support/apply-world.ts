import { applyPlan } from '../../src/apply/apply-plan.ts';
import type { Chance } from '../../src/apply/ports.ts';
import { Run, type RunOptions } from '../../src/apply/run.ts';
import type { Result } from '../../src/model/result.ts';
import type { PlanInputs } from '../../src/plan/make-plan.ts';
import { planFor, type World } from './builders.ts';
import { fakeChance, FakeClock } from './fake-clock.ts';
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
  return {
    service: new FakeService(world.live ?? []),
    recorder: new FakeRecorder(world.state),
    clock: new FakeClock(),
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
      clock,
      chance,
      windows: [],
      deadline: clock.now(),
      consents: new Set(),
      onProgress: () => undefined,
      signal: new AbortController().signal,
      ...more,
    },
    recorder.state,
  );
}

/** The plan over the stage as it is now. */
export function planOn({ service, recorder, desired }: Stage, more: Partial<PlanInputs> = {}) {
  return planFor({ desired, live: [...service.campaigns.values()], state: recorder.state }, more);
}

/** Plans and applies once. */
export function applyOn(
  stage: Stage,
  more: { plan?: Partial<PlanInputs>; run?: Partial<RunOptions> } = {},
): Promise<Result> {
  return applyPlan(runOn(stage, more.run), planOn(stage, more.plan));
}
