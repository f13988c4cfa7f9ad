import type { Answer } from '../apply/ports.ts';
import type { Unknown } from '../model/campaign.ts';
import { utcWords } from '../model/local-time.ts';
import { SECOND_MS } from '../model/time.ts';

/** The longest single wait of a read, in milliseconds. */
export const LONGEST_WAIT_MS = 120_000;

/** A malformed answer. */
export function unknown(message: string): Unknown {
  return { kind: 'unknown', cause: 'malformed', message };
}

/** How long the service asks to wait, in milliseconds; 0 if it doesn't. */
export function waitMsOf(answer: Answer, now: number): number {
  if (answer.kind === 'limited') return answer.retryAfterMs ?? 0;
  return answer.kind === 'unclear' && answer.notBefore !== undefined ? answer.notBefore - now : 0;
}

/** For reads: 403 may concern one campaign only, such as another team's (open point W8). */
const CAUSES: Readonly<Record<number, Unknown['cause']>> = { 401: 'credential', 403: 'forbidden' };

/** Why a failed read says nothing about what was read. */
export function unreadable(answer: Exclude<Answer, { kind: 'done' }>, now: number): Unknown {
  switch (answer.kind) {
    case 'unclear':
      return {
        kind: 'unknown',
        cause: answer.cause,
        message: answer.message,
        ...(answer.notBefore !== undefined && { notBefore: answer.notBefore }),
        ...(answer.address && { address: answer.address }),
      };
    case 'limited': {
      const { retryAfterMs: asked = 0 } = answer;
      if (asked <= LONGEST_WAIT_MS)
        return unknown('The service keeps answering that there were too many requests.');
      const seconds = Math.ceil(asked / SECOND_MS);
      const message = `The service asks to send no requests for ${seconds} seconds, until ${utcWords(now + asked)}. Run this again after that.`;
      return { ...unknown(message), notBefore: now + asked };
    }
    case 'refused': {
      const cause = CAUSES[answer.status] ?? 'malformed';
      return {
        kind: 'unknown',
        cause,
        message: `The service refused: ${answer.status} ${answer.code}: ${answer.message}.`,
      };
    }
  }
}
