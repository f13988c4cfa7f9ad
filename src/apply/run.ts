import type { CampaignKey, FilePlace } from '../model/campaign.ts';
import type { Overtaken } from '../model/failure.ts';
import type { RefusalCause } from '../model/reasons.ts';
import type { Refusal, Result } from '../model/result.ts';
import { knownOf, type Binding, type Intent, type Ledger, type State } from '../model/state.ts';
import type { Consent, Policy, Window } from '../model/workspace.ts';
import { NO_BACKOFF, type Backoff } from '../quota/backoff.ts';
import type { Progress } from '../model/progress.ts';
import { ResultCollector, type StopReason } from './result-collector.ts';
import type { Chance, Clock } from '../model/clock.ts';
import type {
  KnownCampaigns,
  Lease,
  StateUpdate,
  Recorder,
  Remote,
  WriteOperation,
  AnswerOf,
} from './ports.ts';
import type { PlannedCampaign, Step } from '../model/plan.ts';
import type { HandEdit } from '../model/trail-event.ts';

export interface RunOptions {
  readonly workspace: string;
  /** Identifies this run in the journal and the audit trail. */
  readonly runId: string;
  readonly remote: Remote;
  readonly recorder: Recorder;
  readonly lease: Lease;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly windows: readonly Window[];
  /** Until when the run may wait for quota, the service or the lease (epoch milliseconds). */
  readonly deadline: number;
  readonly allowed: ReadonlySet<Consent>;
  readonly policy: Pick<Policy, 'rules'>;
  /** `file:line:col` of the position in a campaign file that the service's `target` refers to. */
  readonly locate: (file: string, target: string) => FilePlace | undefined;
  readonly onProgress: (progress: Progress) => void;
  /** Aborted when the run is asked to end: requests in progress are finished, and nothing new begins. */
  readonly signal: AbortSignal;
}

/** One run: its inputs and its current knowledge. The results of its steps are in `results`. */
export class Run {
  readonly options: RunOptions;
  readonly bindings: Map<CampaignKey, Binding>;
  /** What was recorded before the current plan. */
  recorded: ReadonlyMap<CampaignKey, Binding>;
  ledger: Ledger;
  /** Intents without a known outcome, by request ID, from earlier runs or from this one. */
  readonly open: Map<string, Intent>;
  /** The latest time at which each of their requests may have arrived, for the quota (epoch milliseconds). */
  private readonly latestArrival: Map<string, number>;
  /** What refusals revealed about other callers who create in this workspace. */
  backoff: Backoff = NO_BACKOFF;
  /** Operations other than creations that the service admits no earlier than at an instant (epoch milliseconds). */
  readonly limitedUntil = new Map<WriteOperation, number>();
  /** Why nothing more may be sent, with details if there are any; undefined while requests may be sent. */
  private ended: { readonly stopped: StopReason; readonly why: RefusalCause | undefined } | undefined;

  readonly results: ResultCollector;

  /** Campaigns for which this run has recorded how their status changed in the service. */
  readonly statusNoted = new Set<CampaignKey>();

  /** What the current plan found changed in the service. */
  readonly handEdits = new Map<CampaignKey, HandEdit>();

  /** Sent changes that will be verified when there is time to wait. */
  readonly pending: Sent[] = [];
  /** Campaigns for which another run recorded something after this one planned them. */
  private readonly recordedByOthers = new Set<CampaignKey>();
  /** Set if a newer commit than this run's was applied since it began: nothing may be recorded as wanted either. */
  overtaken: Overtaken | undefined;

  constructor(options: RunOptions, state: State) {
    this.options = options;
    this.results = new ResultCollector(options.onProgress);
    this.bindings = new Map(state.bindings);
    this.recorded = state.bindings;
    this.ledger = state.ledger;
    this.open = new Map(state.open.map((intent) => [intent.requestId, intent]));
    const now = options.clock.now();
    this.latestArrival = new Map(state.open.map(({ requestId }) => [requestId, now]));
  }

  /** What is expected of each campaign that is read. */
  known(): KnownCampaigns {
    return new Map([...this.bindings.values()].map((one) => [one.campaignId, knownOf(one)]));
  }

  /** The outcome of this intent is unknown, so it stays open. */
  leaveOpen(intent: Intent): void {
    this.open.set(intent.requestId, intent);
    this.latestArrival.set(intent.requestId, this.options.clock.now());
  }

  /** The latest time at which each open creation may have been done, except the one with this request ID. */
  openCreationTimes(except?: string): number[] {
    const open = [...this.open.values()].filter(
      ({ kind, requestId }) => kind === 'create' && requestId !== except,
    );
    return open.map(({ requestId }) => this.latestArrival.get(requestId) ?? this.options.clock.now());
  }

  /** Whether the next step of this campaign may still be sent; ends the run at a signal. */
  goOnOrReport(key: CampaignKey): boolean {
    if (this.options.signal.aborted) this.end('signal');
    if (!this.results.isBrokenOff(key)) {
      if (this.overtaken !== undefined) this.results.breakOffStale({ key, cause: this.overtaken });
      else if (this.recordedByOthers.has(key))
        this.results.breakOffStale({ key, cause: { code: 'other-run' } });
    }
    return this.stopped === undefined && !this.results.isBrokenOff(key);
  }

  get stopped(): StopReason | undefined {
    return this.ended?.stopped;
  }

  get why(): RefusalCause | undefined {
    return this.ended?.why;
  }

  /** Nothing more may be sent. The first reason counts, because later ones follow from it. */
  end(stopped: StopReason, why?: RefusalCause): void {
    this.ended ??= { stopped, why };
  }

  /** Merges what others recorded: their ledger, and the campaigns that this run does not continue. */
  mergeState({ state, changed, overtaken }: StateUpdate): void {
    this.overtaken ??= overtaken;
    this.ledger = state.ledger;
    for (const key of changed) {
      this.recordedByOthers.add(key);
      const binding = state.bindings.get(key);
      if (binding) this.bindings.set(key, binding);
      else this.bindings.delete(key);
    }
    const isOurs = ({ run }: Intent) => run === this.options.runId;
    // If one of our intents is no longer open on the branch, the run that had the lease in the meantime resolved it.
    const stillOpen = new Set(state.open.map(({ requestId }) => requestId));
    const kept = [...this.open.values()].filter((one) => isOurs(one) && stillOpen.has(one.requestId));
    const theirs = state.open.filter((intent) => !isOurs(intent));
    this.open.clear();
    for (const intent of [...theirs, ...kept]) this.open.set(intent.requestId, intent);
    const now = this.options.clock.now();
    for (const { requestId } of theirs) {
      if (!this.latestArrival.has(requestId)) this.latestArrival.set(requestId, now);
    }
  }

  result(refused: Refusal | undefined): Result {
    const { workspace } = this.options;
    return this.results.result({ workspace, refused, stopped: this.stopped });
  }
}

/** One step of one campaign, about to be sent. */
export interface Work {
  readonly campaign: PlannedCampaign;
  readonly step: Step;
}

/** A step with the intent that was recorded for it. */
export interface PreparedWork extends Work {
  readonly intent: Intent;
}

/** A step that was sent. It may have succeeded. */
export interface Sent extends PreparedWork {
  readonly answer: AnswerOf<'done' | 'unclear' | 'refused'>;
  /** When the answer arrived (epoch milliseconds). */
  readonly at: number;
}
