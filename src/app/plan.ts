import type { Desired } from '../model/campaign.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Unmanaged } from '../model/drift.ts';
import { lastApplies, type LastApply } from '../model/audit.ts';
import type { Plan } from '../model/plan.ts';
import type { State } from '../model/state.ts';
import { isConsent, type ApplyConsent, type Workspace } from '../model/workspace.ts';
import { findActors, openStateStore, readRecord, readState } from './record.ts';
import { type InWorkspace, configurationAt } from './context.ts';
import { withService } from './service.ts';
import { gatherOffline, gatherPlan, type PlanInputs, listLive, unmanagedIn } from './gather.ts';
import {
  readFiles as readCampaigns,
  requireDesired,
  soundCampaigns,
  type OpenCampaigns,
} from './reading/load-files.ts';
import { both, checkOnly, onlyMember } from './select-campaigns.ts';
import { touchedCampaigns } from '../load/touched-campaigns.ts';
import { EXIT } from '../model/exit.ts';
import { readFiles } from '../git/tree.ts';
import { UserFailure } from './process/user-failure.ts';

/** The user's options for which campaigns to plan, and how. */
export interface PlanFilter {
  readonly only?: readonly string[];
  readonly changedSince?: string;
  readonly allow: readonly ApplyConsent[];
  /** Milliseconds. */
  readonly maxWait: number;
}

interface PlanTask {
  readonly files: OpenCampaigns;
  readonly filter: PlanFilter;
}

/** A plan, the state that it was made with, and what it cost if the service was queried. */
interface MadePlan {
  readonly plan: Plan;
  readonly desired: readonly Desired[];
  /** Of the files. */
  readonly warnings: readonly Diagnostic[];
  readonly state: State;
  /** The commit of the state branch; undefined offline, and if there is none. */
  readonly tip?: string | undefined;
  readonly cost?: { readonly searches: number; readonly seconds: number };
  /** For a workspace without any binding: the first campaigns that no file manages. */
  readonly unmanaged?: Unmanaged;
}

/** Plans against what is live. */
export async function planWithService(request: PlanTask): Promise<MadePlan> {
  const { context, workspace } = request.files;
  return withService({ context, workspace }, async (service) => {
    const started = context.clock.now();
    const { state, tip } = await readState(openStateStore(context, workspace));
    const { inputs, ...read } = await requestFor(request, state);
    const made = await gatherPlan({ ...inputs, service }, state);
    const isNew = state.bindings.size === 0 && !request.filter.only && !request.filter.changedSince;
    const listing = isNew ? await listLive(service, 'first') : undefined;
    const unmanaged = listing && unmanagedIn(listing, state, workspace);
    const seconds = (context.clock.now() - started) / 1000;
    const cost = { searches: service.searches, seconds };
    return { plan: made, state, tip, ...read, cost, ...(unmanaged && { unmanaged }) };
  });
}

/** Every managed campaign compared with what is live, and its last apply, by key. */
interface Status {
  readonly plan: Plan;
  readonly applies: ReadonlyMap<string, LastApply>;
  /** Given if files of these campaigns may have errors. New campaigns whose files have errors are left out. */
  readonly failure?: UserFailure;
}

/** Some campaigns, or all. Throws UserFailure if files have errors and nothing else can be shown. */
export async function readStatus(names: readonly string[] | undefined, target: InWorkspace): Promise<Status> {
  const { context, workspace } = target;
  const files = { ...target, ...readCampaigns(context, { workspacesToLoad: [workspace] }) };
  return withService(target, async (service) => {
    const store = openStateStore(context, workspace);
    const { state, tip } = await readState(store);
    const { desired, failure } = soundCampaigns(files, state);
    try {
      const only = checkOnly(names, { context, workspace, desired, state });
      const actors = await findActors(context, workspace, desired);
      const inputs = { context, workspace, desired, actors, only, allowed: new Set<never>(), maxWaitMs: 0 };
      const plan = await gatherPlan({ ...inputs, service }, state);
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

/**
 * Plans against the state branch. No service is opened, so neither a credential nor a request is needed. `former` is
 * the workspace before a proposal that moves it to another target, or moves it back to the target of its campaigns.
 */
export async function planByRecord(
  request: PlanTask,
  former: Workspace = request.files.workspace,
): Promise<MadePlan> {
  const { context, workspace } = request.files;
  const storeOf = (one: Workspace) => openStateStore(context, one);
  const record = await readRecord(storeOf(former), storeOf(workspace));
  const { inputs, ...read } = await requestFor(request, record.state);
  return { plan: gatherOffline(inputs, record), state: record.state, ...read };
}

async function requestFor({ files, filter }: PlanTask, state: State) {
  const { context, workspace } = files;
  const { desired, warnings } = requireDesired(files, state);
  const { allow, maxWait, changedSince: ref } = filter;
  const named = checkOnly(filter.only, { context, workspace, desired, state });
  const changed = ref === undefined ? undefined : await changedSince(ref, { context, workspace, desired });
  const only = both(named, changed?.keys);
  const planned = desired.filter(({ key }) => only?.has(key) ?? true);
  const inputs: PlanInputs = {
    context,
    workspace,
    desired,
    actors: await findActors(context, workspace, planned),
    only,
    ...(changed && { scope: changed.scope }),
    allowed: new Set(allow.filter(isConsent)),
    named: onlyMember(named),
    maxWaitMs: maxWait,
  };
  return { inputs, desired, warnings };
}

/**
 * The campaigns that the work tree changed since the merge base with `ref`; throws UserFailure if git can't determine
 * them. `keys` is undefined if all did.
 */
async function changedSince(
  ref: string,
  { context, workspace, desired }: InWorkspace & { readonly desired: readonly Desired[] },
) {
  const { repository, git, history, folder, configuration } = context;
  const found = await repository.changesSince(ref);
  if (found.kind !== 'changes') {
    const what = found.kind === 'no-commit' ? 'commit' : 'common commit';
    // In a shallow clone, the repository is the problem; otherwise the name is wrong.
    const exit = found.shallow ? EXIT.INVALID : EXIT.USAGE;
    throw new UserFailure(exit, { code: 'unknown-name', what, name: ref, known: [] });
  }
  const { base, files: changed } = found;
  const texts = await readFiles(git, base, (file) => changed.has(file) && folder.isCampaign(file));
  const before = changed.has(folder.configurationFile)
    ? (await configurationAt(history, folder, base))?.configuration
    : configuration;
  const former = [...texts].map(([file, text]) => ({ file, below: folder.below(file), text }));
  const touched = touchedCampaigns({ changed, workspace, configuration, before, desired, former });
  return { keys: touched === 'all' ? undefined : touched, scope: { ref, mergeBase: base } };
}
