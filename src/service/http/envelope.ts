import { randomUUID } from 'node:crypto';
import type { ErrorCode, Failure } from '../domain/failure.ts';
import type { Done } from './operations/operation.ts';

/** A complete answer, before it is sent. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType: string;
  readonly body: string;
  /** What the request changed, for the log: `created 64a1…` or `none`. */
  readonly effect: string;
  /** `error.code`, for the log; `null` on success. */
  readonly code: ErrorCode | null;
}

export const JSON_TYPE = 'application/json';

/** The success envelope. Open point W1. */
export function successAnswer({ status, type, data, beside, effect }: Done): Answer {
  // 204 means that there is no body.
  const body = status === 204 ? '' : JSON.stringify({ response_id: randomUUID(), type, data, ...beside });
  return { status, headers: {}, contentType: JSON_TYPE, body, effect, code: null };
}

/** The error envelope (W2); with `details-only` without a `target`, and only `message` has words (W24). */
export function failureAnswer(failure: Failure, requestId: string | null, detailsOnly = false): Answer {
  const { status, code, target, details, retryAfter } = failure;
  const isShort = detailsOnly && code === 'VALIDATION_FAILED';
  const message = isShort ? details.map((detail) => detail.message).join('; ') : failure.message;
  const places = isShort
    ? { details: details.map((detail) => ({ target: detail.target })) }
    : { target, details };
  const error = { code, message, ...places, request_id: requestId ?? '' };
  const headers = {
    ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    ...(status === 401 && { 'WWW-Authenticate': 'Basic realm="campaigns"' }),
  };
  const body = JSON.stringify({ response_id: randomUUID(), error });
  return { status, headers, contentType: JSON_TYPE, body, effect: 'none', code };
}

export function toResponse({ status, headers, contentType, body }: Answer): Response {
  if (status === 204) return new Response(null, { status, headers });
  return new Response(body, { status, headers: { ...headers, 'Content-Type': contentType } });
}
