import type { CampaignKey } from './campaign.ts';
import type { OneOf } from './one-of.ts';
import type { FailedStep, FailureParams, StaleParams } from './reasons.ts';
import type { Intent } from './state.ts';

export type FailureCause = OneOf<FailureParams>;
export type Refused = OneOf<FailureParams, 'code', 'refused'>;

export interface Failed {
  readonly key: CampaignKey;
  readonly cause: FailureCause;
  readonly responseId: string | null;
  /** When the service can be asked again, in UTC. Omitted if it doesn't say. */
  readonly resumeAt?: string;
}

/** Whether the run ended before this was sent. It is listed with the failures although the service didn't refuse it. */
export function isUnsent({ cause }: Pick<Failed, 'cause'>): boolean {
  return cause.code === 'interrupted' || (cause.code === 'not-recorded' && cause.outcome === 'nothing-sent');
}

/** Whether the service accepted this but doesn't show it yet. It is listed with the failures, because it isn't done. */
export function isUnseen({ cause }: Pick<Failed, 'cause'>): boolean {
  if (cause.code === 'not-reached') return cause.shown !== null && cause.expected === undefined;
  return cause.code === 'not-read-back';
}

/** Whether another run can get further with nothing else changed. */
export function mayRetry(cause: FailureCause): boolean {
  if (cause.code === 'not-reached') return cause.expected === undefined;
  return cause.code === 'unclear' ? cause.found !== 'several' : cause.code !== 'refused';
}

/** Whether the service may have made the change. */
export function mayHaveBeenMade(cause: FailureCause): boolean {
  if (cause.code === 'not-reached') return cause.shown !== null;
  if (cause.code === 'not-recorded') return cause.outcome !== 'nothing-sent';
  return cause.code === 'unclear' || cause.code === 'not-read-back' || cause.code === 'maybe-made';
}

/** The codes that have another name in JSON. */
const IN_JSON: Readonly<Partial<Record<FailureCause['code'], string>>> = {
  'not-read-back': 'unconfirmed',
  'maybe-made': 'unclear',
  'not-recorded': 'state-branch',
};

/** The code of a failure in JSON: the service's `error.code`, or ours in lower case. */
export function failureCode(cause: FailureCause): string {
  return cause.code === 'refused' ? cause.serviceCode : (IN_JSON[cause.code] ?? cause.code);
}

export type StaleCause = OneOf<StaleParams>;
export type Overtaken = OneOf<StaleParams, 'code', 'overtaken'>;

/** One change that is stale. Nothing was sent. */
export interface Stale {
  readonly key: CampaignKey;
  readonly cause: StaleCause;
}

export function stepOf(intent: Intent): FailedStep {
  return intent.kind === 'transition' ? intent.action : intent.kind;
}
