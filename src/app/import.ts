import type { CampaignId, Desired, Live } from '../model/campaign.ts';
import { EXIT } from '../model/exit.ts';
import type { Entry } from '../apply/ports.ts';
import type { Binding, State } from '../model/state.ts';
import type { Workspace } from '../model/workspace.ts';
import type { CampaignService } from '../remote/campaign-service.ts';
import { suggestion } from '../model/nearest.ts';
import { holdLease, type RunLease } from './applying/hold-lease.ts';
import { openRun } from './applying/open-run.ts';
import { openService, openStateBranch, type Context } from './context.ts';
import { findActors } from './reading/actors.ts';
import { loadDesired } from './reading/load-files.ts';
import { requireRecord, readState } from './reading/read-state.ts';
import { UserFailure } from './user-failure.ts';

/** Binds an existing file to a live campaign. Nothing is sent; the next plan shows how the two differ. */
export async function adopt(
  context: Context,
  workspace: Workspace,
  { id, key }: { readonly id: string; readonly key: string },
): Promise<Live> {
  const { desired } = await loadDesired(context, workspace, { adopting: key });
  const file = desired.find((one) => one.key === key);
  if (!file) {
    const hint = suggestion(
      key,
      desired.map((one) => one.key),
    );
    throw new UserFailure(EXIT.USAGE, `There is no campaign file ${key} for ${workspace.name}.`, { hint });
  }
  const service = await openService(context, workspace);
  try {
    const request = { context, workspace, desired, file, service, id: id as CampaignId };
    return await holdLease(context, workspace, (held) => bind({ ...request, ...held }));
  } finally {
    await service.close();
  }
}

interface BindRequest extends RunLease {
  readonly context: Context;
  readonly workspace: Workspace;
  readonly desired: readonly Desired[];
  readonly file: Desired;
  readonly service: CampaignService;
  readonly id: CampaignId;
}

/** Records the binding, if the live campaign is one that this file may have. */
async function bind(request: BindRequest): Promise<Live> {
  const { context, workspace, desired, file, service, id, lease } = request;
  const { branch } = openStateBranch(context, workspace);
  const view = await readState(branch);
  const answer = (await service.readCampaigns([id])).get(id);
  if (answer?.kind === 'unknown') {
    throw new UserFailure(answer.cause === 'credential' ? EXIT.CREDENTIAL : EXIT.FAILED, answer.message);
  }
  if (answer?.kind !== 'present') throw new UserFailure(EXIT.USAGE, `The service has no campaign ${id}.`);
  requireMatch(file, answer.live, view.state);
  const actors = await findActors(context, workspace, desired);
  const { signal } = new AbortController();
  const common = { context, workspace, branch, view, service, actors, lease, name: request.run, signal };
  const { run, recorder } = await openRun({ ...common, allowed: new Set(), allowOptions: [], maxWaitMs: 0 });
  requireRecord(await recorder.recordOutcome([entryFor(file, answer.live, view.state)], run.ledger));
  return answer.live;
}

/** A campaign is in one binding at most, and a file never changes a campaign's kind. */
function requireMatch(file: Desired, live: Live, state: State): void {
  const why = refusalToBind(file, live, state);
  if (why !== undefined) throw new UserFailure(EXIT.USAGE, why, { hint: 'See campaigns state list.' });
}

function refusalToBind(file: Desired, live: Live, { bindings }: State): string | undefined {
  const bound = bindings.get(file.key);
  if (bound) return `${file.key} is bound to ${bound.campaignId} already.`;
  const holder = [...bindings.values()].find(({ campaignId }) => campaignId === live.id);
  if (holder) return `${live.id} is bound to ${holder.key} already.`;
  if (live.readOnly) return `${live.id} can't be managed from a file (${live.readOnly}).`;
  if (live.channel === file.channel && live.deliveryType === file.deliveryType) return undefined;
  return `${live.id} is ${live.channel} ${live.deliveryType}, and ${file.file} says ${file.channel} ${file.deliveryType}.`;
}

/** A file and a live campaign of which nothing is recorded yet: the next plan shows how the two differ. */
export function blankBinding(file: Pick<Desired, 'key' | 'name'>, live: Live): Binding {
  return {
    key: file.key,
    id: live.documentId,
    campaignId: live.id,
    channel: live.channel,
    deliveryType: live.deliveryType,
    name: live.name ?? file.name,
    applied: {},
    observed: {},
    observedAt: undefined,
    changing: {},
    reverted: {},
    adopted: [],
    unconfirmed: {},
    editsRefused: undefined,
    status: { applied: undefined, observed: live.status, seen: live.status },
  };
}

/** Whatever an earlier run left open for this file is settled by it. */
function entryFor(file: Desired, live: Live, { open }: State): Entry {
  return {
    summary: `adopt ${file.key}: ${live.id}`,
    key: file.key,
    change: 'adopt',
    components: [],
    requestId: undefined,
    responseId: undefined,
    binding: blankBinding(file, live),
    closes: open.find(({ key }) => key === file.key)?.requestId,
  };
}
