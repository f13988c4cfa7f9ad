import type { CampaignKey, DesiredStatus } from './campaign.ts';
import type { Held } from './held.ts';

/** A version of a campaign's file that a revert restores. */
export interface RevertedCampaign {
  readonly key: CampaignKey;
  /** The path of the file, now or after the revert. Relative to the root of the repository, like all paths here. */
  readonly file: string;
  /** The commit that contains this version. */
  readonly commit: VersionCommit;
  /**
   * The files to write: the campaign file and the texts that it refers to. Empty if all of them already have this
   * version.
   */
  readonly written: readonly string[];
  /** Those of them that other campaigns also use. */
  readonly shared: readonly SharedText[];
  /** Other workspaces for which this changes something. */
  readonly alsoChanges: readonly string[];
  /** The changes of the `status` that the file requests, by workspace; null where it requests none. */
  readonly statuses: ReadonlyMap<string, StatusChange>;
  /** Recorded values that can't be sent, so the plan will block them. */
  readonly held: readonly Held[];
  /** The problems that `validate` reports for this version today. */
  readonly mistakes: readonly string[];
}

export interface StatusChange {
  readonly from: DesiredStatus | null;
  readonly to: DesiredStatus | null;
}

interface VersionCommit {
  readonly id: string;
  /** In UTC. */
  readonly at: string;
  readonly by: string;
  readonly subject: string;
}

interface SharedText {
  readonly file: string;
  readonly keys: readonly CampaignKey[];
}

/** What a revert does, or did. */
export interface RevertReport {
  readonly workspace: string;
  readonly campaigns: readonly RevertedCampaign[];
  /** Whether it is the version of the last apply rather than of a requested commit. */
  readonly isLastApplied: boolean;
  readonly isDone: boolean;
}
