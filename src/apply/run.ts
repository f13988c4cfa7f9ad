import type { CampaignKey, FilePlace } from '../model/campaign.ts';
import type { Overtaken } from '../model/failure.ts';
import type { RefusalCause } from '../model/refusal.ts';
import type { Refusal, Result } from '../model/result.ts';
import { knownOf, type Binding, type Intent, type Ledger, type State } from '../model/state.ts';
import type { Consent, Window } from '../model/workspace.ts';
import { NO_BACKOFF, type Backoff } from '../quota/backoff.ts';
import type { Progress } from '../model/progress.ts';
import { ResultCollector, type StopReason } from './result-collector.ts';
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
  readonly locate: (file: string, target: string) => FilePlace | undefined;
  readonly onProgress: (progress: Progress) => void;
  /** Aborted when a person or the machine asks the run to end: what is in flight ends, nothing new begins. */
  readonly signal: AbortSignal;
}

/** One execution: what it works with and what it knows by now. What came of each step is in its `results`. */
export class Run {
  readonly options: RunOptions;
  readonly bindings: Map<CampaignKey, Binding>;
  ledger: Ledger;
  /** Intents without a known outcome, by request id: left by earlier runs, or by this one. */
  readonly open: Map<string, Intent>;
  /** Until when the request of each of them may have arrived, as far as the quota goes (epoch milliseconds). */
  private readonly openSince: Map<string, number>;
  /** What refusals showed of others who create in this workspace. */
  backoff: Backoff = NO_BACKOFF;
  /** Operations other than creations that the service admits no earlier than at an instant (epoch milliseconds). */
  readonly limitedUntil = new Map<string, number>();
  /** Why nothing more may be sent, in more detail where there is any; undefined while something may. */
  private ended: { readonly stopped: StopReason; readonly why: RefusalCause | undefined } | undefined;

  /** What came of each step so far. */
  readonly results: ResultCollector;

  /** Campaigns of which this run has recorded how their status changed in the service. */
  readonly statusNoted = new Set<CampaignKey>();

  /** What was sent, and is to be verified when there is time to wait for it. */
  private pending: Sent[] = [];
  /** Campaigns that another run recorded something of since this one planned them. */
  private readonly moved = new Set<CampaignKey>();
  /** Set where a newer commit than this run's was applied since it began. */
  private overtaken: Overtaken | undefined;

  constructor(options: RunOptions, state: State) {
    this.options = options;
    this.results = new ResultCollector(options.onProgress);
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

  /** The outcome of this intent is not known: it stays open. */
  leaveOpen(intent: Intent): void {
    this.open.set(intent.requestId, intent);
    this.openSince.set(intent.requestId, this.options.clock.now());
  }

  /** It was sent, and live does not show it at once. */
  verifyLater(sent: Sent): void {
    this.pending.push(sent);
  }

  takePending(): readonly Sent[] {
    return this.pending.splice(0);
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
    if (this.options.signal.aborted) this.end('signal');
    if (!this.results.isBroken(key)) {
      if (this.overtaken !== undefined) this.results.addStale({ key, cause: this.overtaken });
      else if (this.moved.has(key))
        this.results.addStale({ key, cause: { code: 'recorded-by-another-run' } });
    }
    return this.stopped === undefined && !this.results.isBroken(key);
  }

  /** Whether what this run wants is outdated: then nothing may be recorded as wanted, either. */
  get isOvertaken(): boolean {
    return this.overtaken !== undefined;
  }

  get stopped(): StopReason | undefined {
    return this.ended?.stopped;
  }

  get why(): RefusalCause | undefined {
    return this.ended?.why;
  }

  /** Nothing more may be sent. The first reason counts: later ones follow from it. */
  end(stopped: StopReason, why?: RefusalCause): void {
    this.ended ??= { stopped, why };
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
    // One of ours that the branch has open no more was resolved by the run that had the lease in between.
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

  result(refused: Refusal | undefined): Result {
    const { workspace } = this.options;
    return this.results.result({ workspace, refused, stopped: this.stopped });
  }
}
