import { hasErrors, type Diagnostic } from '../model/diagnostic.ts';
import type { KnownCampaigns } from '../apply/ports.ts';
import type { CampaignId } from '../model/campaign.ts';
import type { DriftReport, Unmanaged } from '../model/drift.ts';
import type { State } from '../model/state.ts';
import { dashboardAddress, type Workspace } from '../model/workspace.ts';
import { findDrift } from '../plan/find-drift.ts';
import type { CampaignService } from '../remote/campaign-service.ts';
import { openService, openStateStore, type Context } from './context.ts';
import { requireAnswers, requireFiles, readLive } from './reading/gather.ts';
import { listLive } from './reading/list-live.ts';
import { loadByRecord } from './reading/load-files.ts';
import { checkOnly } from './reading/only.ts';
import { readState } from './reading/read-state.ts';

/** An apply may end while we look: then what it did seems drift, until the record is read again. */
const READS_AT_MOST = 3;

/** What drifted, and what is wrong with the files that it was looked at with. */
interface DriftReading {
  readonly report: DriftReport;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * What differs between live and what was last observed. Prints nothing and writes nothing, neither to the service nor to
 * any ref; throws UserFailure where the record, the credential or the service can't be had. Files with errors are no
 * reason to say nothing of drift.
 */
export async function findDriftOf(
  context: Context,
  workspace: Workspace,
  { only }: { readonly only?: readonly string[] | undefined },
): Promise<DriftReading> {
  const service = await openService(context, workspace);
  try {
    const store = openStateStore(context, workspace);
    const { look: read, diagnostics } = await prepareReading({ context, workspace, service, only });
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

interface DriftRequest {
  readonly context: Context;
  readonly workspace: Workspace;
  readonly service: CampaignService;
  readonly only: readonly string[] | undefined;
}

/** Reads the files once, and live as often as it is called. */
async function prepareReading({ context, workspace, service, only: asked }: DriftRequest) {
  const loaded = await loadByRecord(context, workspace);
  const desired = loaded.desired.get(workspace.name) ?? [];
  const files = hasErrors(loaded.diagnostics) ? 'with-errors' : 'read';
  const commit = await context.repository.head();
  const read = async (state: State): Promise<DriftReport> => {
    const only = checkOnly(asked, { context, desired, state });
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
    if (files === 'read') requireFiles({ workspace, desired }, state, live);
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
    return { ...report, ...(unmanaged && { unmanaged: withDashboards(unmanaged, workspace) }) };
  };
  return { look: read, diagnostics: loaded.diagnostics };
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
