import type { CampaignId, CampaignKey, ComponentName, Components, Live } from './campaign.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { JsonValue } from './json.ts';

/** Why a live campaign gets no file. */
export type LeftOutReason =
  /** A file of this workspace manages it already. */
  | { readonly code: 'managed'; readonly key: CampaignKey }
  /** A file of this name, channel and type is there, unbound, and says something else. */
  | { readonly code: 'file-exists'; readonly file: string }
  /** A file of this name, channel and type is there, and is meant for other workspaces only. */
  | { readonly code: 'other-workspace'; readonly file: string }
  /** Neither PUSH nor EMAIL: nothing can be sent to it (specification, What the service does, 3). */
  | { readonly code: 'channel' }
  /** One send of a periodic campaign, or a step of a flow: its parent is what people edit (open points S9, S10). */
  | { readonly code: 'child' | 'flow-node' }
  /** A delivery type that can't be created. */
  | { readonly code: 'delivery-type' }
  /** SENT, STOPPED or ARCHIVED, and nobody asked for these. */
  | { readonly code: 'ended' }
  | { readonly code: 'no-name' }
  /** The service has none of this ID. */
  | { readonly code: 'missing' }
  | { readonly code: 'unreadable'; readonly message: string }
  /** Its content has an API key of this repository in it. */
  | { readonly code: 'secret'; readonly components: readonly ComponentName[] }
  /** No file can say it: the service, or a file, takes no such value. */
  | { readonly code: 'invalid'; readonly diagnostics: readonly Diagnostic[] }
  /** A file would say something else than live. */
  | { readonly code: 'differs'; readonly components: readonly ComponentName[] };

export interface LeftOut {
  readonly id: CampaignId;
  /** Undefined where it could not be read. */
  readonly live: Live | undefined;
  readonly reason: LeftOutReason;
}

/** What a person should know of a campaign that gets a file. */
export type ImportNote =
  /** Another campaign has the key that this one would have. */
  | { readonly kind: 'numbered'; readonly wanted: string }
  /** The service shows only a part of these components, so the file leaves them alone (open point W5). */
  | { readonly kind: 'not-shown-whole'; readonly component: ComponentName }
  /** The schedule is in words of the service's own, which may hide how it was written (open point W5). */
  | { readonly kind: 'read-view' }
  /** These bodies have line ends that no file keeps, so they stay in the campaign file. */
  | { readonly kind: 'body-inline'; readonly count: number }
  /** These leaves change by themselves, so no file says them (open point W32). */
  | {
      readonly kind: 'changes-by-itself';
      readonly component: ComponentName;
      readonly paths: readonly string[];
    }
  /** These leaves look like defaults of the service, and no request takes them, so no file says them (open point W32). */
  | { readonly kind: 'left-to-service'; readonly component: ComponentName; readonly paths: readonly string[] }
  /** A file of other workspaces becomes this one's, too, with an override of what differs. */
  | {
      readonly kind: 'shared-file';
      readonly workspace: string;
      readonly differences: readonly OverriddenValue[];
    }
  /** Addresses of people, with all but the first letter hidden. */
  | { readonly kind: 'personal-data'; readonly addresses: readonly string[] }
  /** What looks like a secret, by its kind. */
  | { readonly kind: 'secret-like'; readonly component: ComponentName; readonly looksLike: string };

/** What a file says without the override, and what it says with it; null for nothing. */
export interface OverriddenValue {
  /** `connector.connector_name`. */
  readonly path: string;
  readonly without: JsonValue;
  readonly with: JsonValue;
}

/** A live campaign with the file that an import writes for it, or found written. */
export interface ImportedCampaign {
  readonly key: CampaignKey;
  /** From the root of the repository, as all paths here. */
  readonly file: string;
  readonly live: Live;
  readonly notes: readonly ImportNote[];
  readonly warnings: readonly Diagnostic[];
  /** Whether the file was there already: an import that was interrupted had written it. */
  readonly isThere: boolean;
}

/** What an import writes and binds, or wrote and bound; and what it leaves alone. */
export interface ImportReport {
  readonly workspace: string;
  /** Sorted by key. */
  readonly campaigns: readonly ImportedCampaign[];
  /** Texts that campaign files refer to, with the campaigns that do. */
  readonly texts: readonly { readonly file: string; readonly keys: readonly CampaignKey[] }[];
  /** Sorted by code, then by name. */
  readonly leftOut: readonly LeftOut[];
  /** How many campaigns have a file already, and how many the filter didn't let through. */
  readonly managed: number;
  readonly notAsked: number;
  readonly searches: number;
  /** False for a look at what would be written. */
  readonly isDone: boolean;
}

/** A live campaign that a file could describe, and the components in which the two differ. */
export interface Candidate {
  readonly live: Live;
  readonly differing: readonly ComponentName[];
}

/** A file that nothing is bound to, with the campaigns of its name, channel and type. */
export interface UnboundFile {
  readonly key: CampaignKey;
  readonly file: string;
  /** What the file says. */
  readonly components: Components;
  readonly candidates: readonly Candidate[];
}

/** Which files can be bound without a doubt, and which can't. */
export interface AdoptionReport {
  readonly workspace: string;
  /** Files with just one candidate, which is nobody else's. */
  readonly certain: readonly UnboundFile[];
  /** Files with several candidates, or with one that several files could describe. */
  readonly doubtful: readonly UnboundFile[];
  /** Files of which the service has nothing: the next apply creates them. */
  readonly fresh: readonly CampaignKey[];
  readonly isDone: boolean;
}
