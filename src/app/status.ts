import type { Plan } from '../model/plan.ts';
import type { Workspace } from '../model/workspace.ts';
import { openService, openStateStore, type Context } from './context.ts';
import { findActors } from './reading/actors.ts';
import { gatherPlan } from './reading/gather.ts';
import { loadDesired } from './reading/load-files.ts';
import { checkOnly } from './reading/only.ts';
import { readState } from './reading/read-state.ts';

/** Every managed campaign compared with what is live, and the time of its last apply (ISO 8601, by key). */
export interface Status {
  readonly plan: Plan;
  readonly appliedAt: ReadonlyMap<string, string>;
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
    const trail = await store.trailOf(tip);
    const ours = trail.filter(({ change }) => change !== 'status');
    return { plan, appliedAt: new Map(ours.map(({ key, at }): [string, string] => [key, at]).reverse()) };
  } finally {
    await service.close();
  }
}
