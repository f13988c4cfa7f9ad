import type { CampaignId, CampaignKey, CampaignStatus, ComponentName, FilePlace } from './campaign.ts';
import type { AnswerProblem } from './answer-problem.ts';
import type { RecordFailure, StateProblem } from './reasons.ts';
import type { Intent } from './state.ts';
import type { Action } from './transitions.ts';

/** A problem that the service reported, and where it is in the files. */
export interface Complaint {
  /** Field names and list indexes joined by dots, or the name of a header. Empty if the service names none. */
  readonly target: string;
  /** The service's own sentence. */
  readonly message: string;
  readonly place: FilePlace | undefined;
}

/** The step that a request belongs to. */
type FailedStep = 'create' | 'update' | Action;

/** The step that an intent was recorded for. */
export function stepOf(intent: Intent): FailedStep {
  return intent.kind === 'transition' ? intent.action : intent.kind;
}

/** The service refused a write. */
export interface Refused {
  readonly code: 'refused';
  readonly step: FailedStep;
  /** The HTTP status. */
  readonly status: number;
  /** The service's `error.code`. */
  readonly serviceCode: string;
  /** The first few complaints. */
  readonly complaints: readonly Complaint[];
  /** How many more there are. */
  readonly more: number;
}

/** Why a step failed, as a code with parameters. `problem`: why the service's answer can't be used, if there is one. */
export type FailureCause =
  | Refused
  /** The campaign could not be read, either for the plan or right before the write. */
  | { readonly code: 'unreadable'; readonly before: 'plan' | 'write'; readonly problem?: AnswerProblem }
  /** The service does not answer, so nothing was sent. */
  | { readonly code: 'unreachable'; readonly problem: AnswerProblem }
  /** Sent without a clear answer. `found`: whether several campaigns could be the result. */
  | { readonly code: 'unclear'; readonly problem?: AnswerProblem; readonly found: 'nothing' | 'several' }
  /** Sent by an earlier run without a clear answer. */
  | { readonly code: 'still-unclear'; readonly sent: 'create' | 'update' | 'transition' }
  /** Sent successfully, but it could not be read back. */
  | {
      readonly code: 'not-read-back';
      /** `other-id`: the answer to a creation named a campaign that can't be the new one. */
      readonly why: 'no-id' | 'other-id' | 'missing' | 'unreadable';
      readonly problem?: AnswerProblem;
    }
  /** The service accepted it but still shows another status. `status` is the service's word. */
  | { readonly code: 'status-not-shown'; readonly action: Action; readonly status: string }
  /** The service refused it, perhaps because it was already made. `shown`: the service's word, if it could be read. */
  | {
      readonly code: 'maybe-made';
      readonly action: Action;
      readonly status: number;
      readonly serviceCode: string;
      /** The service's own sentence. */
      readonly said: string;
      readonly shown?: string;
    }
  /** The service accepted it, but the resulting status is not that of the action. */
  | {
      readonly code: 'other-status';
      readonly action: Action;
      readonly status: string;
      readonly expected: CampaignStatus;
    }
  /** A start that was not sent, because the service does not show everything that was sent before it. */
  | { readonly code: 'start-not-sent'; readonly action: Action }
  /** The run ended before this was sent. */
  | { readonly code: 'interrupted' }
  /**
   * The state branch could not be written. `outcome`: the result that should have been recorded. `step`: what was not sent
   * because of that.
   */
  | {
      readonly code: 'not-recorded';
      readonly because: RecordFailure | StateProblem;
      readonly outcome: 'nothing-sent' | 'in-this-clone' | 'nowhere' | 'unknown';
      readonly step?: FailedStep | undefined;
    };

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
  return cause.code === 'status-not-shown' || cause.code === 'not-read-back';
}

/** Whether another run can get further with nothing else changed. */
export function mayRetry(cause: FailureCause): boolean {
  switch (cause.code) {
    case 'refused':
    case 'other-status':
      return false;
    case 'unclear':
      return cause.found === 'nothing';
    case 'unreadable':
    case 'unreachable':
    case 'still-unclear':
    case 'not-read-back':
    case 'status-not-shown':
    case 'maybe-made':
    case 'start-not-sent':
    case 'interrupted':
    case 'not-recorded':
      return true;
  }
}

/** Whether the service may have made the change that failed. */
export function mayHaveBeenMade(cause: FailureCause): boolean {
  switch (cause.code) {
    case 'unclear':
    case 'still-unclear':
    case 'not-read-back':
    case 'status-not-shown':
    case 'maybe-made':
    case 'other-status':
      return true;
    case 'not-recorded':
      return cause.outcome !== 'nothing-sent';
    case 'refused':
    case 'unreadable':
    case 'unreachable':
    case 'start-not-sent':
    case 'interrupted':
      return false;
  }
}

const CODES: Readonly<Record<Exclude<FailureCause['code'], 'refused'>, string>> = {
  unreadable: 'unreadable',
  unreachable: 'unreachable',
  unclear: 'unclear',
  'still-unclear': 'unclear',
  'not-read-back': 'unconfirmed',
  'status-not-shown': 'not-reached',
  'maybe-made': 'unclear',
  'other-status': 'not-reached',
  'start-not-sent': 'not-reached',
  interrupted: 'interrupted',
  'not-recorded': 'state-branch',
};

/** The code of a failure in JSON: the service's `error.code`, or ours in lower case. */
export function failureCode(cause: FailureCause): string {
  return cause.code === 'refused' ? cause.serviceCode : CODES[cause.code];
}

/** Another run applied another commit. */
export interface Overtaken {
  readonly code: 'overtaken';
  readonly commit: string;
  /** `null` if that can't be determined here. */
  readonly isNewer: true | null;
}

/** Why a step was not sent: something changed since the plan. */
export type StaleCause =
  | Overtaken
  /** Another run recorded a change of the campaign. */
  | { readonly code: 'recorded-by-another-run' }
  /** Its file is gone, but the plan file contains it. */
  | { readonly code: 'file-gone' }
  /** The change would differ from the plan file. `sent`: its pause or stop, if the plan file has that. */
  | { readonly code: 'other-change'; readonly sent: readonly string[] }
  | { readonly code: 'missing' }
  /** The channel or delivery type differs from the record. */
  | { readonly code: 'other-type'; readonly live: string; readonly recorded: string }
  /** Statuses in the service's own words. */
  | { readonly code: 'status-moved'; readonly from: string; readonly to: string }
  | { readonly code: 'not-editable'; readonly status: CampaignStatus }
  | { readonly code: 'components-moved'; readonly components: readonly ComponentName[] }
  /** A campaign with the same name, channel and type appeared. */
  | { readonly code: 'same-name'; readonly campaignId: CampaignId };

/** One change that is stale. Nothing was sent. */
export interface Stale {
  readonly key: CampaignKey;
  readonly cause: StaleCause;
}
