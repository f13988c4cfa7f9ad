import type { CampaignKey, CampaignStatus } from './campaign.ts';

/** How a locked edit moves into a copy of its campaign: what is written, and how the copy takes over. */
export interface Replacement {
  readonly workspace: string;
  /** The campaign that can't be edited. `commit` has its file as it was last applied. */
  readonly old: {
    readonly key: CampaignKey;
    readonly file: string;
    readonly campaignId: string;
    readonly type: string;
    readonly status: CampaignStatus;
    /** Whether the restored file would resume the campaign. */
    readonly isResumed: boolean;
    readonly commit: string;
  };
  readonly copy: { readonly key: CampaignKey; readonly file: string; readonly name: string };
  /** Texts to write, by path: those of the edit next to the copy, and those of the old campaign. */
  readonly texts: readonly { readonly file: string; readonly of: 'copy' | 'old' }[];
  /** The files that are created or changed. */
  readonly written: readonly string[];
  /** The other workspaces of the file. */
  readonly alsoFor: readonly string[];
  readonly isDone: boolean;
}
