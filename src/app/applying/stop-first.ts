import { applyEmergencyStops, emergencyStopsOf } from '../../apply/apply-plan.ts';
import type { Run } from '../../apply/run.ts';
import { releaseLeaseWhile } from '../../apply/release-lease.ts';
import type { Desired } from '../../model/campaign.ts';
import type { Plan } from '../../model/plan.ts';
import type { State } from '../../model/state.ts';
import type { StateRecorder } from '../../apply/state-store.ts';
import type { Context } from '../context.ts';
import type { Reviewer } from './reviewer.ts';
import type { Signals } from '../process/signals.ts';

interface StopRequest {
  readonly context: Context;
  readonly desired: readonly Desired[];
  readonly recorder: StateRecorder;
  readonly reviewer: Reviewer;
  readonly signals: Signals;
  readonly yes: boolean | undefined;
  readonly plan: () => Promise<Plan>;
}

/**
 * Sends the emergency stops of the current plan before a run finishes what earlier ones left open, since that may have to
 * wait for quota. Everything else waits for a plan that takes the results into account.
 */
export async function stopFirst(run: Run, inputs: StopRequest): Promise<void> {
  const { context, desired, recorder, reviewer, signals } = inputs;
  if (!mayStop(desired, recorder.state)) return;
  const plan = await inputs.plan();
  if (emergencyStopsOf(plan, 'all').length === 0) return;
  const approved = await reviewer.approve(plan, recorder, 'emergency-stops');
  const emergencyStops = emergencyStopsOf(plan, approved);
  if (emergencyStops.length === 0) return;
  const { interaction } = context;
  const stops = emergencyStops.map(({ campaign: { key, transition } }) => ({
    action: transition?.action ?? '',
    key,
  }));
  const isConfirmed =
    inputs.yes === true ||
    !interaction.interactive ||
    (await releaseLeaseWhile(run, () => interaction.confirm({ kind: 'stop-first', stops }, signals)));
  if (isConfirmed) await applyEmergencyStops(run, plan, approved);
}

/** Whether any file requests an emergency stop; if not, nothing needs to be read. */
function mayStop(desired: readonly Desired[], { bindings }: State): boolean {
  return desired.some(
    ({ key, status }) => bindings.has(key) && (status === 'PAUSED' || status === 'STOPPED'),
  );
}
