import type { OperationName } from '../domain/operation-name.ts';

/** What is remembered of a request. */
export interface RequestEntry {
  /** Counts the answered requests, from 1. */
  readonly n: number;
  /** When the answer was ready: ISO, UTC, the service's clock. */
  readonly at: string;
  /** The workspace that the request named; `null` when it named none. */
  readonly workspace: string | null;
  /** `null` for a path that is no operation's. */
  readonly operation: OperationName | null;
  readonly method: string;
  readonly path: string;
  /** What was answered, or would have been; 0 when a fault cut the connection before anything was done. */
  readonly status: number;
  /** `created <id>`, `updated <id>`, `status <STATUS> <id>`, `published <id>`, `replayed` or `none`. */
  readonly effect: string;
  readonly idempotency_key: string | null;
  readonly request_id: string | null;
}

/** Requests that are remembered: the newest ones, and up to a tenth more; each is cut to a size. */
const REQUESTS_KEPT = 50_000;

/** The requests to the API since the start or the last reset, for `/_control/log`. */
export class RequestLog {
  #entries: RequestEntry[] = [];
  #count = 0;

  add(entry: Omit<RequestEntry, 'n'>): void {
    this.#count += 1;
    this.#entries.push({ n: this.#count, ...entry });
    // Room is made in large pieces: moving a long list for each request would be slow.
    if (this.#entries.length > REQUESTS_KEPT * 1.1) this.#entries = this.#entries.slice(-REQUESTS_KEPT);
  }

  list(): readonly RequestEntry[] {
    return this.#entries;
  }

  clear(): void {
    this.#entries = [];
    this.#count = 0;
  }
}
