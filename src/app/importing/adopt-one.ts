import type { CampaignId, Desired, Live } from '../../model/campaign.ts';
import { EXIT } from '../../model/exit.ts';
import type { RefusalCause } from '../../model/refusal.ts';
import type { State } from '../../model/state.ts';
import type { Workspace } from '../../model/workspace.ts';
import { adoptedBinding } from '../../plan/imported-binding.ts';
import type { StateRecorder } from '../../apply/state-store.ts';
import type { CampaignService } from '../../remote/campaign-service.ts';
import { editRecord } from '../applying/edit-record.ts';
import { openService, type Context } from '../context.ts';
import { loadDesired } from '../reading/load-files.ts';
import { requireRecord } from '../reading/read-state.ts';
import { keyNamed } from '../reading/select-campaigns.ts';
import { UserFailure } from '../process/user-failure.ts';
import { describeCandidates } from './describe-candidates.ts';
import type { AdoptionReport } from '../../model/import.ts';

/** Binds an existing file to a live campaign. Nothing is sent; the next plan shows how the two differ. */
export async function adopt(
  context: Context,
  workspace: Workspace,
  { id, key: name }: { readonly id: string; readonly key: string },
): Promise<AdoptionReport> {
  const key = keyNamed(name, context);
  const { desired } = await loadDesired(context, workspace, { adopting: key });
  const file = desired.find((one) => one.key === key);
  if (!file) {
    const known = desired.map((one) => one.key);
    throw new UserFailure(EXIT.USAGE, { code: 'no-campaign-file', key, workspace: workspace.name, known });
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
  if (answer?.kind === 'unknown') {
    const cause = { code: 'campaign-unreadable', campaignId: id, problem: answer.problem } as const;
    throw new UserFailure(answer.cause === 'credential' ? EXIT.CREDENTIAL : EXIT.FAILED, cause);
  }
  if (answer?.kind !== 'present')
    throw new UserFailure(EXIT.USAGE, {
      code: 'no-live-campaign',
      campaignId: id,
      workspace: workspace.name,
    });
  requireMatch(file, answer.live, { state: recorder.state, workspace: workspace.name });
  requireRecord(await recorder.bind({ bindings: [adoptedBinding(file, answer.live)], change: 'adopt' }));
  return answer.live;
}

/** A campaign has at most one binding, and a file never changes a campaign's channel or type. */
function requireMatch(file: Desired, live: Live, recorded: Recorded): void {
  const refusal = refusalToBind(file, live, recorded);
  if (refusal) throw new UserFailure(EXIT.USAGE, refusal);
}

interface Recorded {
  readonly state: State;
  readonly workspace: string;
}

function refusalToBind(
  file: Desired,
  live: Live,
  { state: { bindings }, workspace }: Recorded,
): RefusalCause | undefined {
  const { id: campaignId } = live;
  const bound = bindings.get(file.key);
  if (bound) return { code: 'key-bound', key: file.key, campaignId: bound.campaignId, workspace };
  const holder = [...bindings.values()].find((one) => one.campaignId === campaignId);
  if (holder) return { code: 'campaign-bound', campaignId, key: holder.key, workspace };
  if (live.readOnly) return { code: 'not-manageable', campaignId, why: live.readOnly };
  const [wanted, has] = [file, live].map(({ channel, deliveryType }) => `${channel} ${deliveryType}`);
  if (wanted === has || wanted === undefined || has === undefined) return undefined;
  return { code: 'other-type', campaignId, live: has, file: file.file, wanted };
}
