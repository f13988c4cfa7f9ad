import type { CampaignKey, CampaignStatus } from './campaign.ts';
import type { StateTarget } from './state.ts';

/** A binding that was given another key. */
export interface MovedBinding {
  readonly workspace: string;
  readonly from: CampaignKey;
  readonly to: CampaignKey;
  readonly campaignId: string;
}

/** A campaign whose binding was removed, as it was last observed. */
export interface Forgotten {
  readonly key: CampaignKey;
  /** Undefined if only an unresolved creation was recorded. */
  readonly campaignId: string | undefined;
  readonly status: CampaignStatus | undefined;
  readonly isSending: boolean;
}

/** The target of a workspace according to its record and according to workspaces.yaml. */
export interface TargetMove {
  readonly workspace: string;
  /** Undefined if none is recorded yet: the first apply records the target. */
  readonly from: StateTarget | undefined;
  readonly to: StateTarget;
  /** How many campaigns are bound there. */
  readonly bound: number;
  /** Whether this command recorded the new target; false if it was recorded already. */
  readonly isMoved: boolean;
}
