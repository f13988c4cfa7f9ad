import { refusal, type Answer } from './answers.ts';

/** How an exchange goes wrong: another answer, or none because the connection breaks. */
export type Fault = Answer | 'reset';

export interface Ambush {
  /** Such as `issues/create-comment`; every operation unless told. */
  readonly operation?: string;
  /** One unless told. */
  readonly times?: number;
  /** Whether the request has had its effect when its answer is replaced; no unless told. */
  readonly afterEffect?: boolean;
}

/** A fault that waits for its requests. */
export class Faults {
  private readonly waiting: { fault: Fault; operation: string | undefined; left: number; after: boolean }[] =
    [];
  private isDown = false;

  /** The next requests that fit get this instead of their answer. */
  next(fault: Fault, { operation, times = 1, afterEffect = false }: Ambush = {}): void {
    this.waiting.push({ fault, operation, left: times, after: afterEffect });
  }

  /** From now on every connection is reset. */
  down(): void {
    this.isDown = true;
  }

  /** GitHub is well again. */
  clear(): void {
    this.isDown = false;
    this.waiting.length = 0;
  }

  /** The fault that this request runs into, if any; it is used up. */
  meet(operation: string): { readonly fault: Fault; readonly after: boolean } | undefined {
    if (this.isDown) return { fault: 'reset', after: false };
    const met = this.waiting.find((each) => each.left > 0 && (each.operation ?? operation) === operation);
    if (met) met.left -= 1;
    return met;
  }
}

/** Too much in a short time, with the seconds after which GitHub wants to be asked again. */
export function secondaryRateLimit(retryAfterSeconds = 1, status: 403 | 429 = 403): Answer {
  const message = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';
  return refusal(status, message, { 'retry-after': String(retryAfterSeconds) });
}

/** GitHub's own failure. */
export function serverError(status: 500 | 502 | 503): Answer {
  return refusal(status, 'Server Error');
}

/** What a proxy before GitHub answers. */
export function htmlPage(status: number): Answer {
  const body = '<!DOCTYPE html><html><body><h1>Whoa there!</h1></body></html>';
  return { status, body, type: 'text/html; charset=utf-8' };
}
