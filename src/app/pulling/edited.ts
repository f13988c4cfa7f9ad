import type { Desired } from '../../model/campaign.ts';
import type { LeftCampaign } from '../../model/pull.ts';
import { dashboardAddress, type Workspace } from '../../model/workspace.ts';
import { lastEditOf } from '../../plan/find-drift.ts';
import type { PullableCampaign } from '../../plan/find-pullable.ts';

/** What is told of a campaign whatever becomes of it. */
export function editedCampaign({ desired, binding, live }: PullableCampaign, workspace: Workspace) {
  return editedOf(
    desired,
    { campaignId: binding.campaignId, liveStatus: live.status, lastEdit: lastEditOf(live) },
    workspace,
  );
}

export function editedOf(
  { key, file }: Desired,
  edited: Pick<LeftCampaign, 'campaignId' | 'liveStatus' | 'lastEdit'>,
  workspace: Workspace,
): Omit<LeftCampaign, 'reasons'> {
  const dashboard = dashboardAddress(workspace, edited.campaignId);
  return { key, file, ...edited, ...(dashboard !== undefined && { dashboard }) };
}
