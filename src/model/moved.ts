import type { CampaignId, CampaignKey, CampaignStatus } from './campaign.ts';
import type { StateTarget } from './state.ts';

/** A campaign whose file has another key now because it was moved or renamed. */
export interface MovedFile {
  readonly from: CampaignKey;
  readonly to: CampaignKey;
  readonly file: string;
  readonly campaignId: CampaignId;
  /** Why it is certain: the file says exactly what was last applied, or git knows that the file was renamed. */
  readonly because: 'same-content' | 'git-rename';
}

/** A file without a binding that could describe several campaigns, or one that it shares only the name with. */
interface DoubtfulMove {
  readonly to: CampaignKey;
  readonly file: string;
  readonly from: readonly CampaignKey[];
}

/** A managed file whose path now belongs to the key of another campaign, as after two files were swapped. */
export interface SwappedFile {
  /** The key of its campaign, and the one that its path stands for now. */
  readonly from: CampaignKey;
  readonly to: CampaignKey;
  readonly file: string;
}

/** Which files were moved, as far as that can be determined. */
export interface Moves {
  readonly certain: readonly MovedFile[];
  readonly doubtful: readonly DoubtfulMove[];
  /** Only keys in the files can say which is which. */
  readonly swapped: readonly SwappedFile[];
}

/** A binding that was given another key. */
export interface MovedBinding {
  /** The file that has the new key already. */
  readonly file: string | undefined;
  readonly workspace: string;
  readonly from: CampaignKey;
  readonly to: CampaignKey;
  readonly campaignId: string;
  /** The workspaces that have bindings of their own. */
  readonly others: readonly string[];
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
