import { blackoutAfter, blackoutFor } from '../model/blackout-cause.ts';
import { SENDING_STATUSES } from '../model/campaign.ts';
import { heldBy, type Held } from '../model/held.ts';
import type { PlannedCampaign } from '../model/plan.ts';
import { heldBeforeCreation, heldByNewStart, heldByStart, scheduleBefore } from '../model/start-past.ts';
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
export function untimelyNow(run: Run, { campaign, step }: Work): Held | undefined {
  const { desired, live } = campaign;
  const { clock, policy } = run.options;
  const now = clock.now();
  if (step.kind === 'create') return desired && heldBeforeCreation(desired, { at: now });
  if (step.kind === 'update' && step.components.scheduling_details) return untimelyScheduleNow(run, campaign);
  if (!desired || step.kind !== 'transition' || isEmergencyStop(step.transition.action)) return undefined;
  const { action } = step.transition;
  const past = action === 'PUBLISH' ? heldByStart(desired, { live, at: now }) : undefined;
  const blackout = blackoutFor({ desired, live }, action, { policy, now });
  return past ?? (blackout && heldBy('transition-not-possible', blackout));
}

/** A campaign that is paused or stopped before its edit sends nothing. */
function untimelyScheduleNow(
  run: Run,
  { key, desired, live, transition }: PlannedCampaign,
): Held | undefined {
  const isStopped = transition !== null && isEmergencyStop(transition.action);
  if (!desired || !live || isStopped || !SENDING_STATUSES.includes(live.status)) return undefined;
  const { clock, policy } = run.options;
  const now = clock.now();
  const applied = run.bindings.get(key)?.applied.scheduling_details;
  const past = heldByNewStart(desired, { live, applied, at: now });
  const blackout = blackoutAfter({ desired, live }, scheduleBefore(live, applied), { policy, now });
  return past ?? (blackout && heldBy('locked', blackout, { components: ['scheduling_details'] }));
}
