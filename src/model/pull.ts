import type { ComponentName } from './campaign.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { DriftedCampaign, UnreadCampaign } from './drift.ts';
import type { JsonObject } from './json.ts';
import type { None, OneOf } from './one-of.ts';
import type { Report } from './rewrite.ts';

/** A part of a campaign that a pull writes completely or not at all. */
export type PartName = ComponentName | 'status';

/** A part before and after the pull, in canonical form; a status as `{ status }`. */
export interface PulledPart {
  readonly name: PartName;
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
}

/** The status in a part; `–` if there is none. */
export function statusIn(part: JsonObject | undefined): string {
  return typeof part?.status === 'string' ? part.status : '–';
}

interface PullNoteParams {
  /** Other workspaces keep the old value, so the change became an override for this one. */
  override: { parts: readonly PartName[] };
  /** A text that is used elsewhere, too, was kept, and this campaign has its own copy now. */
  'own-text': { file: string; shared: string; users: readonly string[] };
}

/** What people should know about what was written. */
export type PullNote = OneOf<PullNoteParams, 'kind'>;

/** Why a part is not written, where there is no more to say than the part. `ours`: the file was also changed, and keeps its value. */
type PlainPart = 'unwritable' | 'ours' | 'differs';
type OfCampaign = 'unrecorded' | 'missing' | 'read-only' | 'type-changed';

/**
 * Why a change is not written. `unwritable`: the file can't be changed to say this, and only this. `differs`: no file can express
 * the live value. `unrecorded`: the campaign was adopted, and no apply has recorded it yet.
 */
export interface LeftParams extends Record<PlainPart, { part: PartName }>, Record<OfCampaign, None> {
  /** The value is a variable of workspaces.yaml. */
  variable: { part: PartName; path: string; name: string };
  /** The value is assembled from a text in a way that can't be taken apart again. */
  reference: { part: PartName; path: string };
  /** The file would be invalid. */
  invalid: { part: PartName; diagnostics: readonly Diagnostic[] };
  /** The file was also changed since the last apply. */
  conflict: { part: PartName } & Readonly<Record<'applied' | 'file' | 'live', JsonObject | undefined>>;
}

export type LeftReason = OneOf<LeftParams>;
export type Unwritten = OneOf<LeftParams, 'code', 'variable' | 'reference' | 'unwritable' | 'invalid'>;

/** What becomes of the changes of a campaign: written if there is no reason against it. */
export interface PulledCampaign extends Pick<
  DriftedCampaign,
  'key' | 'campaignId' | 'liveStatus' | 'dashboard' | 'edit'
> {
  /** Relative to the root of the repository. */
  readonly file: string;
  /** Parts are left out as a whole, with everything that changed in them, whichever value is the reason. */
  readonly parts: readonly PulledPart[];
  /** The files that contain it, the campaign file first. */
  readonly files: readonly string[];
  readonly notes: readonly PullNote[];
  readonly reasons: readonly LeftReason[];
}

/** What a pull writes, or wrote, and what it leaves alone. */
export interface PullReport extends Report {
  /** Sorted by key, like all lists here. */
  readonly pulled: readonly PulledCampaign[];
  readonly left: readonly PulledCampaign[];
  /** Campaigns that could not be read. */
  readonly unknown: readonly Pick<UnreadCampaign, 'key' | 'problem'>[];
  /** How many campaigns were compared. */
  readonly checked: number;
}
