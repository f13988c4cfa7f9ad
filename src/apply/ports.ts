import type {
  AddressFault,
  CampaignId,
  CampaignKey,
  ComponentName,
  Known,
  LiveAnswer,
  Unknown,
} from '../model/campaign.ts';
import type { Overtaken } from '../model/failure.ts';
import type { JsonObject } from '../model/json.ts';
import type { Request } from '../model/plan.ts';
import type { LeaseRefusal, RecordFailure, StateProblem } from '../model/refusals/state-refusal.ts';
import type { Binding, Intent, Ledger, State } from '../model/state.ts';
import type { LimitedOperation } from '../model/workspace.ts';

/** What a write is sent with: the same pair makes a second sending harmless (open points W22 to W24). */
export interface SendKeys {
  readonly idempotencyKey: string;
  readonly requestId: string;
}

/** The service's answer to a write, classified; an answer that never came is an outcome of its own. */
export type Answer =
  | { readonly kind: 'done'; readonly data: JsonObject; readonly responseId: string | null }
  | {
      readonly kind: 'refused';
      /** The HTTP status. */
      readonly status: number;
      readonly code: string;
      readonly message: string;
      /** Field names and list positions joined by dots, or the name of a header. */
      readonly target: string | undefined;
      /** What is wrong and where, as far as the service tells more than one such place. */
      readonly details: readonly { readonly target: string; readonly message: string }[];
      readonly responseId: string | null;
    }
  | {
      readonly kind: 'limited';
      readonly retryAfterMs: number | undefined;
      readonly responseId: string | null;
    }
  | {
      readonly kind: 'unclear';
      readonly cause: Unknown['cause'];
      readonly message: string;
      /** Whether this was an answer, such as a 500: then the service may have kept it for the key (open point W23). */
      readonly answered?: boolean;
      /** Until when the service wants no requests, where it says so (epoch milliseconds); the message says it too. */
      readonly notBefore?: number;
      /** Why this may not be the service at all. */
      readonly address?: AddressFault;
      /** Whether the service said that it has done a creation with this request id (open point W24). */
      readonly isTaken?: boolean;
    };

/** What is known of campaigns that are read, by their ids. */
export type KnownCampaigns = ReadonlyMap<CampaignId, Known>;

/** A name, and what identifies the campaigns that it could stand for. */
export type CampaignKind = Pick<Binding, 'name' | 'channel' | 'deliveryType'>;

/** A live campaign's name and what identifies its kind: enough to recognise it. */
export type NameSearch = { readonly kind: 'found'; readonly campaigns: readonly FoundCampaign[] } | Unknown;

type FoundCampaign = Extract<LiveAnswer, { kind: 'present' }>['live'];

/** What a write is, as far as its limit goes. */
export type WriteOperation = LimitedOperation | 'publish';

/** The campaign service, seen from here. Reads pace and repeat themselves; a write is one request. */
export interface Remote {
  /** Every asked id is in the answer. */
  readCampaigns(
    ids: readonly CampaignId[],
    known?: KnownCampaigns,
  ): Promise<ReadonlyMap<CampaignId, LiveAnswer>>;
  /** The same by one request for each, which may be sooner up to date than a search (open point W31). */
  readEach(ids: readonly CampaignId[], known?: KnownCampaigns): Promise<ReadonlyMap<CampaignId, LiveAnswer>>;
  /**
   * All campaigns of this kind that have this name but for blanks and case, of every status, and that could be managed;
   * with these components, where they have them.
   */
  searchByName(kind: CampaignKind, components?: readonly ComponentName[]): Promise<NameSearch>;
  /** When the limit on such writes admits the next one (epoch milliseconds): a `send` from then on does not wait. */
  nextTurn(operation: WriteOperation): number;
  send(operation: WriteOperation, request: Request, keys: SendKeys): Promise<Answer>;
}

/** One thing that happened, to be kept for ever: a line in the audit trail and what it does to the state. */
export interface Entry {
  /** For a person: `update promo/black-friday-push: utm_params`. */
  readonly summary: string;
  readonly key: CampaignKey;
  readonly change: string;
  readonly components: readonly string[];
  readonly requestId: string | undefined;
  readonly responseId: string | null | undefined;
  /** The binding as it is from now on; undefined leaves it alone. */
  readonly binding: Binding | undefined;
  /** The live status before and after, where this moved it. */
  readonly status?: { readonly from: string; readonly to: string };
  /** Given where no run of ours did it: the user whom the service names, and its time in UTC, as far as it says them. */
  readonly inService?: { readonly by: string | null; readonly at: string | null };
  /** The intent that this closes, by its request ID. */
  readonly closes: string | undefined;
  /** The intent as it stays open from now on, in place of the one with its request id. */
  readonly keepsOpen?: Intent;
}

/** What others recorded meanwhile: the state as it is now, and the campaigns that it knows otherwise than before. */
export interface StateUpdate {
  readonly state: State;
  readonly changed: ReadonlySet<CampaignKey>;
  /** Given where another run applied a newer commit than this run's: what this one wants is outdated. */
  readonly overtaken?: Overtaken;
}

export type RecordAnswer =
  /** With `news` where others had recorded something first. */
  { readonly kind: 'recorded'; readonly news?: StateUpdate } | NotRecorded;

/** Why something is not on the state branch. */
export interface NotRecorded {
  readonly kind:
    | 'lost-race'
    /** Kept locally, but the remote did not take it. */
    | 'not-pushed'
    /** Kept nowhere: git here could not write. */
    | 'not-written';
  readonly cause: RecordFailure | StateProblem;
}

/** What a run under its lease writes to the state branch. An answer other than `recorded` means: do not act. */
export interface Recorder {
  intend(intents: readonly Intent[], ledger: Ledger): Promise<RecordAnswer>;
  recordOutcome(entries: readonly Entry[], ledger: Ledger): Promise<RecordAnswer>;
  /** Reads again what others may have recorded while the lease was not ours. */
  reload(ledger: Ledger): Promise<RecordAnswer>;
}

/** Whether a run may go on: the lease is its own, or why it is not. */
export type LeaseAnswer =
  | { readonly kind: 'held' }
  /** Another run has it. */
  | { readonly kind: 'refused'; readonly cause: LeaseRefusal }
  /** Whoever keeps the lease does not answer. */
  | { readonly kind: 'unreachable'; readonly cause: LeaseRefusal };

/** Who may apply to a workspace now: one run at a time. Renews itself while it is held. */
export interface Lease {
  take(): Promise<LeaseAnswer>;
  /** To be asked right before each send: still ours, with enough of its term left. */
  check(): Promise<LeaseAnswer>;
  /** Lets others in. A lease that can't be given back ends by itself. */
  free(): Promise<void>;
}
