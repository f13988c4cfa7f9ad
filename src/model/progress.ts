import type { CampaignKey } from './campaign.ts';
import type { None, OneOf } from './one-of.ts';
import type { TrailEvent } from './trail-event.ts';
import type { LimitedOperation, Window } from './workspace.ts';
import type { LeaseRecord, StateProblem } from './reasons.ts';

export type Progress =
  /** `isRecovered`: by an earlier run. */
  | {
      readonly kind: 'sent';
      readonly key: CampaignKey;
      readonly event: TrailEvent;
      readonly isRecovered?: true;
    }
  | Waiting
  | RequestWait
  | ReadingProgress;

/** How far a read is. `still-reading`: every ten seconds. `read`: it is over. */
export type ReadingProgress =
  ({ readonly kind: 'reading' | 'still-reading' } & ReadSoFar) | { readonly kind: 'read' };

/** How many campaigns were read; `total` is undefined while a workspace is listed. */
export interface ReadSoFar {
  readonly done: number;
  readonly total: number | undefined;
}

/** A request that is not sent before an instant, in epoch milliseconds. */
export interface RequestWait {
  readonly kind: 'request-wait';
  readonly until: number;
  /** `limits`: ours are reached. `second-look`: what a lost answer created, or published, may show by then. */
  readonly why: 'limits' | 'service' | 'second-look' | 'second-read';
  readonly operation: LimitedOperation | 'publish';
}

/** Creations wait for quota. Instants are epoch milliseconds. */
export interface Waiting {
  readonly kind: 'waiting';
  /** When the next one is possible, and what delays it until then. */
  readonly next: number;
  readonly cause: Window | 'service' | undefined;
  /** When the last creation is possible that this run waits for. */
  readonly last: number;
  readonly done: number;
  readonly total: number;
  /** Creations that are possible only after the longest wait. */
  readonly deferredCount: number;
}

/** One request to the service and its result, without the bodies, for troubleshooting. */
export interface Exchange {
  readonly method: string;
  /** Relative to the workspace's address. */
  readonly path: string;
  /** `undefined` if there was no answer. */
  readonly status: number | undefined;
  readonly ms: number;
  /** Our ID of the request, by which the service's support can find it. */
  readonly requestId: string;
  /** The service's ID of its answer; `null` if it has none. */
  readonly responseId: string | null;
}

interface LeaseNoticeParams {
  'taken-over': { holder: LeaseRecord; isDead: boolean };
  /** The lease will expire by itself. */
  'not-freed': { said: string };
}

/** An event of a lease that doesn't affect the work that it protects. */
export type LeaseNotice = OneOf<LeaseNoticeParams, 'kind'>;

/** What a run does or works around, while it runs. `reading-each`: the list has only summaries. */
export interface RunNoticeParams
  extends LeaseNoticeParams, Record<'interrupted' | 'searching-created', None> {
  /** Origin was not asked, so the state in this clone is shown. */
  'read-from-clone': { problem: StateProblem };
  /** Campaigns whose authors a shallow clone doesn't know. */
  'shallow-clone': { campaigns: number };
  /** Recorded creations with a time in the future. */
  'clock-ahead': { creations: number };
  'reading-each': { campaigns: number };
}

export type RunNotice = OneOf<RunNoticeParams, 'kind'>;

/** What a command asks before it continues. `write`: files or bindings that it has shown. */
export interface QuestionParams extends Record<'write' | 'apply', None> {
  forget: { campaigns: number; workspace: string };
  target: { workspace: string };
  /** The messages of a campaign, for these recipients. */
  test: { key: string; to: readonly string[] };
  /** Whether the API key may be sent to an address that no review has approved. */
  'send-key': None;
  /** Emergency stops, to be confirmed before a run resolves what an earlier run left open. */
  'stop-first': { stops: readonly { readonly action: string; readonly key: string }[] };
}

export type RunQuestion = OneOf<QuestionParams, 'kind'>;
