import { lastApplies, type LastApply } from '../model/audit.ts';
import type { CampaignKey, Desired } from '../model/campaign.ts';
import type { Plan } from '../model/plan.ts';
import type { State } from '../model/state.ts';
import { openService, openStateStore, type InWorkspace } from './context.ts';
import { UserFailure } from './process/user-failure.ts';
import { findActors } from './reading/actors.ts';
import { gatherPlan } from './reading/gather.ts';
import { loadSound } from './reading/load-files.ts';
import { both, checkOnly } from './reading/only.ts';
import { readState } from './reading/read-state.ts';

/** Every managed campaign compared with what is live, and its last apply, by key. */
export interface Status {
  readonly plan: Plan;
  readonly applies: ReadonlyMap<string, LastApply>;
  /** Given if campaigns are left out, because their files have errors. */
  readonly failure?: UserFailure;
}

interface StatusRequest {
  /** If omitted, all. */
  readonly only?: readonly string[] | undefined;
  /** Whether to leave out campaigns whose files have errors; if false, such a file is a failure. */
  readonly isPartial: boolean;
}

/** Throws UserFailure if files have errors and nothing else can be shown. */
export async function readStatus(
  { only, isPartial }: StatusRequest,
  { context, workspace }: InWorkspace,
): Promise<Status> {
  const { desired, failure, unsound } = await loadSound(context, workspace, { todo: 'status' });
  if (!failure) return compared(desired, { context, workspace, only });
  if (!isPartial || desired.length === 0) throw failure;
  try {
    const status = await compared(desired, { context, workspace, only, without: unsound });
    if (status.plan.campaigns.length > 0) return { ...status, failure };
  } catch (error) {
    if (!(error instanceof UserFailure)) throw error;
  }
  throw failure;
}

interface Selection extends InWorkspace {
  readonly only?: readonly string[] | undefined;
  /** Keys of campaigns that are left out. */
  readonly without?: ReadonlySet<string>;
}

async function compared(
  desired: readonly Desired[],
  { context, workspace, only: names, without }: Selection,
): Promise<Status> {
  const service = await openService(context, workspace);
  try {
    const store = openStateStore(context, workspace);
    const { state, tip } = await readState(store);
    const only = both(
      checkOnly(names, { context, desired, state }),
      without && allBut(without, { desired, state }),
    );
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

function allBut(
  without: ReadonlySet<string>,
  { desired, state }: { readonly desired: readonly Desired[]; readonly state: State },
): ReadonlySet<CampaignKey> {
  const keys = [...desired, ...state.bindings.values(), ...state.open].map(({ key }) => key);
  return new Set(keys.filter((key) => !without.has(key)));
}
