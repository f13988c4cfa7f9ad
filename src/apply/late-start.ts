import type { Held } from '../model/held.ts';
import { untimelyCreation, untimelySchedule, untimelyStart } from '../model/timing.ts';
import type { NotDone } from '../model/trail-event.ts';
import { isEmergencyStop } from '../model/transitions.ts';
import type { Run } from './run.ts';
import type { Work } from './work.ts';

/**
 * The last check of the clock: adds a start that has passed in the meantime, or a blackout that has begun, to the results;
 * undefined if there is neither.
 */
export function reportUntimely(run: Run, work: Work): NotDone | undefined {
  const untimely = untimelyNow(run, work);
  if (untimely === undefined) return undefined;
  run.results.breakOffHeld(work.campaign.key, untimely);
  const { code } = untimely.cause;
  return { code: code === 'blackout' || code === 'start-past' ? code : 'not-sent' };
}

/** Why a step would be sent at a wrong time, by the rules of the plan. */
export function untimelyNow({ options, bindings }: Run, { campaign, step }: Work): Held | undefined {
  const { key, desired, live, transition } = campaign;
  const context = { policy: options.policy, now: options.clock.now() };
  if (!desired) return undefined;
  if (step.kind === 'create') return untimelyCreation(desired, context);
  if (step.kind === 'transition') return untimelyStart({ desired, live }, step.transition.action, context);
  if (!live || !step.components.scheduling_details) return undefined;
  // A campaign that is paused or stopped before its edit sends nothing.
  const status = transition && isEmergencyStop(transition.action) ? transition.to : live.status;
  const applied = bindings.get(key)?.applied.scheduling_details;
  return untimelySchedule({ desired, live }, { status, applied }, context);
}
