import { hasErrors, type Diagnostic } from '../model/diagnostic.ts';
import type { KnownCampaigns } from '../apply/ports.ts';
import type { CampaignId } from '../model/campaign.ts';
import type { DriftReport, Unmanaged } from '../model/drift.ts';
import type { State } from '../model/state.ts';
import { dashboardAddress, type Workspace } from '../model/workspace.ts';
import { findDrift } from '../plan/find-drift.ts';
import type { CampaignService } from '../remote/campaign-service.ts';
import type { InWorkspace } from './context.ts';
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
 * The differences between live and what was last observed, of all campaigns or of some. Prints nothing and writes nothing,
 * neither to the service nor to any ref. Throws UserFailure if the record, the credential or the service is unavailable.
 * Files with errors don't prevent the check.
 */
export async function findDriftOf(
  target: InWorkspace,
  only: readonly string[] | undefined,
): Promise<DriftReading> {
  const { context, workspace } = target;
  const service = await openService(context, workspace);
  try {
    const store = openStateStore(context, workspace);
    const loaded = await loadByRecord(context, workspace);
    const { diagnostics } = loaded;
    const desired = loaded.desired.get(workspace.name) ?? [];
    const files = { desired, files: hasErrors(diagnostics) ? 'with-errors' : 'read' } as const;
    let seen = await readState(store);
    for (let left = READS_AT_MOST; ; left -= 1) {
      const report = await compare(seen.state, { ...target, ...files, service, names: only });
      if (report.drifted.length === 0 || left === 1) return { report, diagnostics };
      const now = await readState(store);
      if (now.tip === seen.tip) return { report, diagnostics };
      seen = now;
    }
  } finally {
    await service.close();
  }
}

interface Inputs extends InWorkspace, Pick<Parameters<typeof findDrift>[0], 'desired' | 'files'> {
  readonly service: CampaignService;
  readonly names: readonly string[] | undefined;
}

/** Reads live, and compares it with the record. */
async function compare(state: State, inputs: Inputs): Promise<DriftReport> {
  const { context, workspace, service, names, desired, files } = inputs;
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
  const { configuration, repository, clock, digest } = context;
  const { policy } = configuration;
  const given = { workspace, policy, commit: repository.head, desired, files, state, live, digest };
  const report = findDrift({ ...given, ...(only && { only }), now: clock.now() });
  const [named, ...others] = only ?? [];
  return {
    ...report,
    ...(named && others.length === 0 && { named }),
    ...(unmanaged && { unmanaged: withDashboards(unmanaged, workspace) }),
  };
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
