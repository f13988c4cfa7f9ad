import type { Approval, ReportedChanges } from '../model/approval.ts';
import type { AuditEntry } from '../model/audit.ts';
import type { CampaignKey } from '../model/campaign.ts';
import type { Overtaken } from '../model/failure.ts';
import type { LeaseNotice, LeaseRecord } from '../model/lease.ts';
import type { LeaseRefusal, RecordFailure, StateProblem } from '../model/reasons.ts';
import type { Binding, State, StateTarget } from '../model/state.ts';
import type { Lease, NotRecorded, RecordAnswer, Recorder } from './ports.ts';

/** A workspace's record, for anyone who reads it and for the one run at a time that writes to it. */
export interface StateStore {
  /** The newest state that this clone or its origin knows. Changes nothing. */
  read(): Promise<Snapshot | StateProblem>;
  /** The newest state in this clone, without asking origin. */
  readLastKnown(): Promise<Snapshot | StateProblem>;
  /** Only its bindings, whatever the target; none if this clone can't determine them. */
  bindingsHere(): Promise<State['bindings']>;
  /** When a commit of the record was made, in UTC. */
  recordedAt(tip: string): Promise<string>;
  /** What was recorded up to a commit of the record, newest first. */
  trailOf(tip: string | undefined): Promise<AuditEntry[]>;
  /** Everything that was recorded, including what origin has not accepted yet. */
  wholeTrail(): Promise<Trail | StateProblem>;
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
  /** Drops bindings. Live campaigns are not touched. */
  forget(keys: readonly CampaignKey[]): Promise<RecordAnswer>;
  /** Binds many campaigns in one commit, and closes what earlier runs left open for them. */
  bind(bindings: NewBindings): Promise<RecordAnswer>;
  /** Gives bindings other keys. */
  move(moves: readonly KeyMove[]): Promise<RecordAnswer>;
  /** Records that the branch belongs to the workspace's current target from now on. */
  retarget(): Promise<RecordAnswer>;
  /** Records what merged pull requests approve. Nothing of it may be sent before this answers `recorded`. */
  approve(update: ReviewUpdate): Promise<RecordAnswer>;
  /** Records that this run's commit is the one to continue from, whatever was applied before. */
  startAnew(): Promise<RecordAnswer>;
}

/** Bindings of campaigns for which files were written or found. */
export interface NewBindings {
  readonly bindings: readonly Binding[];
  readonly change: 'import' | 'adopt';
}

/** A new key for a binding. */
export interface KeyMove {
  readonly from: CampaignKey;
  readonly to: CampaignKey;
}

/** What a run found out about the reviews of merged pull requests. */
export interface ReviewUpdate {
  /** Approvals that are new or have changed. */
  readonly approvals: readonly Approval[];
  readonly reported: ReportedChanges;
}

/** The author of what a run records. */
export interface CommitAuthor {
  readonly name: string;
  readonly email: string;
}

/** What all entries of a run have in common. */
export interface RunSignature {
  /** Identifies the run in the journal and the audit trail. */
  readonly run: string;
  /** The code commit that is being applied; null in a repository without commits. */
  readonly commit: string | null;
  /** Who changed a campaign's files last. */
  readonly authorOf: (key: string) => CommitAuthor;
  /** The address of the workflow run; null outside of one. */
  readonly page: string | null;
  /** What was allowed with `--allow`. With `dirty`, what was sent may not be in the commit. */
  readonly allowed: readonly string[];
  /** The branch that campaigns are applied from, if known; otherwise a step counts for every branch. */
  readonly baseBranch: string | undefined;
  /** Given if the commit that a state names as applied may make this run's commit outdated. */
  readonly overtaken?: (state: State) => Promise<Overtaken | undefined>;
}
