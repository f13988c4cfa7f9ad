import type { CampaignId, CampaignKey, ComponentName, Known, Live } from '../model/campaign.ts';
import type { AddressFault, LiveAnswer, Unknown } from '../model/live-answer.ts';
import type { AnswerProblem } from '../model/answer-problem.ts';
import type { Overtaken } from '../model/failure.ts';
import type { JsonObject } from '../model/json.ts';
import type { Request } from '../model/plan.ts';
import type { LeaseRefusal, RecordFailure, StateProblem } from '../model/reasons.ts';
import type { Binding, Intent, Ledger, State } from '../model/state.ts';
import type { TrailEvent } from '../model/trail-event.ts';
import type { LimitedOperation } from '../model/workspace.ts';

/** The keys of a write. Sending it a second time with the same pair is harmless (open points W22 to W24). */
export interface SendKeys {
  readonly idempotencyKey: string;
  readonly requestId: string;
}

/** The service's answer to a request, classified. If no answer came, that is an outcome of its own. */
export type Answer =
  | { readonly kind: 'done'; readonly data: JsonObject; readonly responseId: string | null }
  | {
      readonly kind: 'refused';
      /** The HTTP status. */
      readonly status: number;
      readonly code: string;
      readonly message: string;
      /** Field names and list indexes joined by dots, or the name of a header. */
      readonly target: string | undefined;
      /** Every problem and its position, if the service names more than one. */
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
      readonly problem: AnswerProblem;
      /**
       * Whether there was an answer, such as a 500. The service may have stored it for the key then (open point W23).
       */
      readonly answered?: boolean;
      /** Why this may not be the service at all. */
      readonly address?: AddressFault;
      /** Whether the service said that a creation with this request ID was already done (open point W24). */
      readonly isTaken?: boolean;
    };

/** What is known about campaigns that are about to be read, by ID. */
export type KnownCampaigns = ReadonlyMap<CampaignId, Known>;

/** A name, and what identifies the campaigns that it could refer to. */
export type CampaignKind = Pick<Binding, 'name' | 'channel' | 'deliveryType'>;

/** The answer to a search by name. */
export type NameSearch = { readonly kind: 'found'; readonly campaigns: readonly Live[] } | Unknown;

/** The operation of a write, which determines its limit. */
export type WriteOperation = LimitedOperation | 'publish';

/** The campaign service as apply uses it. Reads are rate-limited and retried; a write is a single request. */
export interface Remote {
  /** The answer contains every requested ID. */
  readCampaigns(
    ids: readonly CampaignId[],
    known?: KnownCampaigns,
  ): Promise<ReadonlyMap<CampaignId, LiveAnswer>>;
  /** Reads campaigns with one request each, which may be more current than a search (open point W31). */
  readEach(ids: readonly CampaignId[], known?: KnownCampaigns): Promise<ReadonlyMap<CampaignId, LiveAnswer>>;
  /**
   * All manageable campaigns of this channel and type with this name, in every status. The comparison of names ignores
   * whitespace and case. Each campaign is returned with these components, if it has them.
   */
  searchByName(kind: CampaignKind, components?: readonly ComponentName[]): Promise<NameSearch>;
  /** When the limit on these writes admits the next one (epoch milliseconds). From then on, `send` doesn't wait. */
  nextSlot(operation: WriteOperation): number;
  send(operation: WriteOperation, request: Request, keys: SendKeys): Promise<Answer>;
}

/** One event to be kept forever: a line in the audit trail, and its effect on the state. */
export interface TrailRecord {
  readonly key: CampaignKey;
  readonly event: TrailEvent;
  readonly components: readonly string[];
  readonly requestId?: string | undefined;
  readonly responseId?: string | null | undefined;
  /** The new binding; undefined leaves the binding unchanged. */
  readonly binding?: Binding | undefined;
  /** The live status before and after, if this changed it. */
  readonly status?: { readonly from: string; readonly to: string };
  /** Given if no run of ours did it: the user and the time in UTC that the service names, if it names them. */
  readonly inService?: { readonly by: string | null; readonly at: string | null };
  /** The request ID of the intent that this closes. */
  readonly closes?: string | undefined;
  /** The intent as it stays open from now on. It replaces the one with the same request ID. */
  readonly keepsOpen?: Intent;
}

/** What other runs recorded in the meantime: the current state, and the campaigns that changed. */
export interface StateUpdate {
  readonly state: State;
  readonly changed: ReadonlySet<CampaignKey>;
  /** Given if another run applied a newer commit than this run's, which makes this run outdated. */
  readonly overtaken?: Overtaken;
}

export type RecordAnswer =
  /** With `news` if other runs had recorded something before. */
  { readonly kind: 'recorded'; readonly news?: StateUpdate } | NotRecorded;

/** Why something is not on the state branch. */
export interface NotRecorded {
  readonly kind:
    | 'lost-race'
    /** Stored in this clone, but origin did not accept it. */
    | 'not-pushed'
    /** Stored nowhere: git could not write here. */
    | 'not-written';
  readonly cause: RecordFailure | StateProblem;
}

/**
 * What a run writes to the state branch while it holds the lease. Any answer other than `recorded` means: do not act.
 */
export interface Recorder {
  intend(intents: readonly Intent[], ledger: Ledger): Promise<RecordAnswer>;
  recordOutcome(entries: readonly TrailRecord[], ledger: Ledger): Promise<RecordAnswer>;
  /** Reads again what others may have recorded while this run did not hold the lease. */
  reload(ledger: Ledger): Promise<RecordAnswer>;
}

/** Whether a run may continue because it holds the lease, or why it may not. */
export type LeaseAnswer =
  | { readonly kind: 'held' }
  /** Another run has it. */
  | { readonly kind: 'refused'; readonly cause: LeaseRefusal }
  /** The service or server that stores the lease does not answer. */
  | { readonly kind: 'unreachable'; readonly cause: LeaseRefusal };

/** The right to apply to a workspace: one run at a time. It renews itself while it is held. */
export interface Lease {
  take(): Promise<LeaseAnswer>;
  /** Called right before each send: whether the lease is still ours with enough time left. */
  check(): Promise<LeaseAnswer>;
  /** Releases the lease. If that fails, the lease expires by itself. */
  free(): Promise<void>;
}
