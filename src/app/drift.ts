import type { Diagnostic } from '../model/diagnostic.ts';
import type { KnownCampaigns } from '../apply/ports.ts';
import type { CampaignId, CampaignKey } from '../model/campaign.ts';
import type { DriftReport, ReadPart, Unmanaged } from '../model/drift.ts';
import { partAt } from '../model/rotation.ts';
import type { State } from '../model/state.ts';
import { dashboardAddress, type Workspace } from '../model/workspace.ts';
import { findDrift } from '../plan/find-drift.ts';
import { CAMPAIGNS_A_SEARCH, type CampaignService } from '../remote/campaign-service.ts';
import type { Context, InWorkspace } from './context.ts';
import { openService } from './opening/service.ts';
import { openStateStore } from './opening/state-store.ts';
import { requireAnswers, requireFiles, readLive } from './reading/gather.ts';
import { listLive } from './reading/list-live.ts';
import { readFiles, soundCampaigns } from './reading/load-files.ts';
import { checkOnly } from './reading/select-campaigns.ts';
import { readState } from './reading/read-state.ts';

/** An apply may end during the check: its changes then look like drift until the record is read again. */
const READS_AT_MOST = 3;

/** What drifted, and the mistakes in the files that were used for the check. */
interface DriftReading {
  readonly report: DriftReport;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The differences between live and what was last observed. Prints nothing and writes nothing, neither to the service
 * nor to any ref. Throws UserFailure if the record, the credential or the service is unavailable. Files with errors
 * don't prevent the check.
 */
export async function findDriftOf(
  context: Context,
  workspace: Workspace,
  asked: DriftScope,
): Promise<DriftReading> {
  const service = await openService(context, workspace);
  try {
    const store = openStateStore(context, workspace);
    const read = prepareReading({ ...asked, context, workspace, service });
    let seen = await readState(store);
    for (let left = READS_AT_MOST; ; left -= 1) {
      const reading = await read(seen.state);
      if (reading.report.drifted.length === 0 || left === 1) return reading;
      const now = await readState(store);
      if (now.tip === seen.tip) return reading;
      seen = now;
    }
  } finally {
    await service.close();
  }
}

/** What to check; the default is everything. */
export interface DriftScope {
  readonly only?: readonly string[] | undefined;
  /** The maximum number of searches: a larger workspace is checked part by part, one part each hour. */
  readonly budget?: number | undefined;
}

interface DriftRequest extends DriftScope, InWorkspace {
  readonly service: CampaignService;
}

/** Reads the files once, and live at each call. */
function prepareReading({ context, workspace, service, only: names, budget }: DriftRequest) {
  const loaded = { context, workspace, ...readFiles(context, { workspacesToLoad: [workspace] }) };
  const commit = context.repository.head;
  return async (state: State): Promise<DriftReading> => {
    const { desired, warnings, failure } = await soundCampaigns(loaded, state);
    const files = failure ? 'with-errors' : 'read';
    const asked = checkOnly(names, { context, workspace, desired, state });
    const { only, part } = withinBudget(asked, { state, budget, now: context.clock.now() });
    let unmanaged: Unmanaged | undefined;
    const listing = {
      readCampaigns: async (_: readonly CampaignId[], known: KnownCampaigns = new Map()) => {
        const listed = await listLive(service, known);
        unmanaged = listed.unmanaged;
        return listed.managed;
      },
    };
    const live = await readLive({ service, only }, state, only ? service : listing);
    requireAnswers([...live.values()], workspace);
    if (files === 'read') requireFiles({ context, workspace, desired }, state, live);
    const report = findDrift({
      workspace,
      policy: context.configuration.policy,
      commit,
      desired,
      files,
      state,
      live,
      ...(only && { only }),
      now: context.clock.now(),
      digest: context.digest,
    });
    const [named, ...others] = asked ?? [];
    const more = {
      ...(named && others.length === 0 && { named }),
      ...(part && { part }),
      ...(unmanaged && { unmanaged: withDashboards(unmanaged, workspace) }),
    };
    return { report: { ...report, ...more }, diagnostics: failure?.diagnostics ?? warnings };
  };
}

/** The campaigns to read by ID: with a budget, also if the budget covers all of them. */
function withinBudget(
  asked: ReadonlySet<CampaignKey> | undefined,
  {
    state,
    budget,
    now,
  }: { readonly state: State; readonly budget: number | undefined; readonly now: number },
): { readonly only: ReadonlySet<CampaignKey> | undefined; readonly part?: ReadPart } {
  if (budget === undefined) return { only: asked };
  const keys = [...state.bindings.keys()].filter((key) => asked?.has(key) ?? true).sort();
  const { items, runs } = partAt(keys, { size: budget * CAMPAIGNS_A_SEARCH, now });
  const part = { read: items.length, of: keys.length, runs };
  return { only: new Set(items), ...(runs > 1 && { part }) };
}

function withDashboards(unmanaged: Unmanaged, workspace: Workspace): Unmanaged {
  const dashboards = new Map(
    unmanaged.campaigns.flatMap(({ id }): [CampaignId, string][] => {
      const address = dashboardAddress(workspace, id);
      return address === undefined ? [] : [[id, address]];
    }),
  );
  return dashboards.size === 0 ? unmanaged : { ...unmanaged, dashboards };
}
