import type { AnswerProblem } from './live-answer.ts';
import type { CampaignId, CampaignKey, ComponentName, Live } from './campaign.ts';
import type { Diagnostic } from './diagnostic.ts';

/** Why no file is written for a live campaign. */
export type LeftOutReason =
  /** A file of this workspace already manages it. */
  | { readonly code: 'managed'; readonly key: CampaignKey }
  /** It is managed under this key, but its file is gone. */
  | { readonly code: 'file-gone'; readonly key: CampaignKey }
  /** An unbound file with this name, channel and type exists, or one that is only for other workspaces. */
  | { readonly code: 'file-exists' | 'other-workspace'; readonly file: string }
  /** Neither PUSH nor EMAIL: nothing can be sent to it (specification, What the service does, 3). */
  | { readonly code: 'channel' }
  /** One send of a periodic campaign, or a step of a flow. People edit its parent (open points S9 and S10). */
  | { readonly code: 'child' | 'flow-node' }
  /** A delivery type that can't be created. */
  | { readonly code: 'delivery-type' }
  /** A status that is none of the eight, in which nothing can be edited, and it was not named (open point S12). */
  | { readonly code: 'other-status' }
  /** SENT, STOPPED or ARCHIVED, and ended campaigns were not requested. */
  | { readonly code: 'ended' }
  | { readonly code: 'no-name' }
  /** The service has no campaign with this ID. */
  | { readonly code: 'missing' }
  | { readonly code: 'unreadable'; readonly problem: AnswerProblem }
  /** Its content contains an API key of this repository, or a file would differ from live. */
  | { readonly code: 'secret' | 'differs'; readonly components: readonly ComponentName[] }
  /** No file can express it, because the service or the file format rejects a value. */
  | { readonly code: 'invalid'; readonly diagnostics: readonly Diagnostic[] }
  /** It has parts that may be components of a newer version of the service, and it was not named. */
  | { readonly code: 'unknown-component'; readonly fields: readonly string[] };

export interface LeftOut {
  readonly id: CampaignId;
  /** `undefined` if it could not be read. */
  readonly live: Live | undefined;
  readonly reason: LeftOutReason;
}

/** What people should know about a campaign that gets a file. */
export type ImportNote =
  /** The service shows only a part of these components, so the file leaves them out (open point W5). */
  | { readonly kind: 'not-shown-whole'; readonly component: ComponentName }
  /**
   * The file leaves out these leaves: they change by themselves, or look like the service's defaults and can't be sent
   * (open point W32).
   */
  | {
      readonly kind: 'changes-by-itself' | 'left-to-service';
      readonly component: ComponentName;
      readonly paths: readonly string[];
    }
  /** Fields of the campaign that no file can have. */
  | { readonly kind: 'not-in-file'; readonly fields: readonly string[] }
  /** A text that looks like a secret, with the kind of secret. */
  | { readonly kind: 'secret-like'; readonly component: ComponentName; readonly looksLike: string };

/** A live campaign with the file that an import writes for it. */
interface ImportedCampaign {
  readonly key: CampaignKey;
  /** Relative to the root of the repository, like all paths here. */
  readonly file: string;
  readonly live: Live;
  readonly notes: readonly ImportNote[];
  readonly warnings: readonly Diagnostic[];
}

/** What an import writes and binds, or wrote and bound, and what it leaves out. */
export interface ImportReport {
  readonly workspace: string;
  /** Sorted by key. */
  readonly campaigns: readonly ImportedCampaign[];
  /** Text files, with the campaigns that refer to them. */
  readonly texts: readonly { readonly file: string; readonly keys: readonly CampaignKey[] }[];
  /** Sorted by code, then by name. */
  readonly leftOut: readonly LeftOut[];
  /** How many campaigns already have a file, and how many the filter excluded. */
  readonly managed: number;
  readonly notAsked: number;
  /** False for a preview. */
  readonly isDone: boolean;
}

/** A file without a binding, with the live campaigns of the same name, channel and type and what differs in each. */
export interface UnboundFile {
  readonly key: CampaignKey;
  readonly file: string;
  readonly candidates: readonly { readonly live: Live; readonly differing: readonly ComponentName[] }[];
}

/** Which files can certainly be bound, and which can't. */
export interface AdoptionReport {
  readonly workspace: string;
  /** Files with exactly one candidate, which is a candidate of no other file. */
  readonly certain: readonly UnboundFile[];
  /** Files with several candidates, or with one that several files could describe. */
  readonly doubtful: readonly UnboundFile[];
  /** Files without a candidate. The next apply creates their campaigns. */
  readonly fresh: readonly CampaignKey[];
  readonly isDone: boolean;
}
