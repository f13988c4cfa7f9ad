import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { conflict, invalid } from '../domain/failure.ts';
import type { Answer } from './envelope.ts';
import type { Operation } from './operations/operation.ts';
import type { AnswerTable, KeptAnswer, RequestIdUse } from '../store/store.ts';
import type { DraftChannel } from '../domain/campaign/campaign-record.ts';
import { textAt, type JsonObject } from '../domain/json.ts';

/** Header with the workspace identifier. Specification, Common request headers. */
export const APP_KEY_HEADER = 'SVC-APPKEY';

/** Header with the idempotency key. Specification, Common request headers. */
export const KEY_HEADER = 'Idempotency-Key';

/** How long answers are kept, in milliseconds. Open point W23. */
export const ANSWER_KEPT_MS = 24 * 3_600_000;

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** The key of a request, checked as far as its operation requires one; `null` if there is none. */
export function readKey(headers: IncomingHttpHeaders, need: Operation['idempotencyKey']): string | null {
  if (need === 'ignored') return null;
  const value = headers[KEY_HEADER.toLowerCase()];
  if (value === undefined && need === 'optional') return null;
  if (typeof value === 'string' && UUID_V4.test(value)) return value.toLowerCase();
  const message = value === undefined ? `${KEY_HEADER} is missing` : `${KEY_HEADER} is not a UUID v4`;
  throw invalid(KEY_HEADER, message);
}

/** Identifies a request: the same method, path and body have the same digest. */
export function requestDigest(request: { method: string; path: string; body: Buffer }): string {
  const head = `${request.method} ${request.path}\n`;
  return createHash('sha256').update(head).update(request.body).digest('hex');
}

interface Keyed extends Pick<KeptAnswer, 'digest' | 'of'> {
  readonly workspace: string;
  readonly key: string;
  readonly now: number;
  readonly keepFailures: boolean;
}

/** The right to be the only request with a key until it is released. */
interface Claim {
  /** `false` once the service was reset. */
  readonly holds: () => boolean;
  readonly keep: (answer: Answer, at: number) => void;
  readonly release: () => void;
}

/** Recognizes repeated requests. Open point W23. */
export class Idempotency {
  readonly #answers: AnswerTable;
  #inFlight = new Set<string>();

  constructor(answers: AnswerTable) {
    this.#answers = answers;
  }

  /** The stored answer of an earlier request, or a claim for the first one. Refuses any other request with the key. */
  claim({ workspace, key, digest, now, of, keepFailures }: Keyed): KeptAnswer | Claim {
    const slot = `${key} ${workspace}`;
    if (this.#inFlight.has(slot))
      throw conflict(KEY_HEADER, 'a request with this Idempotency-Key is still being answered');
    const kept = this.#answers.find(workspace, key);
    if (kept && now - kept.at < ANSWER_KEPT_MS) {
      if (kept.digest === digest) return kept;
      throw conflict(KEY_HEADER, 'this Idempotency-Key was used for another request');
    }
    const inFlight = this.#inFlight.add(slot);
    return {
      holds: () => inFlight === this.#inFlight,
      keep: ({ status, contentType, body }, at) => {
        // A temporary failure must not be repeated for a day.
        if (keepFailures || (status < 500 && status !== 429))
          this.#answers.put(workspace, key, { digest, status, contentType, body, at, of });
      },
      release: () => {
        inFlight.delete(slot);
      },
    };
  }

  /** Forgets the requests in progress. Later requests are unrelated to them. */
  clear(): void {
    this.#inFlight = new Set();
  }
}

/** Header with the request identifier. Specification, Common request headers. */
const REQUEST_ID_HEADER = 'X-SVC-Request-Id';

/** Our choice: request IDs are stored and logged, so their length needs a limit. A UUID has 36 characters. */
export const REQUEST_ID_LONGEST_CHARS = 256;

const HOUR_MS = 3_600_000;

/** How long a `request_id` is reserved after a successful creation. Specification, Create request body. */
const REQUEST_ID_TAKEN_MS: Readonly<Record<DraftChannel, number>> = { PUSH: HOUR_MS, EMAIL: 24 * HOUR_MS };

/** Whether an earlier creation still reserves its `request_id`. Open point W24. */
export function isTaken(use: RequestIdUse | null, now: number): boolean {
  return use !== null && now - use.at < REQUEST_ID_TAKEN_MS[use.channel];
}

/** The request ID in the header; `null` if there is none or it is too long. */
export function headerRequestId(headers: IncomingHttpHeaders): string | null {
  return unlessTooLong(inHeaders(headers));
}

/** The request ID in the body; `null` if there is none or it is too long. */
export function bodyRequestId(body: JsonObject): string | null {
  return unlessTooLong(textAt(body, 'request_id'));
}

/** Refuses with 400 request IDs in the header and the body that aren't valid or not equal, or that neither has one (W22). */
export function checkRequestId(
  { headers, body }: { readonly headers: IncomingHttpHeaders; readonly body: JsonObject },
  need: 'required' | 'optional',
): void {
  const inHeader = inHeaders(headers);
  const { request_id: inBody } = body;
  if (inBody !== undefined && (typeof inBody !== 'string' || inBody === '' || unlessTooLong(inBody) === null))
    throw invalid('request_id', `request_id must have 1 to ${REQUEST_ID_LONGEST_CHARS} characters`);
  if (unlessTooLong(inHeader) !== inHeader)
    throw invalid(
      REQUEST_ID_HEADER,
      `${REQUEST_ID_HEADER} is longer than ${REQUEST_ID_LONGEST_CHARS} characters`,
    );
  if (inHeader !== null && inBody !== undefined && inHeader !== inBody)
    throw invalid(REQUEST_ID_HEADER, `${REQUEST_ID_HEADER} and request_id differ`);
  if (inHeader === null && inBody === undefined && need === 'required')
    throw invalid(REQUEST_ID_HEADER, `either ${REQUEST_ID_HEADER} or request_id is required`);
}

function inHeaders(headers: IncomingHttpHeaders): string | null {
  const value = headers[REQUEST_ID_HEADER.toLowerCase()];
  return typeof value === 'string' && value !== '' ? value : null;
}

function unlessTooLong(requestId: string | null): string | null {
  return (requestId ?? '').length > REQUEST_ID_LONGEST_CHARS ? null : requestId;
}
