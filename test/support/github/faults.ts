import { refusal, type Answer } from './answers.ts';

/** How an exchange fails: with another answer, or without one because the connection breaks. */
export type Fault = Answer | 'reset';

interface FaultOptions {
  /** Such as `issues/create-comment`. The default is every operation. */
  readonly operation?: string;
  /** The default is one. */
  readonly times?: number;
  /** Whether the request takes effect before its answer is replaced. The default is no. */
  readonly afterEffect?: boolean;
}

/** Faults for coming requests. */
export class Faults {
  private readonly waiting: { fault: Fault; operation: string | undefined; left: number; after: boolean }[] =
    [];
  private isDown = false;

  /** The next matching requests get this instead of their answer. */
  next(fault: Fault, { operation, times = 1, afterEffect = false }: FaultOptions = {}): void {
    this.waiting.push({ fault, operation, left: times, after: afterEffect });
  }

  /** From now on every connection is reset. */
  down(): void {
    this.isDown = true;
  }

  /** Removes all faults. */
  clear(): void {
    this.isDown = false;
    this.waiting.length = 0;
  }

  /** The fault for a request, if any. It is used up. */
  meet(operation: string): { readonly fault: Fault; readonly after: boolean } | undefined {
    if (this.isDown) return { fault: 'reset', after: false };
    const met = this.waiting.find((each) => each.left > 0 && (each.operation ?? operation) === operation);
    if (met) met.left -= 1;
    return met;
  }
}

/** The secondary rate limit, with the seconds after which to retry. */
export function secondaryRateLimit(retryAfterSeconds = 1, status: 403 | 429 = 403): Answer {
  const message = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';
  return refusal(status, message, { 'retry-after': String(retryAfterSeconds) });
}

/** GitHub's own failure. */
export function serverError(status: 500 | 502 | 503): Answer {
  return refusal(status, 'Server Error');
}

/** The answer of a proxy in front of GitHub. */
export function htmlPage(status: number): Answer {
  const body = '<!DOCTYPE html><html><body><h1>Whoa there!</h1></body></html>';
  return { status, body, type: 'text/html; charset=utf-8' };
}
