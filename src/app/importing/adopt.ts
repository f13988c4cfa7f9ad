import { describeCandidates } from './describe-candidates.ts';
import {
  channelAndType,
  identityOf,
  couldBe,
  type CampaignId,
  type CampaignKey,
  type Desired,
  type Live,
} from '../../model/campaign.ts';
import { hasErrors } from '../../model/diagnostic.ts';
import type { AnswerProblem } from '../../model/answer-problem.ts';
import { EXIT } from '../../model/exit.ts';
import type { AdoptionReport } from '../../model/import.ts';
import { boundIds, type Binding, type State } from '../../model/state.ts';
import { editRecord } from '../applying/hold-lease.ts';
import type { InWorkspace, Context } from '../context.ts';
import { openService } from '../opening/service.ts';
import { openStateStore } from '../opening/state-store.ts';
import { adoptedBinding } from '../../plan/imported-binding.ts';
import { LENIENTLY, loadFor, openCampaigns, requireDesired } from '../reading/load-files.ts';
import { readState, requireRecord } from '../reading/read-state.ts';
import { UserFailure } from '../process/user-failure.ts';
import { listWorkspace } from './read-campaigns.ts';
import { readWhole } from './read-whole.ts';
import { unboundFiles } from './unbound-files.ts';
import type { RefusalCause } from '../../model/reasons.ts';
import type { Workspace } from '../../model/workspace.ts';
import type { StateRecorder } from '../../apply/state-store.ts';
import type { CampaignService } from '../../remote/campaign-service.ts';
import { keyNamed } from '../reading/select-campaigns.ts';

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
      bound,
      workspace: workspace.name,
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
    if (taken) throw new UserFailure(EXIT.LEASE, { code: 'key-taken', name: taken.key, by: 'another run' });
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

/** Binds an existing file to a live campaign. Nothing is sent; the next plan shows how the two differ. */
export async function adopt(
  context: Context,
  workspace: Workspace,
  { id, key: name }: { readonly id: string; readonly key: string },
): Promise<AdoptionReport> {
  const key = keyNamed(name, context);
  const files = await openCampaigns(context, workspace);
  const { state } = await readState(openStateStore(context, workspace));
  const { desired } = await requireDesired(files, state, key as CampaignKey);
  const file = desired.find((one) => one.key === key);
  if (!file) {
    const known = desired.map((one) => one.key);
    throw new UserFailure(EXIT.USAGE, {
      code: 'unknown-name',
      what: 'campaign file',
      name: key,
      known,
      where: workspace.name,
    });
  }
  const service = await openService(context, workspace);
  try {
    const request = { workspace, file, service, id: id as CampaignId };
    const live = await editRecord({ context, workspace }, (recorder) => bind({ ...request, recorder }));
    const certain = [describeCandidates(file, [live])];
    return { workspace: workspace.name, certain, doubtful: [], fresh: [], isDone: true };
  } finally {
    await service.close();
  }
}

interface BindRequest {
  readonly recorder: StateRecorder;
  readonly workspace: Workspace;
  readonly file: Desired;
  readonly service: CampaignService;
  readonly id: CampaignId;
}

/** Records the binding, if this file may be bound to the live campaign. */
async function bind({ recorder, workspace, file, service, id }: BindRequest): Promise<Live> {
  const answer = (await service.readCampaigns([id])).get(id);
  const unreadable = (campaignId: CampaignId, problem: AnswerProblem) =>
    ({ code: 'campaign-unreadable', campaignId, workspace: workspace.name, problem }) as const;
  if (answer?.kind === 'unknown') {
    const cause = unreadable(id, answer.problem);
    throw new UserFailure(answer.cause === 'credential' ? EXIT.CREDENTIAL : EXIT.FAILED, cause);
  }
  if (answer?.kind !== 'present')
    throw new UserFailure(EXIT.USAGE, unreadable(id, { code: 'no-such-campaign' }));
  requireMatch(file, answer.live, recorder.state);
  requireRecord(await recorder.bind({ bindings: [adoptedBinding(file, answer.live)], change: 'adopt' }));
  return answer.live;
}

/** A campaign has at most one binding, and a file never changes a campaign's channel or type. */
function requireMatch(file: Desired, live: Live, state: State): void {
  const refusal = refusalToBind(file, live, state);
  if (refusal) throw new UserFailure(EXIT.USAGE, refusal);
}

function refusalToBind(file: Desired, live: Live, { bindings }: State): RefusalCause | undefined {
  const { id: campaignId } = live;
  const bound = bindings.get(file.key);
  if (bound) return { code: 'key-taken', name: file.key, by: bound.campaignId };
  const holder = [...bindings.values()].find((one) => one.campaignId === campaignId);
  if (holder) return { code: 'key-taken', name: campaignId, by: holder.key };
  if (live.readOnly) return { code: 'not-manageable', campaignId, why: live.readOnly };
  return channelAndType(file) === channelAndType(live)
    ? undefined
    : { code: 'not-manageable', campaignId, why: 'other-type' };
}
