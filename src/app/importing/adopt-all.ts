import { describeCandidates } from './describe-candidates.ts';
import { identityOf, couldBe, type CampaignId, type Desired, type Live } from '../../model/campaign.ts';
import { hasErrors } from '../../model/diagnostic.ts';
import { EXIT } from '../../model/exit.ts';
import type { AdoptionReport } from '../../model/import.ts';
import { boundIds, type Binding } from '../../model/state.ts';
import { editRecord } from '../applying/edit-record.ts';
import { openService, openStateStore, type InWorkspace } from '../context.ts';
import { adoptedBinding } from '../../plan/imported-binding.ts';
import { LENIENTLY, loadFor } from '../reading/load-files.ts';
import { readState, requireRecord } from '../reading/read-state.ts';
import { UserFailure } from '../process/user-failure.ts';
import { listWorkspace } from './read-campaigns.ts';
import { readWhole } from './read-whole.ts';
import { unboundFiles } from './unbound-files.ts';

/** Bindings that are prepared but not recorded yet. */
export interface PreparedAdoption {
  readonly report: AdoptionReport;
  readonly bindings: readonly Binding[];
}

/**
 * Finds the live campaign of every unbound file: the one with its name, channel and type. If there are several, or if
 * several files could describe one, the user has to decide. Writes nothing.
 */
export async function prepareAdoption({ context, workspace }: InWorkspace): Promise<PreparedAdoption> {
  const loaded = loadFor(context, { targets: [workspace], ...LENIENTLY });
  if (hasErrors(loaded.diagnostics))
    throw new UserFailure(
      EXIT.INVALID,
      { code: 'adoption-invalid-files' },
      { diagnostics: loaded.diagnostics },
    );
  const service = await openService(context, workspace);
  try {
    const { state } = await readState(openStateStore(context, workspace));
    const files = unboundFiles(loaded.desired.get(workspace.name) ?? [], state);
    const { campaigns } = files.length === 0 ? NOTHING : await listWorkspace(service, workspace);
    const bound = boundIds(state.bindings.values());
    const wanted = new Set(files.map(identityOf));
    const named = campaigns.filter((live) => wanted.has(identityOf(live)));
    const whole = await readWhole(service, named, { context, workspace });
    // A campaign that Get doesn't show still has the name, channel and type that the search showed.
    const unread = named.filter(({ id }) => whole.unreadable.has(id));
    return sortFiles(files, {
      campaigns: [...whole.campaigns, ...unread],
      ...{ bound, workspace: workspace.name },
    });
  } finally {
    await service.close();
  }
}

const NOTHING = { campaigns: [] };

/** Records the certain bindings, in one commit. */
export async function carryOutAdoption(
  { report, bindings }: PreparedAdoption,
  { context, workspace }: InWorkspace,
): Promise<AdoptionReport> {
  if (bindings.length === 0) return { ...report, isDone: true };
  return editRecord({ context, workspace }, async (recorder) => {
    const { bindings: known } = recorder.state;
    const ids = boundIds(known.values());
    const taken = bindings.find(({ key, campaignId }) => known.has(key) || ids.has(campaignId));
    if (taken) throw new UserFailure(EXIT.LEASE, { code: 'bound-meanwhile', key: taken.key });
    requireRecord(await recorder.bind({ bindings, change: 'adopt' }));
    return { ...report, isDone: true };
  });
}

interface Known {
  readonly campaigns: readonly Live[];
  readonly bound: ReadonlySet<CampaignId>;
  readonly workspace: string;
}

function sortFiles(files: readonly Desired[], { campaigns, bound, workspace }: Known): PreparedAdoption {
  const rivals = new Map<string, number>();
  for (const file of files) rivals.set(identityOf(file), (rivals.get(identityOf(file)) ?? 0) + 1);
  const found = files.map((file) => {
    const lives = campaigns.filter(
      (live) => identityOf(live) === identityOf(file) && couldBe(live, file, bound),
    );
    const [only] = lives.length === 1 && rivals.get(identityOf(file)) === 1 ? lives : [];
    return { file, only, unbound: describeCandidates(file, lives) };
  });
  const pick = (which: (one: (typeof found)[number]) => boolean) =>
    found.filter(which).map(({ unbound }) => unbound);
  return {
    bindings: found.flatMap(({ file, only }) => (only ? [adoptedBinding(file, only)] : [])),
    report: {
      workspace,
      certain: pick(({ only }) => only !== undefined),
      doubtful: pick(({ only, unbound }) => only === undefined && unbound.candidates.length > 0),
      fresh: pick(({ unbound }) => unbound.candidates.length === 0).map(({ key }) => key),
      isDone: false,
    },
  };
}
