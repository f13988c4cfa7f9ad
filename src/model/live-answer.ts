import type { Live } from './campaign.ts';

/** The result of reading one campaign. A failed or malformed read is unknown, never absent. */
export type LiveAnswer =
  { readonly kind: 'present'; readonly live: Live } | { readonly kind: 'missing' } | Unknown;

/** Nothing is known. `lost`: there was no answer, although the request may have arrived. */
export interface Unknown {
  readonly kind: 'unknown';
  readonly cause: 'unreachable' | 'credential' | 'forbidden' | 'malformed' | 'lost';
  readonly problem: AnswerProblem;
  /** Why this may not be the service at all. Where every answer says so, the address is wrong. */
  readonly address?: AddressFault;
}

/** Whether a failed read says nothing about other reads: its answer was malformed or got lost. */
export function concernsOneRead({ cause }: Unknown): boolean {
  return cause === 'malformed' || cause === 'lost';
}

/** How an address shows that it isn't the service's. `closed`: without any answer, as a server for https: does. */
export type AddressFault = 'not-https' | 'closed' | 'web-page' | 'no-such-path' | 'redirect';

/** Why there is no usable answer of the service. What it or the network said is cut, and without secrets. */
export type AnswerProblem = {
  /** Until when the service wants no requests, if it says so (epoch milliseconds). */
  readonly notBefore?: number;
} &
  /** Nothing came back, or only a part. `said`: the code or the message of the system. */
  (
    | { readonly code: 'no-answer'; readonly baseUrl: string; readonly said: string }
    /** Neither a success nor a refusal. */
    | { readonly code: 'unexpected'; readonly status: number; readonly said: string }
    | {
        readonly code: 'refused';
        readonly status: number;
        readonly serviceCode: string;
        readonly said: string;
      }
    | { readonly code: 'too-many-requests' }
    /** A write that may have arrived, and then a refusal that says nothing about it. */
    | { readonly code: 'lost-then-refused'; readonly status: number; readonly said: string }
    /** `part`: what is missing or has another type: a field of a record, or of the answer. `id`: of the campaign. */
    | { readonly code: 'malformed'; readonly part: string; readonly id?: string }
    /** The service shows the draft above it, but not what people receive (open point S7). */
    | { readonly code: 'live-version-hidden' | 'no-such-campaign' | 'not-asked' }
  );

export type RecordProblem = Extract<AnswerProblem, { readonly code: 'malformed' }>;
