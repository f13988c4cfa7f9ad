import type { CampaignId, CampaignKey, CampaignStatus, ComponentName, FilePlace } from './campaign.ts';
import type { RecordFailure, StateProblem } from './refusals/state-refusal.ts';
import type { Action } from './transitions.ts';

/** Something that the service says is wrong, and where that stands in the files. */
export interface Complaint {
  /** Field names and list positions joined by dots, or the name of a header; empty where the service names none. */
  readonly target: string;
  /** The service's own sentence. */
  readonly message: string;
  readonly place: FilePlace | undefined;
}

/** What a refused request was to do. */
export type RefusedStep = 'create' | 'update' | Action;

/** The service refused a write. */
export interface Refused {
  readonly code: 'refused';
  readonly step: RefusedStep;
  /** The HTTP status. */
  readonly status: number;
  /** The service's `error.code`. */
  readonly serviceCode: string;
  /** The first few. */
  readonly complaints: readonly Complaint[];
  /** How many more there are. */
  readonly more: number;
}

/** Why a step failed, as a code with its parameters. `detail`: what the service, the network or git said. */
export type FailureCause =
  | Refused
  /** The campaign could not be read: neither for the plan nor right before the write. */
  | { readonly code: 'unreadable'; readonly before: 'plan' | 'write'; readonly detail: string }
  /** The service does not answer, so nothing was sent. */
  | { readonly code: 'unreachable'; readonly detail: string }
  /** Sent without a clear answer. `found`: several campaigns that could be the one that it created. */
  | { readonly code: 'unclear'; readonly detail: string; readonly found: 'nothing' | 'several' }
  /** The same, sent by an earlier run. */
  | { readonly code: 'still-unclear'; readonly sent: 'create' | 'update' | 'transition' }
  /** Sent with success, and it could not be read back. */
  | {
      readonly code: 'not-read-back';
      readonly why: 'no-id' | 'missing' | 'unreadable';
      readonly detail: string;
    }
  /** The service accepted it and still shows another status. `status`: in the service's own word. */
  | { readonly code: 'status-not-shown'; readonly action: Action; readonly status: string }
  /** The service accepted it, and it came to another status than the action leads to. */
  | {
      readonly code: 'other-status';
      readonly action: Action;
      readonly status: string;
      readonly expected: CampaignStatus;
    }
  /** A start that was not sent, since the service does not show everything that was sent before it. */
  | { readonly code: 'start-not-sent'; readonly action: Action }
  /** The run ended before this was sent. */
  | { readonly code: 'interrupted' }
  /** The state branch could not be written. `outcome`: what became of what was to be recorded. */
  | {
      readonly code: 'not-recorded';
      readonly because: RecordFailure | StateProblem;
      readonly outcome: 'nothing-sent' | 'in-this-clone' | 'nowhere' | 'unknown';
    };

/** One change that failed. */
export interface Failed {
  readonly key: CampaignKey;
  readonly cause: FailureCause;
  readonly responseId: string | null;
  /** When the service wants to be asked again, in UTC; left out where it says nothing of that. */
  readonly resumeAt?: string;
}

/** Whether the run ended before this was sent: it is listed with what failed, although nothing of it did. */
export function isUnsent({ cause }: Pick<Failed, 'cause'>): boolean {
  return cause.code === 'interrupted';
}

const CODES: Readonly<Record<Exclude<FailureCause['code'], 'refused'>, string>> = {
  unreadable: 'unreadable',
  unreachable: 'unreachable',
  unclear: 'unclear',
  'still-unclear': 'unclear',
  'not-read-back': 'unconfirmed',
  'status-not-shown': 'not-reached',
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
  /** Null where that can't be known here. */
  readonly isNewer: true | null;
}

/** Why a step was not sent after all: something moved since the plan. */
export type StaleCause =
  | Overtaken
  /** Another run recorded something of the campaign. */
  | { readonly code: 'recorded-by-another-run' }
  /** Its file is gone, and the plan file has it. */
  | { readonly code: 'file-gone' }
  /** It would be another change than the plan file shows. `sent`: the steps that are still the same. */
  | { readonly code: 'other-change'; readonly sent: readonly string[] }
  | { readonly code: 'missing' }
  /** Channel and delivery type are not those of the record. */
  | { readonly code: 'other-type'; readonly live: string; readonly recorded: string }
  /** Statuses in the service's own words. */
  | { readonly code: 'status-moved'; readonly from: string; readonly to: string }
  | { readonly code: 'not-editable'; readonly status: CampaignStatus }
  | { readonly code: 'components-moved'; readonly components: readonly ComponentName[] }
  /** A campaign of the same name, channel and type appeared. */
  | { readonly code: 'same-name'; readonly campaignId: CampaignId };

/** One change that is stale: nothing was sent. */
export interface Stale {
  readonly key: CampaignKey;
  readonly cause: StaleCause;
}
