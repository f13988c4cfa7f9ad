import type { CampaignId, CampaignKey, CampaignStatus, ComponentName, Live } from './campaign.ts';
import type { JsonObject } from './json.ts';
import type { LastEdit } from './last-edit.ts';
import type { Held } from './held.ts';

/** What differs between live and what was last observed of it, over all managed campaigns of a workspace. */
export interface DriftReport {
  readonly workspace: string;
  /** The commit that the files were read from; null in a repository without one. */
  readonly commit: string | null;
  /** Sorted by key, as all lists here. */
  readonly drifted: readonly DriftedCampaign[];
  readonly unknown: readonly UnreadCampaign[];
  /** Managed campaigns whose file is gone: what becomes of them is nobody's drift, so they were not compared. */
  readonly orphaned: readonly CampaignKey[];
  /** Campaigns with a merged change that no plan showed, so that applies skip it. */
  readonly unreviewed: readonly CampaignKey[];
  /** How many campaigns were compared, drifted or not. */
  readonly checked: number;
  readonly files: FilesKnown;
  /** Left out where only some campaigns were asked for, or the service could not be listed. */
  readonly unmanaged?: Unmanaged;
}

/** Campaigns that no file manages, and that a file could. */
export interface Unmanaged {
  /** Those that have not ended, by name. */
  readonly campaigns: readonly Live[];
  /** Their addresses in the service's own dashboard; left out where the workspace names none. */
  readonly dashboards?: ReadonlyMap<CampaignId, string>;
  /** How many others have ended. */
  readonly ended: number;
  /** False where only the first of them were listed. */
  readonly isWhole: boolean;
}

/** Whether every campaign file could be read; drift is reported without them too, but not what the files say. */
export type FilesKnown = 'read' | 'with-errors';

export interface DriftedCampaign {
  readonly key: CampaignKey;
  /** Null where campaign files have errors and none of the good ones is this campaign's. */
  readonly file: string | null;
  readonly campaignId: CampaignId;
  /** Its address in the service's own dashboard; left out where the workspace names none. */
  readonly dashboard?: string;
  /** Null for a campaign that the service has no more. */
  readonly liveStatus: CampaignStatus | null;
  readonly status: StatusMove | null;
  readonly components: readonly DriftedComponent[];
  /** Who edited it last, and when; null where the service doesn't say. */
  readonly edit: LastEdit | null;
  /** When an edit had last left it as it is recorded, an instant in UTC: what drifted was changed after that. */
  readonly unchangedAt: string | null;
  readonly remedy: Remedy;
}

/** A status that somebody moved by hand. */
export interface StatusMove {
  readonly from: CampaignStatus;
  readonly to: CampaignStatus;
}

export interface DriftedComponent {
  readonly name: ComponentName;
  /** In canonical form; undefined where there was, or is, none. */
  readonly observed: JsonObject | undefined;
  readonly live: JsonObject | undefined;
}

/** What the next apply would make of it, with the file as it is. */
export type Remedy =
  | { readonly kind: 'put-back' }
  | { readonly kind: 'held'; readonly held: readonly Held[] }
  /** The file ends the campaign, and what was stopped can't be edited any more. */
  | { readonly kind: 'stopped' }
  /** The file says the same as live, or nothing of it any more. */
  | { readonly kind: 'noted' };

export interface UnreadCampaign {
  readonly key: CampaignKey;
  readonly file: string | null;
  readonly campaignId: CampaignId;
  readonly message: string;
}
