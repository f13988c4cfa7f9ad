import type { Approval, ReportedChanges } from '../model/approval.ts';
import type { AuditEntry } from '../model/audit.ts';
import type { CampaignKey } from '../model/campaign.ts';
import type { Overtaken } from '../model/failure.ts';
import type { LeaseRecord } from '../model/lease.ts';
import type {
  LeaseNotice,
  LeaseRefusal,
  RecordFailure,
  StateProblem,
} from '../model/refusals/state-refusal.ts';
import type { Binding, State, StateTarget } from '../model/state.ts';
import type { Lease, NotRecorded, RecordAnswer, Recorder } from './ports.ts';

/** A workspace's record: whoever reads it, and the one run at a time that writes to it. */
export interface StateStore {
  /** The newest state that this clone or its origin knows. Changes nothing. */
  read(): Promise<Snapshot | StateProblem>;
  /** The newest state that this clone has, without asking origin. */
  readLastKnown(): Promise<Snapshot | StateProblem>;
  /** Only the bindings of it, of whatever target; none where this clone can't tell. */
  bindingsHere(): Promise<State['bindings']>;
  /** When a commit of the record was made, in UTC. */
  recordedAt(tip: string): Promise<string>;
  /** What was recorded up to a commit of the record, the newest first. */
  trailOf(tip: string | undefined): Promise<AuditEntry[]>;
  /** All that was recorded, also what origin has not taken yet. */
  wholeTrail(): Promise<Trail | StateProblem>;
  /** The right to write, for a run. */
  lease(holder: LeaseRequest): Lease;
  /** Frees the lease of a run that died where it can't be seen. */
  releaseLease(): Promise<ReleaseAnswer>;
  /** Reads the record for the run that holds the lease, and first pushes what earlier runs could not. */
  open(by: RunSignature): Promise<OpenAnswer>;
}

/** What a workspace's record said when it was read. */
export interface Snapshot {
  readonly state: State;
  /** The newest commit of the record; undefined where there is none yet. */
  readonly tip: string | undefined;
  /** What the record belongs to; undefined where there is none yet. */
  readonly target?: StateTarget | undefined;
}

/** What was recorded, the newest first. With `problem`, it is only what this clone has. */
export interface Trail {
  readonly entries: readonly AuditEntry[];
  readonly problem?: StateProblem;
}

/** A recorder, or why there can be none: the record is of no use, or what an earlier run left could not be pushed. */
export type OpenAnswer =
  | { readonly kind: 'open'; readonly recorder: StateRecorder }
  | { readonly kind: 'unusable'; readonly problem: StateProblem }
  | { readonly kind: NotRecorded['kind']; readonly failure: RecordFailure };

/** Who wants a lease. */
export interface LeaseRequest {
  readonly run: string;
  /** The page of the workflow's run; null elsewhere. */
  readonly page: string | null;
  /** Called when something about the lease is worth a line. */
  readonly onNotice: (notice: LeaseNotice) => void;
}

/** What came of freeing a lease by hand; `holder` is undefined where this version can't read who had it. */
export type ReleaseAnswer =
  | { readonly kind: 'free' }
  | { readonly kind: 'released'; readonly holder: LeaseRecord | undefined }
  | { readonly kind: 'refused'; readonly cause: LeaseRefusal };

/** The same with what use cases do to bindings, approvals and the target. */
export interface StateRecorder extends Recorder {
  readonly state: State;
  /** What the record belongs to; undefined where there is none yet. */
  readonly target: StateTarget | undefined;
  /** How many recorded creations have a time in the future; they count from when they were first read. */
  readonly creationsAhead: number;
  /** Drops bindings. Live campaigns stay as they are. */
  forget(keys: readonly CampaignKey[]): Promise<RecordAnswer>;
  /** Binds many campaigns at once, and closes what earlier runs left open for them. */
  bind(bindings: NewBindings): Promise<RecordAnswer>;
  /** Gives bindings other keys. */
  move(moves: readonly Move[]): Promise<RecordAnswer>;
  /** The record belongs to the workspace's target of today from now on. */
  retarget(): Promise<RecordAnswer>;
  /** Keeps what merged pull requests approve; nothing of it may be sent before this answers `recorded`. */
  approve(update: ReviewUpdate): Promise<RecordAnswer>;
  /** This run's commit is the one to continue from, whatever was applied before. */
  startAnew(): Promise<RecordAnswer>;
}

/** Bindings of campaigns that files were written for, or found for. */
export interface NewBindings {
  readonly bindings: readonly Binding[];
  readonly change: 'import' | 'adopt';
}

/** Another key for a binding. */
export interface Move {
  readonly from: CampaignKey;
  readonly to: CampaignKey;
}

/** What a run found out about the reviews of merged pull requests. */
export interface ReviewUpdate {
  /** Approvals that are new or have changed. */
  readonly approvals: readonly Approval[];
  readonly reported: ReportedChanges;
}

/** Who stands as author of what a run records. */
export interface Author {
  readonly name: string;
  readonly email: string;
}

/** What everything that a run records says alike. */
export interface RunSignature {
  /** Names the run in the journal and the audit trail. */
  readonly run: string;
  /** The code commit that is being applied; null in a repository without one. */
  readonly commit: string | null;
  /** Who changed a campaign's files last. */
  readonly authorOf: (key: string) => Author;
  /** Where a person sees the workflow that runs; null outside of one. */
  readonly page: string | null;
  /** What somebody consented to that is refused otherwise; `dirty`: what was sent may not be in the commit. */
  readonly allowed: readonly string[];
  /** The branch that campaigns are applied from, where it is known; else a step counts for every branch. */
  readonly baseBranch: string | undefined;
  /** Given where what a state names as applied makes this run's commit outdated. */
  readonly overtaken?: (state: State) => Promise<Overtaken | undefined>;
}
