import { lastApplies, type LastApply } from '../model/audit.ts';
import type { Desired } from '../model/campaign.ts';
import type { Plan } from '../model/plan.ts';
import type { InWorkspace } from './context.ts';
import { openService } from './opening/service.ts';
import { openStateStore } from './opening/state-store.ts';
import { UserFailure } from './process/user-failure.ts';
import { findActors } from './reading/actors.ts';
import { gatherPlan } from './reading/gather.ts';
import { loadSound } from './reading/load-files.ts';
import { checkOnly } from './reading/only.ts';
import { readState } from './reading/read-state.ts';

/** Every managed campaign compared with what is live, and its last apply, by key. */
export interface Status {
  readonly plan: Plan;
  readonly applies: ReadonlyMap<string, LastApply>;
  /** Given if files of these campaigns may have errors. New campaigns whose files have errors are left out. */
  readonly failure?: UserFailure;
}

/** Some campaigns, or all. Throws UserFailure if files have errors and nothing else can be shown. */
export async function readStatus(only: readonly string[] | undefined, target: InWorkspace): Promise<Status> {
  const { desired, failure } = await loadSound(target.context, target.workspace);
  const status = await compared(desired, only, target).catch((error: unknown) => {
    throw error instanceof UserFailure ? (failure ?? error) : error;
  });
  if (!failure) return status;
  const { campaigns } = status.plan;
  if (campaigns.length === 0) throw failure;
  // What the user didn't ask for doesn't matter.
  const isUnaffected = only !== undefined && only.length > 0 && campaigns.every((one) => one.desired);
  return isUnaffected ? status : { ...status, failure };
}

async function compared(
  desired: readonly Desired[],
  names: readonly string[] | undefined,
  { context, workspace }: InWorkspace,
): Promise<Status> {
  const service = await openService(context, workspace);
  try {
    const store = openStateStore(context, workspace);
    const { state, tip } = await readState(store);
    const only = checkOnly(names, { context, workspace, desired, state });
    const actors = await findActors(context, workspace, desired);
    const plan = await gatherPlan(
      { context, workspace, desired, actors, service, only, allowed: new Set(), maxWaitMs: 0 },
      state,
    );
    return { plan, applies: lastApplies(await store.trailOf(tip)) };
  } finally {
    await service.close();
  }
}
