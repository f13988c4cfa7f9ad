import type { CampaignKey } from '../model/campaign.ts';
import type { Held } from '../model/held.ts';
import type { PlannedCampaign } from '../model/plan.ts';
import {
  resumingAt,
  type Applied,
  type BlockedChange,
  type Failed,
  type Refusal,
  type Result,
} from '../model/result.ts';
import { knownOf, type Binding, type Intent, type Ledger, type State } from '../model/state.ts';
import type { Consent, Window } from '../model/workspace.ts';
import { NOBODY_ELSE, type ExternalUsage } from '../quota/external-usage.ts';
import type { Progress } from '../model/progress.ts';
import type { Sent } from './work.ts';
import type { Chance, Clock } from '../model/clock.ts';
import type { KnownCampaigns, Lease, StateUpdate, Recorder, Remote } from './ports.ts';

export interface RunOptions {
  readonly workspace: string;
  /** Names this execution in the journal and the audit trail. */
  readonly run: string;
  readonly remote: Remote;
  readonly recorder: Recorder;
  readonly lease: Lease;
  readonly clock: Clock;
  readonly chance: Chance;
  /** The windows of creations. */
  readonly windows: readonly Window[];
  /** The instant up to which the run may wait for quota. */
  readonly deadline: number;
  readonly allowed: ReadonlySet<Consent>;
  /** `file:line:col` of a place in a campaign file that the service's `target` means; undefined where there is none. */
  readonly locate: (file: string, target: string) => string | undefined;
  readonly onProgress: (progress: Progress) => void;
  /** Aborted when a person or the machine asks the run to end: what is in flight ends, nothing new begins. */
  readonly signal: AbortSignal;
}

/** One execution: what it works with, what it knows by now, and what came of it. */
export class Run {
  readonly options: RunOptions;
  readonly bindings: Map<CampaignKey, Binding>;
  ledger: Ledger;
  /** Intents whose outcome nobody knows, by request id: left by earlier runs, or by this one. */
  readonly open: Map<string, Intent>;
  /** Until when the request of each of them may have arrived, as far as the quota goes (epoch milliseconds). */
  private readonly openSince: Map<string, number>;
  /** What refusals told of others who create in this workspace. */
  externalUsage: ExternalUsage = NOBODY_ELSE;
  /** Operations other than creations that the service admits no earlier than at an instant (epoch milliseconds). */
  readonly limitedUntil = new Map<string, number>();
  /** Why nothing more may be sent; undefined while all is well. */
  stopped: 'credential' | 'lease' | 'state-branch' | 'signal' | undefined;
  /** The same in words, where there is more to say. */
  why: string | undefined;

  /** Campaigns of which this run has told how their status changed in the service. */
  readonly statusNoted = new Set<CampaignKey>();

  private readonly applied: Applied[] = [];
  private readonly deferred: Result['deferred'][number][] = [];
  private readonly stale: { key: CampaignKey; message: string }[] = [];
  private readonly unconfirmed: Result['unconfirmed'][number][] = [];
  /** What earlier runs sent, and what is not planned again though live does not show it. */
  private readonly stillUnconfirmed: Result['unconfirmed'][number][] = [];
  private readonly held: BlockedChange[] = [];
  private readonly failed: Failed[] = [];
  private readonly unsettled: Intent[] = [];
  /** Campaigns of which recovery has said what holds them: a plan says the same, with less in it. */
  private readonly leftOpen = new Set<CampaignKey>();
  /** How many things were done when the plan was made that is executed now. */
  private doneBefore = 0;
  /** Campaigns whose writes were refused with 403. */
  private readonly forbidden = new Set<CampaignKey>();
  /** What was sent, and is to be verified when there is time to wait for it. */
  private pending: Sent[] = [];
  /** Campaigns that went wrong: none of their further steps is sent. */
  private readonly broken = new Set<CampaignKey>();
  /** Campaigns that another run recorded something of since this one planned them. */
  private readonly moved = new Set<CampaignKey>();
  /** Says so where a newer commit than this run's was applied since it began. */
  private overtaken: string | undefined;

  constructor(options: RunOptions, state: State) {
    this.options = options;
    this.bindings = new Map(state.bindings);
    this.ledger = state.ledger;
    this.open = new Map(state.open.map((intent) => [intent.requestId, intent]));
    const now = options.clock.now();
    this.openSince = new Map(state.open.map(({ requestId }) => [requestId, now]));
  }

  /** What is expected of each campaign that is read. */
  known(): KnownCampaigns {
    return new Map([...this.bindings.values()].map((one) => [one.campaignId, knownOf(one)]));
  }

  /** Nobody knows what came of this intent: it stays open. */
  leaveOpen(intent: Intent): void {
    this.open.set(intent.requestId, intent);
    this.openSince.set(intent.requestId, this.options.clock.now());
  }

  /** The service refused a write of this campaign alone: another team's, or the credential lacks a scope. */
  noteForbidden(key: CampaignKey): void {
    this.forbidden.add(key);
  }

  /** It was sent, and live does not show it at once. */
  verifyLater(sent: Sent): void {
    this.pending.push(sent);
  }

  takePending(): readonly Sent[] {
    return this.pending.splice(0);
  }

  /** What an earlier run left open, and this one could not find out about either: told at the end, for a brake still goes. */
  leaveUnsettled(intent: Intent): void {
    this.unsettled.push(intent);
  }

  /** When each open creation may have been done at the latest, but for the one with this request id. */
  openCreations(except?: string): number[] {
    const open = [...this.open.values()].filter(
      ({ kind, requestId }) => kind === 'create' && requestId !== except,
    );
    return open.map(({ requestId }) => this.openSince.get(requestId) ?? this.options.clock.now());
  }

  /** Whether the next step of this campaign may still be sent. */
  mayGoOn(key: CampaignKey): boolean {
    if (this.options.signal.aborted) this.stopped ??= 'signal';
    if (!this.broken.has(key)) {
      if (this.overtaken !== undefined)
        this.addStale(key, `${this.overtaken} Run again from the newest one.`);
      else if (this.moved.has(key)) {
        this.addStale(key, 'Another run recorded something of it since the plan was made.');
      }
    }
    return this.stopped === undefined && !this.broken.has(key);
  }

  /** Whether what this run wants is outdated: then nothing may be recorded as wanted, either. */
  get isOvertaken(): boolean {
    return this.overtaken !== undefined;
  }

  /** Nothing more may be sent; the first reason counts. */
  end(stopped: NonNullable<Run['stopped']>, why: string): void {
    if (this.stopped === undefined) this.why = why;
    this.stopped ??= stopped;
  }

  /** Takes in what others recorded: what they counted, and what they were at, which is not ours to go on with. */
  mergeState({ state, changed, overtaken }: StateUpdate): void {
    this.overtaken ??= overtaken;
    this.ledger = state.ledger;
    for (const key of changed) {
      this.moved.add(key);
      const binding = state.bindings.get(key);
      if (binding) this.bindings.set(key, binding);
      else this.bindings.delete(key);
    }
    const isOurs = ({ run }: Intent) => run === this.options.run;
    // One of ours that the branch has open no more was settled by whoever had the lease meanwhile.
    const stillOpen = new Set(state.open.map(({ requestId }) => requestId));
    const kept = [...this.open.values()].filter((one) => isOurs(one) && stillOpen.has(one.requestId));
    const theirs = state.open.filter((intent) => !isOurs(intent));
    this.open.clear();
    for (const intent of [...theirs, ...kept]) this.open.set(intent.requestId, intent);
    const now = this.options.clock.now();
    for (const { requestId } of theirs) {
      if (!this.openSince.has(requestId)) this.openSince.set(requestId, now);
    }
  }

  /** `summary`: the same in words, as the record has it. */
  addApplied(applied: Applied, summary: string): void {
    this.applied.push(applied);
    this.options.onProgress({ kind: 'sent', summary });
  }

  addDeferred(
    key: CampaignKey,
    at: number,
    { change, cause }: Pick<Result['deferred'][number], 'change' | 'cause'>,
  ): void {
    this.broken.add(key);
    const resumeAt = new Date(at).toISOString();
    this.deferred.push({ key, resumeAt, ...(change && { change }), ...(cause && { cause }) });
  }

  addStale(key: CampaignKey, message: string): void {
    this.broken.add(key);
    this.stale.push({ key, message });
  }

  addFailed(failed: Failed): void {
    this.broken.add(failed.key);
    this.failed.push(failed);
  }

  /** What was sent and is not seen: the campaign is not started on it. */
  addUnconfirmed(unconfirmed: Result['unconfirmed'][number]): void {
    this.broken.add(unconfirmed.key);
    this.unconfirmed.push(unconfirmed);
  }

  /** The same, sent by an earlier run: what this one plans for the campaign knows of it. */
  noteUnconfirmed(unconfirmed: Result['unconfirmed'][number]): void {
    this.unconfirmed.push(unconfirmed);
  }

  /** The same, and nothing more of the campaign is sent in this run. */
  addBlocked(key: CampaignKey, held: Held): void {
    this.broken.add(key);
    this.addHeld(key, held);
  }

  addHeld(key: CampaignKey, held: Held): void {
    this.held.push({ key, ...held });
  }

  /** What an earlier run left open, and why this one leaves it so. */
  addLeftOpen(key: CampaignKey, held: Held): void {
    this.leftOpen.add(key);
    this.addHeld(key, held);
  }

  /** Starts that were planned and not sent, because live does not show yet what was sent before them. */
  addWaiting(campaigns: readonly PlannedCampaign[]): void {
    const unseen = new Set(this.unconfirmed.map(({ key }) => key));
    for (const { key, steps, transition } of campaigns) {
      if (!transition || !unseen.has(key) || this.doneOf(key) >= steps.length) continue;
      const message = `${transition.action} was not sent, because the service does not show everything that was sent before it. Run apply again in 5 minutes.`;
      this.addFailed({ key, code: 'not-reached', message, responseId: null });
    }
  }

  /** Without these a run would seem complete whose predecessor's work is still in the air. */
  addUnresolved(): void {
    for (const { key, kind } of this.unsettled) {
      if (this.broken.has(key)) continue;
      const message = `An earlier run sent its ${kind} without an answer, and what came of it could not be found out. The next apply looks again.`;
      this.addFailed({ key, code: 'unclear', message, responseId: null });
    }
  }

  /** Steps that a run which had to end never came to. */
  addInterrupted(campaigns: readonly PlannedCampaign[]): void {
    if (this.stopped === undefined) return;
    for (const { key, steps } of campaigns) {
      if (this.broken.has(key) || this.doneOf(key) >= steps.length) continue;
      const message = 'The run ended before this was sent. Run again.';
      this.addFailed({ key, code: 'interrupted', message, responseId: null });
    }
  }

  /** How many steps of a campaign were done since the plan. */
  private doneOf(key: CampaignKey): number {
    return this.applied.slice(this.doneBefore).filter((one) => one.key === key).length;
  }

  /** What a plan already knows will not happen. */
  addPlanned(campaigns: readonly PlannedCampaign[]): void {
    this.doneBefore = this.applied.length;
    for (const { key, held, notes, verdict } of campaigns) {
      for (const one of held) if (!this.isReported(key, one)) this.addHeld(key, one);
      for (const note of notes)
        if (note.kind === 'unconfirmed')
          this.stillUnconfirmed.push({ key, component: note.component, paths: note.paths });
      if (verdict !== 'unknown') continue;
      const details = held.flatMap(({ cause }) => (cause.code === 'unreadable' ? [cause.detail] : []));
      const message = ['The campaign could not be read.', ...details].join(' ');
      const again = resumingAt(held[0]?.until);
      this.addFailed({ key, code: 'unreadable', message, responseId: null, ...again });
    }
  }

  private isReported(key: CampaignKey, { reason }: Held): boolean {
    return this.leftOpen.has(key) && (reason === 'in-flight' || reason === 'ambiguous');
  }

  private isNews({ key, component }: Result['unconfirmed'][number]): boolean {
    return !this.unconfirmed.some((one) => one.key === key && one.component === component);
  }

  result(refused: Refusal | undefined): Result {
    // One campaign may be another team's; where no write of several got through, it is the credential.
    const isAll = this.applied.length === 0 && this.failed.every(({ key }) => this.forbidden.has(key));
    const isRefused = this.forbidden.size > 1 && isAll;
    const stopped = isRefused ? 'credential' : this.stopped;
    return {
      workspace: this.options.workspace,
      refused: stopped === 'credential' || stopped === 'lease' ? stopped : refused,
      applied: this.applied,
      deferred: this.deferred,
      stale: this.stale,
      unconfirmed: [...this.unconfirmed, ...this.stillUnconfirmed.filter((one) => this.isNews(one))],
      held: this.held,
      failed: this.failed,
    };
  }
}
