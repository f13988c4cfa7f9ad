import type { CampaignKey, CampaignStatus, DesiredStatus } from './campaign.ts';

/** What the advice to replace a locked campaign by a copy with the edit depends on. */
export interface ReplaceAdvice {
  readonly key: CampaignKey;
  readonly type: string;
  /** The live status. */
  readonly status: CampaignStatus;
  /** What the file asks for. */
  readonly wanted: DesiredStatus | undefined;
  /** The file asked for PAUSED at the last apply, and does so again once it is restored. */
  readonly restoresPause?: true;
  /** Whether an apply publishes in this workspace. */
  readonly publishes: boolean;
  /** The copy would start in the past, and therefore can't be published. */
  readonly startIsPast?: boolean;
  /** What publishing the copy requires and the file doesn't have, in words. */
  readonly missing?: readonly string[];
}
