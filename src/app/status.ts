import { lastApplies, type LastApply } from '../model/audit.ts';
import type { Plan } from '../model/plan.ts';
import type { InWorkspace } from './context.ts';
import { withService } from './service.ts';
import { openStateStore, readState } from './record.ts';
import { UserFailure } from './process/user-failure.ts';
import { findActors } from './actors.ts';
import { gatherPlan } from './gather.ts';
import { readFiles, soundCampaigns } from './reading/load-files.ts';
import { checkOnly } from './select-campaigns.ts';

/** Every managed campaign compared with what is live, and its last apply, by key. */
export interface Status {
  readonly plan: Plan;
  readonly applies: ReadonlyMap<string, LastApply>;
  /** Given if files of these campaigns may have errors. New campaigns whose files have errors are left out. */
  readonly failure?: UserFailure;
}

/** Some campaigns, or all. Throws UserFailure if files have errors and nothing else can be shown. */
export async function readStatus(names: readonly string[] | undefined, target: InWorkspace): Promise<Status> {
  const { context, workspace } = target;
  const files = { ...target, ...readFiles(context, { workspacesToLoad: [workspace] }) };
  return withService(target, async (service) => {
    const store = openStateStore(context, workspace);
    const { state, tip } = await readState(store);
    const { desired, failure } = soundCampaigns(files, state);
    try {
      const only = checkOnly(names, { context, workspace, desired, state });
      const actors = await findActors(context, workspace, desired);
      const plan = await gatherPlan(
        { context, workspace, desired, actors, service, only, allowed: new Set(), maxWaitMs: 0 },
        state,
      );
      const status = { plan, applies: lastApplies(await store.trailOf(tip)) };
      // What the user didn't ask for doesn't matter.
      if (!failure || (names?.length && plan.campaigns.every((one) => one.desired))) return status;
      if (plan.campaigns.length > 0) return { ...status, failure };
    } catch (error) {
      if (!failure || !(error instanceof UserFailure)) throw error;
    }
    // Without the files that have errors, the rest may make no sense.
    throw failure;
  });
}
