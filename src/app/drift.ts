import { hasErrors, type Diagnostic } from '../model/diagnostic.ts';
import type { KnownCampaigns } from '../apply/ports.ts';
import type { CampaignId } from '../model/campaign.ts';
import type { DriftReport, Unmanaged } from '../model/drift.ts';
import type { State } from '../model/state.ts';
import { dashboardAddress, type Workspace } from '../model/workspace.ts';
import { findDrift } from '../plan/find-drift.ts';
import type { CampaignService } from '../remote/campaign-service.ts';
import type { Context, InWorkspace } from './context.ts';
import { openService } from './opening/service.ts';
import { openStateStore } from './opening/state-store.ts';
import { requireAnswers, requireFiles, readLive } from './reading/gather.ts';
import { listLive } from './reading/list-live.ts';
import { loadByRecord } from './reading/load-files.ts';
import { checkOnly } from './reading/only.ts';
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
    const { read, diagnostics } = await prepareReading({ ...asked, context, workspace, service });
    let seen = await readState(store);
    for (let left = READS_AT_MOST; ; left -= 1) {
      const report = await read(seen.state);
      if (report.drifted.length === 0 || left === 1) return { report, diagnostics };
      const now = await readState(store);
      if (now.tip === seen.tip) return { report, diagnostics };
      seen = now;
    }
  } finally {
    await service.close();
  }
}

/** What to check; the default is everything. */
export interface DriftScope {
  readonly only?: readonly string[] | undefined;
}

interface DriftRequest extends DriftScope, InWorkspace {
  readonly service: CampaignService;
}

/** Reads the files once, and live at each call. */
async function prepareReading({ context, workspace, service, only: names }: DriftRequest) {
  const loaded = await loadByRecord(context, workspace);
  const desired = loaded.desired.get(workspace.name) ?? [];
  const files = hasErrors(loaded.diagnostics) ? 'with-errors' : 'read';
  const commit = context.repository.head;
  const read = async (state: State): Promise<DriftReport> => {
    const only = checkOnly(names, { context, workspace, desired, state });
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
    const [named, ...others] = only ?? [];
    return {
      ...report,
      ...(named && others.length === 0 && { named }),
      ...(unmanaged && { unmanaged: withDashboards(unmanaged, workspace) }),
    };
  };
  return { read, diagnostics: loaded.diagnostics };
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
