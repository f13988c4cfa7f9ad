import type { CampaignId, CampaignKey, ComponentName } from './campaign.ts';
import { mayHaveBeenMade, type Failed, type Stale } from './failure.ts';
import type { Held } from './held.ts';
import type { Step } from './plan.ts';
import type { Window } from './workspace.ts';

/** Why a run did not start or was refused. Each has an exit code (see `EXIT`). */
export type Refusal = 'invalid-files' | 'lease' | 'credential' | 'guard';

export interface Applied {
  readonly key: CampaignKey;
  readonly change: Step['kind'];
  readonly campaignId: CampaignId;
  readonly components: readonly ComponentName[];
  readonly responseId: string | null;
  /** Set for the request of an earlier run that this run found to be done. */
  readonly isRecovered?: true;
}

export interface HeldChange extends Held {
  readonly key: CampaignKey;
}

export interface Result {
  readonly workspace: string;
  readonly refused: Refusal | undefined;
  /** How the run ended, if it stopped before it tried anything or the user didn't confirm it. */
  readonly endedEarly?: 'failed' | 'stale';
  readonly applied: readonly Applied[];
  readonly deferred: readonly {
    readonly key: CampaignKey;
    readonly resumeAt: string;
    /** What is deferred. The default is a creation. */
    readonly change?: Step['kind'];
    /** The window that is full, or `service` if the service said so. Omitted if unknown. */
    readonly cause?: Window | 'service' | undefined;
  }[];
  readonly stale: readonly Stale[];
  readonly unconfirmed: readonly {
    readonly key: CampaignKey;
    readonly component: ComponentName;
    readonly paths: readonly string[];
  }[];
  readonly held: readonly HeldChange[];
  readonly failed: readonly Failed[];
}

/** The first outcome in order of precedence that applies to the run. */
export function outcomeOf(result: Result): 'refused' | 'failed' | 'stale' | 'deferred' | 'complete' {
  if (result.refused) return 'refused';
  if (result.endedEarly) return result.endedEarly;
  if (result.failed.length > 0) return 'failed';
  if (result.stale.length > 0) return 'stale';
  if (result.deferred.length > 0) return 'deferred';
  return 'complete';
}

/** The earliest instant at which another run can continue; `null` if waiting doesn't help. */
export function resumeAt({ deferred, failed }: Pick<Result, 'deferred' | 'failed'>): string | null {
  return [...deferred, ...failed].flatMap((one) => one.resumeAt ?? []).sort()[0] ?? null;
}

/** Campaigns that the run created as drafts and that send nothing for sure. */
export function newDrafts({ applied, failed }: Pick<Result, 'applied' | 'failed'>): readonly CampaignKey[] {
  const published = applied.filter(({ change }) => change === 'transition');
  // What could not be recorded is in the result.
  const perhapsPublished = failed.filter(
    ({ cause }) => cause.code !== 'not-recorded' && mayHaveBeenMade(cause),
  );
  const started = new Set([...published, ...perhapsPublished].map(({ key }) => key));
  return applied.filter(({ key, change }) => change === 'create' && !started.has(key)).map(({ key }) => key);
}

export function emptyResult(workspace: string, end: Pick<Result, 'refused' | 'endedEarly'>): Result {
  return {
    workspace,
    ...end,
    applied: [],
    deferred: [],
    stale: [],
    unconfirmed: [],
    held: [],
    failed: [],
  };
}
