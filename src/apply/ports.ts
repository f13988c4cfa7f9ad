import type { CampaignId, CampaignKey, ComponentName, Known, Live } from '../model/campaign.ts';
import type { AddressFault, LiveAnswer, Unknown, AnswerProblem } from '../model/live-answer.ts';
import type { Overtaken } from '../model/failure.ts';
import type { JsonObject } from '../model/json.ts';
import type { Request } from '../model/plan.ts';
import type { LeaseRefusal, RecordFailure, StateProblem, LeaseRecord } from '../model/reasons.ts';
import type { Binding, Intent, IsOutlined, Ledger, State, StateTarget } from '../model/state.ts';
import type { HandEdit, TrailEvent } from '../model/trail-event.ts';
import type { LimitedOperation } from '../model/workspace.ts';
import type { Approval, ReportedChanges } from '../model/approval.ts';
import type { AuditEntry, Gap } from '../model/audit.ts';
import type { LeaseNotice } from '../model/progress.ts';

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
      /** Whether there was an answer, such as a 500, which the service may have stored for the key (W23). */
      readonly answered?: boolean;
      /** Why this may not be the service at all. */
      readonly address?: AddressFault;
      /** Whether the service said that a creation with this request ID was already done (open point W24). */
      readonly isTaken?: boolean;
    };

/** The answers of one kind. */
export type AnswerOf<Kind extends Answer['kind']> = Extract<Answer, { kind: Kind }>;

/** What is known about campaigns that are about to be read, by ID. */
export type KnownCampaigns = ReadonlyMap<CampaignId, Known>;
/** The answers to reading campaigns, by ID. */
export type LiveAnswers = ReadonlyMap<CampaignId, LiveAnswer>;

/** A name, and what identifies the campaigns that it could refer to. */
export type CampaignKind = Pick<Binding, 'name' | 'channel' | 'deliveryType'>;

/** The answer to a search by name. */
export type NameSearch = { readonly kind: 'found'; readonly campaigns: readonly Live[] } | Unknown;

/** The operation of a write, which determines its limit. */
export type WriteOperation = LimitedOperation | 'publish';

/** The campaign service as apply uses it. Reads are rate-limited and retried; a write is a single request. */
export interface Remote {
  /** The answer contains every requested ID. */
  readCampaigns(ids: readonly CampaignId[], known?: KnownCampaigns): Promise<LiveAnswers>;
  /** Reads campaigns with one request each, which may be more current than a search (open point W31). */
  readEach(ids: readonly CampaignId[], known?: KnownCampaigns): Promise<LiveAnswers>;
  /** Manageable campaigns of this channel, type and name in any status. Whitespace and case don't matter. */
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
  /** What somebody had changed in the service and this overwrote or took over. It becomes an entry before this one. */
  readonly handEdit?: HandEdit | undefined;
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

/** What a run writes while it holds the lease. Any answer other than `recorded` means: do not act. */
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

/** A workspace's record, for anyone who reads it and for the one run at a time that writes to it. */
export interface StateStore {
  /** The newest state that this clone or its origin knows. Changes nothing. */
  read(isOutlined?: IsOutlined): Promise<Snapshot | StateProblem>;
  /** The newest state in this clone, without asking origin. */
  readLastKnown(): Promise<Snapshot | StateProblem>;
  /** Only its bindings, or those with these keys, whatever the target; none if this clone can't determine them. */
  bindingsHere(keys?: Iterable<CampaignKey>): Promise<State['bindings']>;
  /** When a commit of the record was made, in UTC. */
  recordedAt(tip: string): Promise<string>;
  /** What was recorded up to a commit of the record, newest first. */
  trailOf(tip: string | undefined): Promise<AuditEntry[]>;
  /** What was recorded, or what the newest commits have of it, including what origin has not accepted yet. */
  readTrail(commits?: number): Promise<Trail | StateProblem>;
  /** The same from the whole history, with what it doesn't prove. */
  audit(): Promise<(Trail & { readonly gaps: readonly Gap[] }) | StateProblem>;
  /** The right to write, for a run. */
  lease(holder: LeaseRequest): Lease;
  /** Releases the lease of a run that died without releasing it. */
  releaseLease(): Promise<ReleaseAnswer>;
  /** Reads the record for the run that holds the lease. Pushes what earlier runs could not push first. */
  open(by: RunSignature): Promise<OpenAnswer>;
}

/** What a workspace's record contained when it was read. */
export interface Snapshot {
  readonly state: State;
  /** The newest commit of the record; undefined if there is none yet. */
  readonly tip: string | undefined;
  /** The target that the record belongs to; undefined if there is none yet. */
  readonly target?: StateTarget | undefined;
}

/** What was recorded, newest first. With `problem`, it is only what this clone has. */
export interface Trail {
  readonly entries: readonly AuditEntry[];
  /** Given if there may be more, but nothing that is newer than this, in epoch seconds. */
  readonly since?: number;
  readonly problem?: StateProblem;
}

/** A recorder, or why there is none: the record can't be used, or the commits of an earlier run could not be pushed. */
export type OpenAnswer =
  | { readonly kind: 'open'; readonly recorder: StateRecorder }
  | { readonly kind: 'unusable'; readonly problem: StateProblem }
  | { readonly kind: NotRecorded['kind']; readonly failure: RecordFailure };

/** Who requests a lease. */
export interface LeaseRequest {
  readonly run: string;
  /** The address of the workflow run; null elsewhere. */
  readonly page: string | null;
  /** Called when an event of the lease should be reported. */
  readonly onNotice: (notice: LeaseNotice) => void;
}

/** The result of releasing a lease by hand. `holder` is undefined if this version can't read who had it. */
export type ReleaseAnswer =
  | { readonly kind: 'free' }
  | { readonly kind: 'released'; readonly holder: LeaseRecord | undefined }
  | { readonly kind: 'refused'; readonly cause: LeaseRefusal };

/** Records what an apply does, and what commands do to bindings, approvals and the target. */
export interface StateRecorder extends Recorder {
  readonly state: State;
  /** The target that the record belongs to; undefined if there is none yet. */
  readonly target: StateTarget | undefined;
  /** How many recorded creations have a time in the future. They count from when they were first read. */
  readonly creationsAhead: number;
  /** If another run moved the branch, nothing of it is recorded, so that the user can check again. */
  edit(edit: RecordEdit): Promise<RecordAnswer>;
  /** Records that the branch belongs to the workspace's current target from now on. */
  retarget(): Promise<RecordAnswer>;
  /** Records what merged pull requests approve. Nothing of it may be sent before this answers `recorded`. */
  approve(update: ReviewUpdate): Promise<RecordAnswer>;
  /** Records that this run's commit is the one to continue from, whatever was applied before. */
  startAnew(): Promise<RecordAnswer>;
}

/** What a person does to bindings. Live campaigns are not touched. */
export type RecordEdit =
  | { readonly change: 'forget'; readonly keys: readonly CampaignKey[] }
  /** For which files were written or found. It closes what earlier runs left open for them. */
  | { readonly change: 'import' | 'adopt'; readonly bindings: readonly Binding[] }
  | { readonly change: 'move'; readonly from: CampaignKey; readonly to: CampaignKey };

/** What a run found out about the reviews of merged pull requests. */
export interface ReviewUpdate {
  /** Approvals that are new or have changed. */
  readonly approvals: readonly Approval[];
  readonly reported: ReportedChanges;
}

/** A person as a record names them. */
export interface CommitAuthor {
  readonly name: string;
  /** Empty if it isn't known. */
  readonly email: string;
}

/** What all entries of a run have in common. */
export interface RunSignature {
  /** Identifies the run in the journal and the audit trail. */
  readonly run: string;
  /** The code commit that is being applied; null in a repository without commits. */
  readonly commit: string | null;
  /** Who runs it. */
  readonly actor: CommitAuthor;
  /** Who made the edit of a campaign that is being applied; nobody if that isn't known. */
  readonly editorsOf: (key: string) => readonly CommitAuthor[];
  /** The address of the workflow run; null outside of one. */
  readonly page: string | null;
  /** What was allowed with `--allow`. With `dirty`, what was sent may not be in the commit. */
  readonly allowed: readonly string[];
  /** The branch that campaigns are applied from, if known; otherwise a step counts for every branch. */
  readonly baseBranch: string | undefined;
  /** Given if the commit that a state names as applied may make this run's commit outdated. */
  readonly overtaken?: (state: State) => Promise<Overtaken | undefined>;
}
