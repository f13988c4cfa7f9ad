import type { Live } from './campaign.ts';
import type { None, OneOf } from './one-of.ts';

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

type WithoutParams = 'too-many-requests' | 'no-such-campaign' | 'not-asked' | 'live-version-hidden';

/**
 * Why there is no usable answer of the service. What it or the network said is cut, and without secrets.
 * `live-version-hidden`: it shows the draft above it, but not what people receive (open point S7).
 */
export interface AnswerProblemParams extends Record<WithoutParams, None> {
  /** Nothing came back, or only a part. `said`: the code or the message of the system. */
  'no-answer': { baseUrl: string; said: string };
  'not-trusted': { baseUrl: string; said: string };
  /** The proxy that `variable` names refused or wasn't reached; `said`: its status, or the code of the system. */
  proxy: { variable: string; proxy: string; baseUrl: string; said: string };
  /** Bytes that aren't UTF-8; `coding`: as which the answer came. */
  'not-text': { status: number; coding?: string };
  /** Neither a success nor a refusal. */
  unexpected: { status: number; said: string };
  refused: { status: number; serviceCode: string; said: string };
  /** A write that may have arrived, and then a refusal that says nothing about it. */
  'lost-then-refused': { status: number; said: string };
  /** `part`: what is missing or has another type: a field of a record, or of the answer. `id`: of the campaign. */
  malformed: { part: string; id?: string };
}

/** `notBefore`: until when the service wants no requests, if it says so (epoch milliseconds). */
export type AnswerProblem = OneOf<AnswerProblemParams> & { readonly notBefore?: number };

export type RecordProblem = OneOf<AnswerProblemParams, 'code', 'malformed'>;
