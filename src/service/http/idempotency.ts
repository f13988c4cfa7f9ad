import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { conflict, invalid } from '../domain/failure.ts';
import type { Answer } from './envelope.ts';
import type { Operation } from './operations/operation.ts';
import type { AnswerTable, KeptAnswer } from '../store/answer-table.ts';

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

/** How a request with a key relates to earlier requests, if it isn't refused. */
export type Claim =
  | { readonly kind: 'replay'; readonly answer: KeptAnswer }
  /**
   * It is the first one. `keep` stores its answer, and `release` must be called when the request is finished. A claim
   * expires when the service is reset in between.
   */
  | {
      readonly kind: 'first';
      readonly holds: () => boolean;
      readonly keep: (answer: Answer, at: number) => void;
      readonly release: () => void;
    };

/** Recognizes repeated requests. Open point W23. */
export class Idempotency {
  readonly #answers: AnswerTable;
  /** Keys of requests in progress, with their workspaces. */
  #inFlight = new Set<string>();

  constructor(answers: AnswerTable) {
    this.#answers = answers;
  }

  claim(request: {
    readonly workspace: string;
    readonly key: string;
    readonly digest: string;
    readonly now: number;
    readonly of: KeptAnswer['of'];
    /** Whether temporary failures are stored like other answers. */
    readonly keepFailures: boolean;
  }): Claim {
    const { workspace, key, digest, now, of, keepFailures } = request;
    const slot = `${key} ${workspace}`;
    if (this.#inFlight.has(slot)) {
      throw conflict(KEY_HEADER, 'a request with this Idempotency-Key is still being answered');
    }
    const kept = this.#answers.find(workspace, key);
    if (kept && now - kept.at < ANSWER_KEPT_MS) {
      if (kept.digest === digest) return { kind: 'replay', answer: kept };
      throw conflict(KEY_HEADER, 'this Idempotency-Key was used for another request');
    }
    const inFlight = this.#inFlight.add(slot);
    return {
      kind: 'first',
      holds: () => inFlight === this.#inFlight,
      keep: (answer, at) => {
        const { status, contentType, body } = answer;
        if (keepFailures || isPermanent(answer))
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

/** A temporary failure must not be repeated for a day, unless the quirk `keep-failures` is on. */
function isPermanent(answer: Answer): boolean {
  return answer.status < 500 && answer.status !== 429;
}
