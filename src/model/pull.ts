import type { CampaignId, CampaignKey, CampaignStatus, ComponentName } from './campaign.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { LastEdit } from './last-edit.ts';
import type { JsonObject } from './json.ts';

/** A part of a campaign that a pull writes as a whole, or not at all. */
export type PartName = ComponentName | 'status';

/** A part as a file said it, and as it says it after the pull; in canonical form, a status as `{ status }`. */
export interface PulledPart {
  readonly name: PartName;
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
}

/** The status that a part says; `–` where it says none. */
export function statusIn(part: JsonObject | undefined): string {
  return typeof part?.status === 'string' ? part.status : '–';
}

/** What a person should know of what was written. */
export type PullNote =
  /** Other workspaces have this value too, so it became an override of this one. */
  | { readonly kind: 'override'; readonly parts: readonly PartName[]; readonly others: readonly string[] }
  /** Written for all: these workspaces get it, too. */
  | { readonly kind: 'touches-workspaces'; readonly workspaces: readonly string[] }
  /** A text that others use too was changed for all of them. */
  | { readonly kind: 'touches-campaigns'; readonly file: string; readonly users: readonly string[] }
  /** A text that others use too stayed as it is, and the campaign has one of its own now. */
  | {
      readonly kind: 'own-text';
      readonly file: string;
      readonly shared: string;
      readonly users: readonly string[];
    };

interface Edited {
  readonly key: CampaignKey;
  /** From the root of the repository. */
  readonly file: string;
  readonly campaignId: CampaignId;
  /** Null for a campaign that the service has no more. */
  readonly liveStatus: CampaignStatus | null;
  /** Its address in the service's own dashboard; left out where the workspace names none. */
  readonly dashboard?: string;
  /** Null where the service doesn't say. */
  readonly edit: LastEdit | null;
}

export interface PulledCampaign extends Edited {
  readonly parts: readonly PulledPart[];
  /** The files that say it, the campaign file first. */
  readonly files: readonly string[];
  readonly notes: readonly PullNote[];
}

/** Why a change stays out of the files. */
export type LeftReason =
  /** The file was changed, too, since the last apply. */
  | {
      readonly code: 'conflict';
      readonly part: PartName;
      readonly applied: JsonObject | undefined;
      readonly file: JsonObject | undefined;
      readonly live: JsonObject | undefined;
    }
  /** The file was changed, too, and keeps its value. */
  | { readonly code: 'ours'; readonly part: PartName }
  /** The value is a variable of workspaces.yaml, or a reference that can't be taken apart. */
  | { readonly code: 'variable'; readonly part: PartName; readonly path: string; readonly name: string }
  | { readonly code: 'reference'; readonly part: PartName; readonly path: string }
  /** It has a character that can't be written in YAML: NUL, or half of a pair. */
  | { readonly code: 'characters'; readonly part: PartName; readonly path: string }
  /** No file can say what live has. */
  | { readonly code: 'differs'; readonly part: PartName }
  /** The file can't be written so that it says this. */
  | { readonly code: 'unwritable' }
  /** The file would have mistakes. */
  | { readonly code: 'invalid'; readonly diagnostics: readonly Diagnostic[] }
  /** Its values hold an API key of this repository. */
  | { readonly code: 'secret' }
  | { readonly code: 'missing' | 'read-only' | 'type-changed' };

export interface LeftCampaign extends Edited {
  readonly reasons: readonly LeftReason[];
}

/** What a pull writes into files, or wrote, and what it leaves alone. */
export interface PullReport {
  readonly workspace: string;
  /** Sorted by key, as all lists here. */
  readonly pulled: readonly PulledCampaign[];
  readonly left: readonly LeftCampaign[];
  /** Campaigns that could not be read. */
  readonly unknown: readonly { readonly key: CampaignKey; readonly message: string }[];
  /** How many campaigns were compared. */
  readonly checked: number;
  /** False for a look at what would be written. */
  readonly isDone: boolean;
}
