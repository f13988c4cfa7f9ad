import type { CampaignId, CampaignKey, ComponentName } from './campaign.ts';
import type { Held } from './held.ts';
import type { Step } from './plan.ts';
import type { Window } from './workspace.ts';

/** Why a run did not start or was turned away; each has an exit code (see `EXIT`). */
export type Refusal = 'invalid-files' | 'lease' | 'credential' | 'guard';

export interface Applied {
  readonly key: CampaignKey;
  readonly change: Step['kind'];
  readonly campaignId: CampaignId;
  readonly components: readonly ComponentName[];
  readonly responseId: string | null;
}

export interface Failed {
  readonly key: CampaignKey;
  /** The service's `error.code`, or ours in lower case: `unclear`, `not-done`, `unreadable`, `state-branch` … */
  readonly code: string;
  readonly message: string;
  readonly responseId: string | null;
  /** The HTTP status of a refusal; left out where the service refused nothing. */
  readonly status?: number;
  /** When the service wants to be asked again, in UTC; left out where it says nothing of that. */
  readonly resumeAt?: string;
}

/** Whether the run ended before this was sent: listed with what failed, although nothing of it did. */
export function isUnsent({ code }: Pick<Failed, 'code'>): boolean {
  return code === 'interrupted';
}

/** A change that was wanted and not possible. */
export interface BlockedChange extends Held {
  readonly key: CampaignKey;
}

/** What one run did and left undone. */
export interface Result {
  readonly workspace: string;
  readonly refused: Refusal | undefined;
  /** A run that ended before it could try anything, or to which nobody said yes, and how; left out for all others. */
  readonly endedEarly?: 'failed' | 'stale';
  readonly applied: readonly Applied[];
  readonly deferred: readonly {
    readonly key: CampaignKey;
    readonly resumeAt: string;
    /** What is put off; left out: a creation. */
    readonly change?: Step['kind'];
    /** The window that is full, or that the service said so; left out where nobody knows. */
    readonly cause?: Window | 'service' | undefined;
  }[];
  readonly stale: readonly { readonly key: CampaignKey; readonly message: string }[];
  readonly unconfirmed: readonly {
    readonly key: CampaignKey;
    readonly component: ComponentName;
    readonly paths: readonly string[];
  }[];
  readonly held: readonly BlockedChange[];
  readonly failed: readonly Failed[];
}

export type Outcome = 'refused' | 'failed' | 'stale' | 'deferred' | 'complete';

/** The first that is true of the run. */
export function outcomeOf(result: Result): Outcome {
  if (result.refused) return 'refused';
  if (result.endedEarly) return result.endedEarly;
  if (result.failed.length > 0) return 'failed';
  if (result.stale.length > 0) return 'stale';
  if (result.deferred.length > 0) return 'deferred';
  return 'complete';
}

/** The earliest instant at which another run gets further; null when waiting is no help. */
export function resumeAt({ deferred, failed }: Pick<Result, 'deferred' | 'failed'>): string | null {
  return [...deferred, ...failed].flatMap((one) => one.resumeAt ?? []).sort()[0] ?? null;
}

/** What a failure says of when to run again. */
export function resumingAt(notBefore: number | string | null | undefined): Pick<Failed, 'resumeAt'> {
  return typeof notBefore === 'number' || typeof notBefore === 'string'
    ? { resumeAt: new Date(notBefore).toISOString() }
    : {};
}

/** The result of a run that ended before it did anything. */
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
