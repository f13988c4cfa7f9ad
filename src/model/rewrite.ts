import type { AnswerProblem } from './live-answer.ts';
import type {
  CampaignId,
  CampaignKey,
  CampaignStatus,
  ComponentName,
  Desired,
  DesiredStatus,
  Live,
} from './campaign.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Held } from './held.ts';
import type { JsonValue } from './json.ts';
import type { None, OneOf } from './one-of.ts';

// What import, adopt, revert and replace write or bind, or wrote and bound if `isDone`. Paths are relative to the root of
// the repository.

export interface Report {
  readonly workspace: string;
  /** False for a preview. */
  readonly isDone: boolean;
}

type WithoutParams =
  'channel' | 'child' | 'flow-node' | 'delivery-type' | 'other-status' | 'ended' | 'no-name' | 'missing';

/**
 * Why no file is written for a live campaign. `channel`: neither PUSH nor EMAIL, so that nothing can be sent to it
 * (specification, What the service does, 3). `child`, `flow-node`: one send of a periodic campaign, or a step of a flow, whose
 * parent people edit (open points S9 and S10). `delivery-type`: it can't be created. `other-status`: it was not named, and its
 * status is none of the eight (open point S12). `ended`: it was not named, and is SENT, STOPPED or ARCHIVED.
 */
export interface LeftOutParams extends Record<WithoutParams, None> {
  /** A file of this workspace already manages it, or did so and is gone. */
  managed: { key: CampaignKey };
  'file-gone': { key: CampaignKey };
  /** An unbound file with this name, channel and type exists, or one that is only for other workspaces. */
  'file-exists': { file: string };
  'other-workspace': { file: string };
  unreadable: { problem: AnswerProblem };
  /** Its content contains an API key of this repository, or a file would differ from live. */
  secret: { components: readonly ComponentName[] };
  differs: { components: readonly ComponentName[] };
  /** No file can express it, because the service or the file format rejects a value. */
  invalid: { diagnostics: readonly Diagnostic[] };
  /** It has parts that may be components of a newer version of the service, and it was not named. */
  'unknown-component': { fields: readonly string[] };
}

export type LeftOutReason = OneOf<LeftOutParams>;

export interface LeftOut {
  readonly id: CampaignId;
  /** `undefined` if it could not be read. */
  readonly live: Live | undefined;
  readonly reason: LeftOutReason;
}

interface ImportNoteParams {
  /** The service shows only a part of these components, so the file leaves them out (open point W5). */
  'not-shown-whole': { component: ComponentName };
  /** Leaves that change by themselves, or look like the service's defaults and can't be sent (open point W32). */
  'changes-by-itself': { component: ComponentName; paths: readonly string[] };
  'left-to-service': { component: ComponentName; paths: readonly string[] };
  /** Fields of the campaign that no file can have. */
  'not-in-file': { fields: readonly string[] };
}

/** What people should know about a campaign that gets a file. */
export type ImportNote = OneOf<ImportNoteParams, 'kind'>;

/** A live campaign with the file that an import writes for it. */
export interface ImportedCampaign {
  readonly key: CampaignKey;
  readonly file: string;
  /** The texts that it refers to, by path. */
  readonly texts: ReadonlyMap<string, string>;
  readonly live: Live;
  readonly notes: readonly ImportNote[];
  readonly warnings: readonly Diagnostic[];
}

export interface ImportReport extends Report {
  /** Sorted by key. */
  readonly campaigns: readonly ImportedCampaign[];
  /** Sorted by code, then by name. */
  readonly leftOut: readonly LeftOut[];
  /** How many campaigns already have a file, and how many the filter excluded. */
  readonly managed: number;
  readonly notAsked: number;
}

/** A file without a binding, with the live campaigns of the same name, channel and type and what differs in each. */
export interface UnboundFile {
  readonly desired: Desired;
  readonly candidates: readonly { readonly live: Live; readonly differing: readonly ComponentName[] }[];
}

export interface AdoptionReport extends Report {
  /** Files with exactly one candidate, which is a candidate of no other file. */
  readonly certain: readonly UnboundFile[];
  /** Files with several candidates, or with one that several files could describe. */
  readonly doubtful: readonly UnboundFile[];
  /** Files without a candidate. The next apply creates their campaigns. */
  readonly fresh: readonly CampaignKey[];
}

/** A version of a campaign's file that a revert restores. */
export interface RevertedCampaign {
  readonly key: CampaignKey;
  /** The path of the file, now or after the revert. */
  readonly file: string;
  /** The commit that contains this version; its time is in UTC. */
  readonly commit: Readonly<Record<'id' | 'at' | 'by' | 'subject', string>>;
  /** The campaign file and the texts that it refers to, without those that already have this version. */
  readonly written: readonly string[];
  /** Those of them that other campaigns also use. */
  readonly shared: readonly { readonly file: string; readonly keys: readonly CampaignKey[] }[];
  /** Other workspaces for which this changes something. */
  readonly alsoChanges: readonly string[];
  /** The changes of the `status` that the file requests, by workspace; null where it requests none. */
  readonly statuses: ReadonlyMap<string, Readonly<Record<'from' | 'to', DesiredStatus | null>>>;
  /**
   * Variables in workspaces.yaml because of which it differs from this version, with the newest commit that changed them;
   * `commit` is null for an edit that isn't committed. A revert leaves them, since other campaigns may use them.
   */
  readonly variables: readonly {
    readonly name: string;
    readonly was: JsonValue;
    readonly now: JsonValue;
    readonly commit: string | null;
    readonly by: readonly string[];
  }[];
  /** Recorded values that can't be sent, so the plan will block them. */
  readonly held: readonly Held[];
  /** The problems that `validate` reports for this version today. */
  readonly mistakes: readonly string[];
}

export interface RevertReport extends Report {
  readonly campaigns: readonly RevertedCampaign[];
  /** Whether it is the version of the last apply rather than of a requested commit. */
  readonly isLastApplied: boolean;
}

/** How a locked edit moves into a copy of its campaign: what is written, and how the copy takes over. */
export interface Replacement extends Report {
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
}

/** The files that were not formatted; unless they were only checked, they are now. */
export interface FormatReport {
  /** In order. */
  readonly changed: readonly string[];
  /** How many could not be formatted, and were left unchanged, out of how many; and why. */
  readonly refused: number;
  readonly total: number;
  readonly diagnostics: readonly Diagnostic[];
}
