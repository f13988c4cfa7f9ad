import type { CampaignKey } from './campaign.ts';
import type { Held } from './held.ts';

/** A version of a campaign's file that is to be written, or was. */
export interface RevertedCampaign {
  readonly key: CampaignKey;
  /** Where the file is, or will be again; from the root of the repository, as all paths here. */
  readonly file: string;
  /** The commit that has this version. */
  readonly commit: VersionCommit;
  /** Files that are written: the campaign file and texts that it refers to. None: all are as they were then. */
  readonly written: readonly string[];
  /** Those of them that other campaigns use, too. */
  readonly shared: readonly SharedText[];
  /** Other workspaces for which this changes something. */
  readonly alsoChanges: readonly string[];
  /** What the record says that can't be sent, so that the plan will block it. */
  readonly held: readonly Held[];
  /** What is wrong with this version today, as `validate` says it. */
  readonly mistakes: readonly string[];
}

interface VersionCommit {
  readonly id: string;
  /** In UTC. */
  readonly at: string;
  readonly by: string;
  readonly subject: string;
}

export interface SharedText {
  readonly file: string;
  readonly keys: readonly CampaignKey[];
}

/** What a revert does, or did. */
export interface RevertReport {
  readonly workspace: string;
  readonly campaigns: readonly RevertedCampaign[];
  /** Whether it is the version of the last apply, and not of a commit that was named. */
  readonly isLastApplied: boolean;
  readonly isDone: boolean;
}
