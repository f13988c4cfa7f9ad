import type { Desired } from '../../model/campaign.ts';
import { lastEditOf } from '../../model/last-edit.ts';
import type { LeftCampaign } from '../../model/pull.ts';
import { dashboardAddress, type Workspace } from '../../model/workspace.ts';
import type { PullableCampaign } from '../../plan/find-pullable.ts';

/** Findings that are reported about a campaign whether or not it is pulled. */
export function editedCampaign({ desired, binding, live }: PullableCampaign, workspace: Workspace) {
  return editedOf(
    desired,
    { campaignId: binding.campaignId, liveStatus: live.status, edit: lastEditOf(live) ?? null },
    workspace,
  );
}

export function editedOf(
  { key, file }: Desired,
  edited: Pick<LeftCampaign, 'campaignId' | 'liveStatus' | 'edit'>,
  workspace: Workspace,
): Omit<LeftCampaign, 'reasons' | 'parts'> {
  const dashboard = dashboardAddress(workspace, edited.campaignId);
  return { key, file, ...edited, ...(dashboard !== undefined && { dashboard }) };
}
