import type { CampaignId, CampaignKey, CampaignStatus } from './campaign.ts';

/** A campaign that has ended, with the files that nothing else needs. */
export interface PrunedCampaign {
  readonly key: CampaignKey;
  /** Relative to the root of the repository, like all paths here. */
  readonly file: string;
  readonly campaignId: CampaignId;
  readonly liveStatus: CampaignStatus;
  /** Its file first, then the texts that no other campaign uses. */
  readonly files: readonly string[];
}

/** The campaign has ended, but its file is still needed. */
export interface KeptCampaign {
  readonly key: CampaignKey;
  readonly file: string;
  /** `edited`: the file contains a change that was never applied. */
  readonly reason: 'edited' | 'other-workspace';
  /** Workspaces in which it hasn't ended. */
  readonly workspaces: readonly string[];
  /** Those of them in which it was never created. */
  readonly notCreatedIn: readonly string[];
}

/** The files that only describe the past. */
export interface PruneReport {
  readonly workspace: string;
  readonly campaigns: readonly PrunedCampaign[];
  readonly kept: readonly KeptCampaign[];
  /** Whether the files were deleted. */
  readonly isDone: boolean;
}
