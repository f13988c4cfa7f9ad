import type { CampaignKey } from './campaign.ts';
import type { FailureParams, ReasonIn, StaleParams } from './reasons.ts';

export type FailureCause = ReasonIn<FailureParams>;
export type Refused = ReasonIn<FailureParams, 'refused'>;

/** One change that failed. */
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
  return isAccepted(cause) || cause.code === 'not-read-back';
}

/** The service accepted a status change, and shows the status before it. */
function isAccepted(cause: FailureCause): boolean {
  return cause.code === 'not-reached' && cause.shown !== null && cause.expected === undefined;
}

/** Whether another run can get further with nothing else changed. */
export function mayRetry(cause: FailureCause): boolean {
  switch (cause.code) {
    case 'refused':
      return false;
    case 'not-reached':
      return cause.expected === undefined;
    case 'unclear':
      return cause.found !== 'several';
    case 'unreadable':
    case 'unreachable':
    case 'not-read-back':
    case 'maybe-made':
    case 'interrupted':
    case 'not-recorded':
      return true;
  }
}

/** Whether the service may have made the change that failed. */
export function mayHaveBeenMade(cause: FailureCause): boolean {
  switch (cause.code) {
    case 'unclear':
    case 'not-read-back':
    case 'maybe-made':
      return true;
    case 'not-reached':
      return cause.shown !== null;
    case 'not-recorded':
      return cause.outcome !== 'nothing-sent';
    case 'refused':
    case 'unreadable':
    case 'unreachable':
    case 'interrupted':
      return false;
  }
}

const CODES: Readonly<Record<Exclude<FailureCause['code'], 'refused'>, string>> = {
  unreadable: 'unreadable',
  unreachable: 'unreachable',
  unclear: 'unclear',
  'not-read-back': 'unconfirmed',
  'not-reached': 'not-reached',
  'maybe-made': 'unclear',
  interrupted: 'interrupted',
  'not-recorded': 'state-branch',
};

/** The code of a failure in JSON: the service's `error.code`, or ours in lower case. */
export function failureCode(cause: FailureCause): string {
  return cause.code === 'refused' ? cause.serviceCode : CODES[cause.code];
}

export type StaleCause = ReasonIn<StaleParams>;
export type Overtaken = ReasonIn<StaleParams, 'overtaken'>;

/** One change that is stale. Nothing was sent. */
export interface Stale {
  readonly key: CampaignKey;
  readonly cause: StaleCause;
}
