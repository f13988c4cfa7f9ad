import type { CampaignId, CampaignKey, CampaignStatus, ComponentName, Live, LastEdit } from './campaign.ts';
import type { AnswerProblem } from './live-answer.ts';
import type { JsonObject } from './json.ts';
import type { Held } from './held.ts';
import type { StatusMove } from './transitions.ts';

/** The differences between live and what was last observed, for all managed campaigns of a workspace. */
export interface DriftReport {
  readonly workspace: string;
  /** The commit that the files were read from; `null` in a repository without commits. */
  readonly commit: string | null;
  /** Sorted by key, like all lists here. */
  readonly drifted: readonly DriftedCampaign[];
  readonly unknown: readonly UnreadCampaign[];
  /** Managed campaigns whose file is gone. Their changes are not drift, so they were not compared. */
  readonly orphaned: readonly CampaignKey[];
  /** How many of those have ended, so that there is nothing left to compare. */
  readonly past: number;
  /** Campaigns with a merged change that no plan showed, which apply skips. */
  readonly unreviewed: readonly CampaignKey[];
  /** Campaigns with components that no apply has recorded: there is nothing to compare these with. */
  readonly unrecorded: readonly CampaignKey[];
  /** Campaigns with edits in a draft above the live version (open point S7). They aren't live, so they are not drift. */
  readonly unpublished: readonly CampaignKey[];
  readonly checked: number;
  /** The campaign that was requested, if it was only one. */
  readonly named?: CampaignKey;
  readonly files: FilesKnown;
  /** Omitted if only some campaigns were requested or the service could not list them. */
  readonly unmanaged?: Unmanaged;
}

/** Campaigns that have no file but could have one. */
export interface Unmanaged {
  /** Campaigns that have not ended, sorted by name. */
  readonly campaigns: readonly Live[];
  readonly dashboards?: ReadonlyMap<CampaignId, string | undefined>;
  readonly ended: number;
  /** False if only the first ones were listed. */
  readonly isWhole: boolean;
}

/** Whether every campaign file could be read. Otherwise drift is still reported, but not what the files say. */
export type FilesKnown = 'read' | 'with-errors';

export interface DriftedCampaign {
  readonly key: CampaignKey;
  /** `null` if campaign files have errors and no valid one is this campaign's. */
  readonly file: string | null;
  readonly campaignId: CampaignId;
  /** Its address in the service's dashboard. Omitted if the workspace doesn't configure one. */
  readonly dashboard?: string;
  /** `null` if the campaign is gone from the service. */
  readonly liveStatus: CampaignStatus | null;
  readonly statusAs?: string;
  readonly status: StatusMove | null;
  readonly components: readonly DriftedComponent[];
  /** `null` if the service doesn't say. */
  readonly edit: LastEdit | null;
  /** When an edit last left it as it is recorded (an instant in UTC). The drift happened after that. */
  readonly unchangedAt: string | null;
  readonly remedy: Remedy;
}

export interface DriftedComponent {
  readonly name: ComponentName;
  /** In canonical form; `undefined` if the component did not or does not exist. */
  readonly observed: JsonObject | undefined;
  readonly live: JsonObject | undefined;
}

/** What the next apply would do about it, with the current file. */
export type Remedy =
  /** `resumes`: it starts to send again. */
  | { readonly kind: 'put-back'; readonly resumes?: true }
  | { readonly kind: 'held'; readonly held: readonly Held[] }
  /** The file stops the campaign, and a stopped campaign can't be edited anymore. */
  | { readonly kind: 'stopped' }
  /** The file has nothing to restore: it says nothing about what changed, or the same as live. */
  | { readonly kind: 'noted' };

export interface UnreadCampaign extends Pick<DriftedCampaign, 'key' | 'file' | 'campaignId'> {
  readonly problem: AnswerProblem;
}
