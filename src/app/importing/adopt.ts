import type { StateRecorder } from '../../apply/state-store.ts';
import { sameComponent } from '../../model/canonical.ts';
import {
  channelAndType,
  componentNames,
  couldBe,
  identityOf,
  inCanonicalOrder,
  type CampaignId,
  type Desired,
  type Live,
} from '../../model/campaign.ts';
import { hasErrors } from '../../model/diagnostic.ts';
import { EXIT } from '../../model/exit.ts';
import type { AdoptionReport, UnboundFile } from '../../model/import.ts';
import type { RefusalCause } from '../../model/reasons.ts';
import { boundIds, type Binding, type State } from '../../model/state.ts';
import { adoptedBinding } from '../../plan/imported-binding.ts';
import type { CampaignService } from '../../remote/campaign-service.ts';
import { editRecord } from '../applying/edit-record.ts';
import type { InWorkspace } from '../context.ts';
import { openService } from '../opening/service.ts';
import { openStateStore } from '../opening/state-store.ts';
import { UserFailure } from '../process/user-failure.ts';
import { LENIENTLY, loadDesired, loadFor } from '../reading/load-files.ts';
import { readState, requireRecord } from '../reading/read-state.ts';
import { keyNamed } from '../reading/select-campaigns.ts';
import { byIdentity } from './left-out.ts';
import { listWorkspace, readWhole } from './read-live.ts';

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
  const loaded = loadFor(context, { workspacesToLoad: [workspace], ...LENIENTLY });
  if (hasErrors(loaded.diagnostics))
    throw new UserFailure(EXIT.INVALID, { code: 'invalid-files' }, { diagnostics: loaded.diagnostics });
  const service = await openService(context, workspace);
  try {
    const { state } = await readState(openStateStore(context, workspace));
    const files = (loaded.desired.get(workspace.name) ?? []).filter(({ key }) => !state.bindings.has(key));
    const { campaigns } = files.length === 0 ? { campaigns: [] } : await listWorkspace(service, workspace);
    const wanted = new Set(files.map(identityOf));
    const named = campaigns.filter((live) => wanted.has(identityOf(live)));
    const whole = await readWhole(service, named, { context, workspace });
    // A campaign that Get doesn't show still has the name, channel and type that the search showed.
    const unread = whole.leftOut.flatMap(({ live }) => live ?? []);
    const sorted = sortFiles(files, [...whole.campaigns, ...unread], boundIds(state.bindings.values()));
    return { ...sorted, report: { ...sorted.report, workspace: workspace.name, isDone: false } };
  } finally {
    await service.close();
  }
}

/** Records the certain bindings, in one commit. */
export async function carryOutAdoption(
  { report, bindings }: PreparedAdoption,
  target: InWorkspace,
): Promise<AdoptionReport> {
  if (bindings.length === 0) return { ...report, isDone: true };
  return editRecord(target, async (recorder) => {
    requireUnbound(bindings, recorder.state);
    requireRecord(await recorder.bind({ bindings, change: 'adopt' }));
    return { ...report, isDone: true };
  });
}

/** Before the lease was taken, another run may have bound the same campaign. */
export function requireUnbound(bindings: readonly Binding[], { bindings: known }: State): void {
  const ids = boundIds(known.values());
  const taken = bindings.find(({ key, campaignId }) => known.has(key) || ids.has(campaignId));
  if (taken) throw new UserFailure(EXIT.LEASE, { code: 'key-taken', name: taken.key, by: 'another run' });
}

function sortFiles(files: readonly Desired[], campaigns: readonly Live[], bound: ReadonlySet<CampaignId>) {
  const [alike, rivals] = [byIdentity(campaigns), byIdentity(files)];
  const found = files.map((file) => {
    const identity = identityOf(file);
    const lives = (alike.get(identity) ?? []).filter((live) => couldBe(live, file, bound));
    const only = lives.length === 1 && rivals.get(identity)?.length === 1 ? lives[0] : undefined;
    return { file, only, unbound: withCandidates(file, lives) };
  });
  const certain = found.filter(({ only }) => only !== undefined);
  const others = found.filter(({ only }) => only === undefined).map(({ unbound }) => unbound);
  return {
    bindings: certain.flatMap(({ file, only }) => (only ? [adoptedBinding(file, only)] : [])),
    report: {
      certain: certain.map(({ unbound }) => unbound),
      doubtful: others.filter(({ candidates }) => candidates.length > 0),
      fresh: others.filter(({ candidates }) => candidates.length === 0).map(({ key }) => key),
    },
  };
}

/** A file and the live campaigns that it could be bound to, each with the components that differ. */
function withCandidates({ key, file, components }: Desired, lives: readonly Live[]): UnboundFile {
  const names = inCanonicalOrder(componentNames(components));
  const candidates = lives.map((live) => ({
    live,
    differing: names.filter((name) => !sameComponent(name, components[name], live.components[name])),
  }));
  return { key, file, candidates };
}

/** Binds an existing file to a live campaign. Nothing is sent; the next plan shows how the two differ. */
export async function adopt(
  target: InWorkspace,
  { id, key: name }: { readonly id: string; readonly key: string },
): Promise<AdoptionReport> {
  const { context, workspace } = target;
  const key = keyNamed(name, context);
  const { desired } = await loadDesired(context, workspace, { adopting: key });
  const file = desired.find((one) => one.key === key);
  const known = desired.map((one) => one.key);
  if (!file)
    throw new UserFailure(EXIT.USAGE, {
      code: 'unknown-name',
      what: 'campaign file',
      name: key,
      known,
      where: workspace.name,
    });
  const service = await openService(context, workspace);
  try {
    const live = await editRecord(target, (recorder) =>
      bind({ file, id: id as CampaignId, service, recorder, workspace: workspace.name }),
    );
    const certain = [withCandidates(file, [live])];
    return { workspace: workspace.name, certain, doubtful: [], fresh: [], isDone: true };
  } finally {
    await service.close();
  }
}

interface BindRequest {
  readonly file: Desired;
  readonly id: CampaignId;
  readonly service: CampaignService;
  readonly recorder: StateRecorder;
  readonly workspace: string;
}

/** Records the binding, if this file may be bound to the live campaign. */
async function bind({ file, id, service, recorder, workspace }: BindRequest): Promise<Live> {
  const answer = (await service.readCampaigns([id])).get(id);
  if (answer?.kind !== 'present') {
    const isUnknown = answer?.kind === 'unknown';
    const problem = isUnknown ? answer.problem : ({ code: 'no-such-campaign' } as const);
    const refused = isUnknown && answer.cause === 'credential' ? EXIT.CREDENTIAL : EXIT.FAILED;
    const cause = { code: 'campaign-unreadable', campaignId: id, workspace, problem } as const;
    throw new UserFailure(isUnknown ? refused : EXIT.USAGE, cause);
  }
  const refusal = refusalToBind(file, answer.live, recorder.state);
  if (refusal) throw new UserFailure(EXIT.USAGE, refusal);
  requireRecord(await recorder.bind({ bindings: [adoptedBinding(file, answer.live)], change: 'adopt' }));
  return answer.live;
}

/** A campaign has at most one binding, and a file never changes a campaign's channel or type. */
function refusalToBind(file: Desired, live: Live, { bindings }: State): RefusalCause | undefined {
  const { id: campaignId } = live;
  const bound = bindings.get(file.key);
  if (bound) return { code: 'key-taken', name: file.key, by: bound.campaignId };
  const holder = [...bindings.values()].find((one) => one.campaignId === campaignId);
  if (holder) return { code: 'key-taken', name: campaignId, by: holder.key };
  if (live.readOnly) return { code: 'not-manageable', campaignId, why: live.readOnly };
  const isSameKind = channelAndType(file) === channelAndType(live);
  return isSameKind ? undefined : { code: 'not-manageable', campaignId, why: 'other-type' };
}
