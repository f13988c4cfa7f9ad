import type { AnswerProblem } from '../../model/answer-problem.ts';
import type { CampaignId, Live } from '../../model/campaign.ts';
import type { LeftOut } from '../../model/import.ts';
import type { Workspace } from '../../model/workspace.ts';
import type { CampaignService } from '../../remote/campaign-service.ts';
import { requireAnswers } from '../reading/gather.ts';
import { UserFailure } from '../process/user-failure.ts';
import { EXIT } from '../../model/exit.ts';

/** Campaigns as a first read shows them, and those that it doesn't show. */
export interface ReadCampaigns {
  readonly campaigns: readonly Live[];
  readonly leftOut: readonly LeftOut[];
}

/** All campaigns of a workspace; throws UserFailure if the service can't be read. */
export async function listWorkspace(
  service: Pick<CampaignService, 'listCampaigns' | 'readCampaigns'>,
  workspace: Workspace,
): Promise<ReadCampaigns> {
  const listing = await service.listCampaigns({ children: true });
  if (listing.kind === 'unknown') {
    requireAnswers([listing], workspace);
    throw new UserFailure(EXIT.FAILED, {
      code: 'campaign-unreadable',
      campaignId: undefined,
      workspace: workspace.name,
      problem: listing.problem,
    });
  }
  const summaries = listing.campaigns.flatMap((one) => (one.kind === 'summary' ? [one.id] : []));
  const rest = summaries.length === 0 ? undefined : await readNamed(service, summaries, workspace);
  return {
    campaigns: [
      ...listing.campaigns.flatMap((one) => (one.kind === 'present' ? [one.live] : [])),
      ...(rest?.campaigns ?? []),
    ],
    leftOut: [
      ...listing.campaigns.flatMap((one) =>
        one.kind === 'malformed' ? [unreadable(one.id, one.problem)] : [],
      ),
      ...(rest?.leftOut ?? []),
    ],
  };
}

/** The campaigns with these IDs; throws UserFailure if the service can't be read at all. */
export async function readNamed(
  service: Pick<CampaignService, 'readCampaigns'>,
  ids: readonly CampaignId[],
  workspace: Workspace,
): Promise<ReadCampaigns> {
  const answers = await service.readCampaigns([...new Set(ids)]);
  requireAnswers([...answers.values()], workspace);
  const campaigns: Live[] = [];
  const leftOut: LeftOut[] = [];
  for (const [id, answer] of answers) {
    if (answer.kind === 'present') campaigns.push(answer.live);
    else if (answer.kind === 'missing') leftOut.push({ id, live: undefined, reason: { code: 'missing' } });
    else leftOut.push(unreadable(id, answer.problem));
  }
  return { campaigns, leftOut };
}

function unreadable(id: CampaignId | undefined, problem: AnswerProblem): LeftOut {
  return { id: id ?? ('' as CampaignId), live: undefined, reason: { code: 'unreadable', problem } };
}
