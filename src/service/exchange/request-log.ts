import type { OperationName } from '../operations/operation.ts';

/** What is remembered of a request. */
export interface RequestEntry {
  /** Counts the answered requests, from 1. */
  readonly n: number;
  /** When the answer was ready: ISO, UTC, the service's clock. */
  readonly at: string;
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

/** The requests since the start or the last reset, for `/_control/log`. */
export class RequestLog {
  readonly #entries: RequestEntry[] = [];

  add(entry: Omit<RequestEntry, 'n'>): void {
    this.#entries.push({ n: this.#entries.length + 1, ...entry });
  }

  list(): readonly RequestEntry[] {
    return this.#entries;
  }

  clear(): void {
    this.#entries.length = 0;
  }
}
