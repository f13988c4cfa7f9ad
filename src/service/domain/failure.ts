import type { JsonValue } from './json.ts';

/** A problem at one path of a request. */
export interface Detail {
  /** Field names and list indexes, joined by dots, or the name of a header. */
  readonly target: string;
  readonly message: string;
}

/** A check throws this to refuse a request. */
export class Refusal extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** A refusal, as the error envelope shows it. Specification, Errors. */
export interface Failure {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly target: string;
  readonly details: readonly Detail[];
  /** Seconds after which a rate-limited call is admitted. */
  readonly retryAfter?: number;
}

/** Specification, Errors; `NOT_FOUND` is open point W4. */
export type ErrorCode =
  | 'VALIDATION_FAILED'
  | 'UNPROCESSABLE_ENTITY'
  | 'BAD_REQUEST'
  | 'RATE_LIMITED'
  | 'UNAUTHORIZED'
  | 'INTERNAL_ERROR'
  | 'FORBIDDEN'
  | 'NOT_FOUND';

const MAX_DETAILS = 100;

/** Refuses a request with invalid paths with a 400 that lists them all. The first one is the target. */
export function refuseInvalid(details: readonly Detail[]): void {
  const [first, ...others] = details;
  if (!first) return;
  const beside = others.length === 0 ? '' : ` (and ${others.length} more, see details)`;
  const message = `${first.message}${beside}`;
  const listed = details.slice(0, MAX_DETAILS);
  throw refusal(400, message, { code: 'VALIDATION_FAILED', target: first.target, details: listed });
}

/** 400 for one path. */
export function invalid(target: string, message: string): Refusal {
  return refusal(400, message, { code: 'VALIDATION_FAILED', target, details: [{ target, message }] });
}

/** 400 for a request that can't be parsed. Open point W29. */
export function unreadable(message: string): Refusal {
  return refusal(400, message);
}

/** 409: the campaign's state or another request prevents the operation. Open points W8 and W23. */
export function conflict(target: string, message: string): Refusal {
  return refusal(409, message, { target });
}

/** 422: the operation is valid but not possible for this campaign. Specification, Errors. */
export function unprocessable(message: string, details: readonly Detail[] = []): Refusal {
  return refusal(422, message, { target: details[0]?.target ?? '', details });
}

/** A refusal that isn't about a particular path, unless `more` names one. */
export function refusal(status: number, message: string, more: Partial<Failure> = {}): Refusal {
  return new Refusal({ ...plain(status, message), ...more });
}

/** A failure with the code of its status. */
export function plain(status: number, message: string): Failure {
  return { status, code: CODES[status] ?? 'INTERNAL_ERROR', message, target: '', details: [] };
}

/** The code of a request with invalid paths is `VALIDATION_FAILED` instead. */
const CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'BAD_REQUEST',
  422: 'UNPROCESSABLE_ENTITY',
  429: 'RATE_LIMITED',
};

/** A problem, said of its path. */
export function detail(target: string, problem: string): Detail {
  return { target, message: `${target} ${problem}` };
}

/** A value as messages show it. */
export function shown(value: JsonValue | undefined): string {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? 'nothing' : text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
