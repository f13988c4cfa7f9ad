import type { Diagnostic } from '../model/diagnostic.ts';
import type { DriftReport } from '../model/drift.ts';
import type { State } from '../model/state.ts';
import { findDrift } from '../plan/find-drift.ts';
import type { CampaignService } from '../remote/campaign-service.ts';
import type { InWorkspace } from './context.ts';
import { withService } from './service.ts';
import { openStateStore, readState } from './record.ts';
import { requireAnswers, requireFiles, readLive, listLive, unmanagedIn } from './gather.ts';
import { readFiles, soundCampaigns, type OpenCampaigns } from './reading/load-files.ts';
import { checkOnly, onlyMember } from './select-campaigns.ts';

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
  names: readonly string[] | undefined,
): Promise<DriftReading> {
  const { context, workspace } = target;
  return withService(target, async (service) => {
    const store = openStateStore(context, workspace);
    const loaded = { ...target, ...readFiles(context, { workspacesToLoad: [workspace] }) };
    let seen = await readState(store);
    for (let left = READS_AT_MOST; ; left -= 1) {
      const reading = await compare(seen.state, { loaded, service, names });
      if (reading.report.drifted.length === 0 || left === 1) return reading;
      const now = await readState(store);
      if (now.tip === seen.tip) return reading;
      seen = now;
    }
  });
}

interface Inputs {
  readonly loaded: OpenCampaigns;
  readonly service: CampaignService;
  readonly names: readonly string[] | undefined;
}

/** Reads live, and compares it with the record. */
async function compare(state: State, { loaded, service, names }: Inputs): Promise<DriftReading> {
  const { context, workspace } = loaded;
  const { desired, warnings, failure } = soundCampaigns(loaded, state);
  const only = checkOnly(names, { context, workspace, desired, state });
  const listing = only ? undefined : await listLive(service, 'all');
  const live = await readLive({ service, only, listing }, state);
  requireAnswers([...live.values()], workspace);
  if (!failure) requireFiles({ context, desired }, state, live);
  const report = findDrift({
    workspace,
    policy: context.configuration.policy,
    commit: context.repository.head,
    desired,
    files: failure ? 'with-errors' : 'read',
    state,
    live,
    ...(only && { only }),
    now: context.clock.now(),
    digest: context.digest,
  });
  const named = onlyMember(only);
  const more = {
    ...(named !== undefined && { named }),
    ...(listing && { unmanaged: unmanagedIn(listing, state, workspace) }),
  };
  return { report: { ...report, ...more }, diagnostics: failure?.diagnostics ?? warnings };
}
