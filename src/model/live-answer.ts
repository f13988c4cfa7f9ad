import type { AnswerProblem } from './answer-problem.ts';
import type { Live } from './campaign.ts';

/** The result of reading one campaign. A failed or malformed read is unknown, never absent. */
export type LiveAnswer =
  { readonly kind: 'present'; readonly live: Live } | { readonly kind: 'missing' } | Unknown;

/**
 * Nothing is known: the service could not be reached, the credential was refused or may not read this campaign, the
 * answer was malformed, or there was none, although the request may have arrived.
 */
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

/**
 * How an address shows that it isn't the service's: it speaks HTTP where https: was written, closes every connection
 * without an answer (as a server that expects https: does), answers with web pages, knows no path of the API, or
 * redirects.
 */
export type AddressFault = 'not-https' | 'closed' | 'web-page' | 'no-such-path' | 'redirect';
