import { checkBase, type Obstacle } from '../../src/apply/check-base.ts';
import { intentFor } from '../../src/apply/intents.ts';
import type { Run, RunOptions, PreparedWork, Work } from '../../src/apply/run.ts';
import type { Live } from '../../src/model/campaign.ts';
import type { StaleCause } from '../../src/model/failure.ts';
import type { LiveAnswer, Unknown } from '../../src/model/live-answer.ts';
import type { Step } from '../../src/model/plan.ts';
import type { Intent } from '../../src/model/state.ts';
import { ANSWERED_500 } from './answer-problems.ts';
import { planOn, runOn, stageOf, type Stage } from './apply-world.ts';
import { bindingOf, campaignId, desired, stateOf } from './builders.ts';

// Single steps of a plan, for tests of what is done with one step.

/** A stage, and the steps that are planned on it. */
export interface Planned extends Stage {
  readonly steps: readonly Work[];
}

export function planned(stage: Stage): Planned {
  const { campaigns } = planOn(stage);
  return {
    ...stage,
    steps: campaigns.flatMap((campaign) => campaign.steps.map((step) => ({ campaign, step }))),
  };
}

/** A campaign that exists, and what its file says now. `open`: what earlier runs left open. */
export function edit(
  from: Live,
  to: NonNullable<Parameters<typeof desired>[0]>,
  recorded: Parameters<typeof bindingOf>[1] & { readonly open?: readonly Intent[] } = {},
): Planned {
  const { open = [], ...binding } = recorded;
  const state = stateOf([bindingOf(from, binding)], { open });
  return planned(stageOf({ desired: [desired(to)], live: [from], state }));
}

/** The first planned step, or the first one of a kind, with the intent that the run would record for it. */
export function prepared(run: Run, { steps }: Planned, kind?: Step['kind']): PreparedWork {
  const work = steps.find(({ step }) => kind === undefined || step.kind === kind);
  if (!work) throw new Error(`no ${kind ?? 'step'} is planned`);
  return { ...work, intent: intentFor(work, run) };
}

interface Check {
  readonly kind?: Step['kind'];
  readonly run?: Partial<RunOptions>;
}

/** What prevents a planned step of the campaign `a`, if it is read like this. */
export function check(
  stage: Planned,
  answer: LiveAnswer | undefined,
  { kind, run: options }: Check = {},
): Promise<Obstacle | undefined> {
  const run = runOn(stage, options);
  return checkBase(run, prepared(run, stage, kind), new Map(answer ? [[campaignId('id-a'), answer]] : []));
}

export function moved(cause: StaleCause): Obstacle {
  return { kind: 'changed', cause };
}

export function present(live: Live): LiveAnswer {
  return { kind: 'present', live };
}

export function unread(cause: Unknown['cause']): LiveAnswer {
  return { kind: 'unknown', cause, problem: ANSWERED_500 };
}
