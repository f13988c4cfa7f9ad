import type { CampaignId, ComponentName } from './campaign.ts';

/**
 * Why there is no usable answer of the service, as a code with parameters. `messages/answer-messages.ts` puts it into
 * words. What the service or the network said is quoted as it came, cut, and without secrets.
 */
export type AnswerProblem = {
  /** Until when the service wants no requests, if it says so (epoch milliseconds). */
  readonly notBefore?: number;
} & (
  | NoAnswer
  | UnexpectedAnswer
  | {
      readonly code: 'refused';
      /** The HTTP status. */
      readonly status: number;
      readonly serviceCode: string;
      readonly said: string;
    }
  /** `waitMs`: how long to wait, if that is longer than a run waits for a read. */
  | { readonly code: 'too-many-requests'; readonly waitMs?: number }
  /** A write that may have arrived, and then a limit or a refusal that says nothing about it. */
  | { readonly code: 'lost-then-limited' }
  | { readonly code: 'lost-then-refused'; readonly status: number; readonly said: string }
  | { readonly code: 'malformed-record'; readonly problem: RecordProblem }
  | { readonly code: 'incomplete-record'; readonly campaignId: CampaignId }
  /** The service shows the draft above it, but not what people receive (open point S7). */
  | { readonly code: 'live-version-hidden'; readonly campaignId: CampaignId }
  | { readonly code: 'endless-search' }
  | { readonly code: 'search-without-list' }
  | { readonly code: 'no-such-campaign' }
  | { readonly code: 'not-asked' }
  /** Only for users of the library, who read the records themselves. */
  | { readonly code: 'not-passed'; readonly campaignId: CampaignId }
);

/** Nothing came back, or only a part. `error`: the code or the message of the system. */
interface NoAnswer {
  readonly code: 'no-connection' | 'connection-broke';
  readonly baseUrl: string;
  readonly error: string;
}

/** An answer that is neither a success nor a refusal. */
interface UnexpectedAnswer {
  readonly code: 'unexpected';
  /** The HTTP status. */
  readonly status: number;
  readonly content: AnswerContent;
}

export type AnswerContent =
  | { readonly kind: 'error'; readonly serviceCode: string; readonly said: string }
  | { readonly kind: 'json' | 'html' | 'text'; readonly quoted: string }
  | { readonly kind: 'empty' };

/** Why a record of the service can't be used. */
export type RecordProblem =
  | { readonly code: 'not-an-object' }
  | { readonly code: 'no-id' }
  | { readonly code: 'no-status'; readonly id: string }
  | { readonly code: 'no-channel-or-type'; readonly id: string }
  | { readonly code: 'component-not-an-object'; readonly id: string; readonly component: ComponentName };

/** What makes a campaign readable again: time, a right for the API key, or an edit in the service. */
export type ReadRemedy = 'retry' | 'access' | 'deleted' | 'check';

/** Only what may pass by itself is worth another try. */
export function readRemedy(problem: AnswerProblem): ReadRemedy {
  switch (problem.code) {
    case 'no-connection':
    case 'connection-broke':
    case 'too-many-requests':
    case 'lost-then-limited':
    case 'not-asked':
      return 'retry';
    case 'unexpected':
      return isTemporary(problem.status) ? 'retry' : 'check';
    case 'refused':
    case 'lost-then-refused':
      if (problem.status === 401 || problem.status === 403) return 'access';
      return isTemporary(problem.status) ? 'retry' : 'check';
    case 'no-such-campaign':
      return 'deleted';
    case 'malformed-record':
    case 'incomplete-record':
    case 'live-version-hidden':
    case 'endless-search':
    case 'search-without-list':
    case 'not-passed':
      return 'check';
  }
}

function isTemporary(status: number): boolean {
  return status >= 500 || status === 408 || status === 425 || status === 429;
}
