import { lastApplies, type LastApply } from '../model/audit.ts';
import type { Plan } from '../model/plan.ts';
import type { Workspace } from '../model/workspace.ts';
import { openService, openStateStore, type Context } from './context.ts';
import { findActors } from './reading/actors.ts';
import { gatherPlan } from './reading/gather.ts';
import { loadDesired } from './reading/load-files.ts';
import { checkOnly } from './reading/only.ts';
import { readState } from './reading/read-state.ts';

/** Every managed campaign compared with what is live, and its last apply, by key. */
export interface Status {
  readonly plan: Plan;
  readonly applies: ReadonlyMap<string, LastApply>;
}

interface StatusRequest {
  /** If omitted, all. */
  readonly only?: readonly string[] | undefined;
}

export async function readStatus(
  context: Context,
  workspace: Workspace,
  { only: names }: StatusRequest,
): Promise<Status> {
  const { desired } = await loadDesired(context, workspace, { todo: 'status' });
  const service = await openService(context, workspace);
  try {
    const store = openStateStore(context, workspace);
    const { state, tip } = await readState(store);
    const only = checkOnly(names, { context, desired, state });
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
