import type { CampaignKey } from '../model/campaign.ts';
import { isUnsent, type Failed, type FailureCause, type Stale } from '../model/failure.ts';
import type { Held } from '../model/held.ts';
import type { PlannedCampaign } from '../model/plan.ts';
import type { Progress } from '../model/progress.ts';
import { type Applied, type HeldChange, type Refusal, type Result } from '../model/result.ts';
import type { Intent } from '../model/state.ts';
import type { TrailEvent } from '../model/trail-event.ts';
import { isEmergencyStop } from '../model/transitions.ts';

/** Why a run sends nothing more. */
export type StopReason = 'credential' | 'lease' | 'state-branch' | 'signal';

/** The parts of a run's conclusion that don't follow from its steps. */
interface EndOfRun {
  readonly workspace: string;
  readonly refused: Refusal | undefined;
  readonly stopped: StopReason | undefined;
}

/** Collects the results of a run. What `breakOff…` adds breaks off its campaign: nothing more is sent for it. */
export class ResultCollector {
  private readonly applied: Applied[] = [];
  private readonly deferred: Result['deferred'][number][] = [];
  private readonly stale: Stale[] = [];
  private readonly unconfirmed: Result['unconfirmed'][number][] = [];
  /** Changes of earlier runs that are not planned again although live doesn't show them. */
  private readonly stillUnconfirmed: Result['unconfirmed'][number][] = [];
  private readonly held: HeldChange[] = [];
  private readonly failed: Failed[] = [];
  private readonly unresolved: Intent[] = [];
  /** Campaigns that recovery reported as blocked. A plan reports the same with less detail. */
  private readonly leftOpen = new Set<CampaignKey>();
  /** How many changes were done when the plan was made that is now executed. */
  private doneBefore = 0;
  private readonly forbidden = new Set<CampaignKey>();
  /** Campaigns for which nothing more is sent because one step was not done. */
  private readonly brokenOff = new Set<CampaignKey>();
  /** Campaigns that were paused or stopped. */
  private readonly stopped = new Set<CampaignKey>();
  private readonly onProgress: (progress: Progress) => void;

  constructor(onProgress: (progress: Progress) => void) {
    this.onProgress = onProgress;
  }

  /** Whether the campaign was paused or stopped, and shows that. */
  hasStopped(key: CampaignKey): boolean {
    return !this.brokenOff.has(key) && this.stopped.has(key);
  }

  isBrokenOff(key: CampaignKey): boolean {
    return this.brokenOff.has(key);
  }

  /** The service refused a write of this campaign only: it belongs to another team, or the credential lacks a scope. */
  noteForbidden(key: CampaignKey): void {
    this.forbidden.add(key);
  }

  /** An intent that this run could not resolve either, reported at the end, after the emergency stops. */
  leaveUnresolved(intent: Intent): void {
    this.unresolved.push(intent);
  }

  /** `event`: the same as the audit trail records it. */
  addApplied(applied: Applied, event: TrailEvent): void {
    this.applied.push(applied);
    if (event.code === 'transitioned' && isEmergencyStop(event.action)) this.stopped.add(applied.key);
    const { key, isRecovered } = applied;
    this.onProgress({ kind: 'sent', key, event, ...(isRecovered && { isRecovered }) });
  }

  breakOffDeferred(
    key: CampaignKey,
    at: number,
    { change, cause }: Pick<Result['deferred'][number], 'change' | 'cause'>,
  ): void {
    this.brokenOff.add(key);
    const resumeAt = new Date(at).toISOString();
    this.deferred.push({ key, resumeAt, ...(change && { change }), ...(cause && { cause }) });
  }

  breakOffStale(stale: Stale): void {
    this.brokenOff.add(stale.key);
    this.stale.push(stale);
  }

  /** `notBefore`: when the service can be asked again (epoch milliseconds, or in UTC), if it says so. */
  breakOffFailed(
    key: CampaignKey,
    cause: FailureCause,
    {
      responseId = null,
      notBefore = null,
    }: { responseId?: string | null; notBefore?: number | string | null } = {},
  ): void {
    this.brokenOff.add(key);
    const resumeAt = notBefore !== null && { resumeAt: new Date(notBefore).toISOString() };
    this.failed.push({ key, cause, responseId, ...resumeAt });
  }

  /** A change that was sent but isn't visible. The campaign is not started with it. */
  breakOffUnconfirmed(unconfirmed: Result['unconfirmed'][number]): void {
    this.brokenOff.add(unconfirmed.key);
    this.unconfirmed.push(unconfirmed);
  }

  /** A change that an earlier run sent and that isn't visible. The current plan already takes it into account. */
  noteUnconfirmed(unconfirmed: Result['unconfirmed'][number]): void {
    this.unconfirmed.push(unconfirmed);
  }

  breakOffHeld(key: CampaignKey, held: Held): void {
    this.brokenOff.add(key);
    this.addHeld(key, held);
  }

  addHeld(key: CampaignKey, held: Held): void {
    this.held.push({ key, ...held });
  }

  /** An intent that an earlier run left open, and why this run leaves it open too. */
  addLeftOpen(key: CampaignKey, held: Held): void {
    this.leftOpen.add(key);
    this.addHeld(key, held);
  }

  /** Starts that were planned but not sent, because live doesn't show yet what was sent before them. */
  addWaiting(campaigns: readonly PlannedCampaign[]): void {
    const unseen = new Set(this.unconfirmed.map(({ key }) => key));
    for (const { key, steps, transition } of campaigns) {
      if (!transition || !unseen.has(key) || this.doneOf(key) >= steps.length) continue;
      this.breakOffFailed(key, { code: 'not-reached', action: transition.action, shown: null });
    }
  }

  /** Without these, a run would seem complete although an earlier run left work without a known result. */
  addUnresolved(): void {
    for (const { key } of this.unresolved) {
      if (!this.brokenOff.has(key)) this.breakOffFailed(key, { code: 'unclear', found: 'earlier' });
    }
  }

  /** Steps that were not reached before the run had to end. */
  addInterrupted(campaigns: readonly PlannedCampaign[]): void {
    for (const { key, steps } of campaigns) {
      if (this.doneOf(key) >= steps.length || (this.brokenOff.has(key) && !this.isUnrecorded(key))) continue;
      this.breakOffFailed(key, { code: 'interrupted' });
    }
  }

  /** Whether a step of a campaign was done, and the only problem is that this could not be recorded. */
  private isUnrecorded(key: CampaignKey): boolean {
    const failed = this.failed.filter((one) => one.key === key);
    const isRecordLost = (one: Failed) => one.cause.code === 'not-recorded' && !isUnsent(one);
    return failed.length > 0 && failed.every(isRecordLost) && this.doneOf(key) > 0;
  }

  /** How many steps of a campaign were done since the plan. */
  private doneOf(key: CampaignKey): number {
    return this.applied.slice(this.doneBefore).filter((one) => one.key === key).length;
  }

  /** Changes that the plan already marks as blocked or deferred. */
  addPlanned(campaigns: readonly PlannedCampaign[]): void {
    this.doneBefore = this.applied.length;
    for (const { key, held, notes, verdict } of campaigns) {
      const isReported = ({ reason }: Held) =>
        this.leftOpen.has(key) && (reason === 'in-flight' || reason === 'ambiguous');
      for (const one of held) if (!isReported(one)) this.addHeld(key, one);
      for (const note of notes)
        if (note.kind === 'unconfirmed')
          this.stillUnconfirmed.push({ key, component: note.component, paths: note.paths });
      if (verdict !== 'unknown') continue;
      const [problem] = held.flatMap(({ cause }) => (cause.code === 'unreadable' ? [cause.problem] : []));
      const cause = { code: 'unreadable', before: 'plan', ...(problem && { problem }) } as const;
      this.breakOffFailed(key, cause, { notBefore: held[0]?.until ?? null });
    }
  }

  result({ workspace, refused, stopped: reason }: EndOfRun): Result {
    // One campaign may belong to another team. If all of several writes were refused, the credential is the cause.
    const isAll = this.applied.length === 0 && this.failed.every(({ key }) => this.forbidden.has(key));
    const isRefused = this.forbidden.size > 1 && isAll;
    const stopped = isRefused ? 'credential' : reason;
    const stillUnconfirmed = this.stillUnconfirmed.filter(
      ({ key, component }) => !this.unconfirmed.some((one) => one.key === key && one.component === component),
    );
    return {
      workspace,
      refused: stopped === 'credential' || stopped === 'lease' ? stopped : refused,
      applied: this.applied,
      deferred: this.deferred,
      stale: this.stale,
      unconfirmed: [...this.unconfirmed, ...stillUnconfirmed],
      held: this.held,
      failed: this.failed,
    };
  }
}
