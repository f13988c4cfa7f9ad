import type { OperationName } from '../domain/operation-name.ts';

/** The recorded fields of a request. */
export interface RequestEntry {
  /** Counts the answered requests, from 1. */
  readonly n: number;
  /** When the answer was ready: ISO, UTC, the service's clock. */
  readonly at: string;
  /** The workspace that the request named, or `null`. */
  readonly workspace: string | null;
  /** `null` if the path doesn't belong to an operation. */
  readonly operation: OperationName | null;
  readonly method: string;
  readonly path: string;
  /** The status that was sent or would have been. 0 if a fault cut the connection before the work. */
  readonly status: number;
  /** `created <id>`, `updated <id>`, `status <STATUS> <id>`, `published <id>`, `replayed` or `none`. */
  readonly effect: string;
  readonly idempotency_key: string | null;
  readonly request_id: string | null;
}

/** The newest requests are kept, and up to a tenth more. Each has a limited size. */
const REQUESTS_KEPT = 50_000;

/** The API requests since the start or the last reset, for `/_control/log`. */
export class RequestLog {
  #entries: RequestEntry[] = [];
  #count = 0;

  add(entry: Omit<RequestEntry, 'n'>): void {
    this.#count += 1;
    this.#entries.push({ n: this.#count, ...entry });
    // Entries are removed in large batches, because shifting a long list for each request would be slow.
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
