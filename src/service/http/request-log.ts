import type { IncomingMessage } from 'node:http';
import type { OperationName } from '../domain/rate-limits.ts';
import type { ServiceClock, ServiceOptions } from '../domain/service-options.ts';
import type { Answer } from './envelope.ts';
import { APP_KEY_HEADER, KEY_HEADER } from './idempotency.ts';

/** Text from clients is shortened to this length before it is stored or logged, so that each entry has a limited size. API paths
 * are a quarter as long. */
const LONGEST_CHARS = 256;

/** A request and its result. */
export interface AnsweredRequest {
  /** `null` if its headers could not be read. */
  readonly incoming: IncomingMessage | null;
  readonly answer: Pick<Answer, 'status'> & Partial<Pick<Answer, 'effect' | 'code'>>;
  /** `null` if the start of the request is not known. */
  readonly ms: number | null;
  readonly operation?: OperationName;
  readonly requestId?: string | null;
}

type RequestEntry = ReturnType<typeof entryOf> & {
  readonly n: number;
};

/** How many of the newest requests are kept at least. Up to a tenth more may be. */
const REQUESTS_KEPT = 50_000;

/** The log, and the API requests since the start or the last reset, for `/_control/log`. */
export class RequestLog {
  readonly #options: ServiceOptions;
  readonly #clock: ServiceClock;
  #entries: RequestEntry[] = [];
  #count = 0;

  constructor(options: ServiceOptions, clock: ServiceClock) {
    this.#options = options;
    this.#clock = clock;
  }

  /** Logs a request to the API, and records it for the control interface. */
  record(request: AnsweredRequest): void {
    const entry = this.log(request);
    if (!this.#options.control) return;
    this.#count += 1;
    this.#entries.push({ n: this.#count, ...entry });
    // Entries are removed in large batches, because shifting a long list for each request would be slow.
    if (this.#entries.length > REQUESTS_KEPT * 1.1) this.#entries = this.#entries.slice(-REQUESTS_KEPT);
  }

  /** Logs a request as one line of JSON, without credentials, and returns what it says. */
  log(request: AnsweredRequest): Omit<RequestEntry, 'n'> {
    const { answer, ms } = request;
    const entry = entryOf(request, this.#clock.now());
    const more = { code: answer.code, ms: ms === null ? null : Math.round(ms) };
    this.#options.log?.(JSON.stringify({ level: 'info', ...entry, ...more }));
    return entry;
  }

  list(): readonly RequestEntry[] {
    return this.#entries;
  }

  clear(): void {
    this.#entries = [];
    this.#count = 0;
  }
}

/** What is recorded, as the schema `logged_request` of openapi.yaml describes it. Fields that the request doesn't have, or whose headers could not be read, are `null`. */
function entryOf({ incoming, answer, operation, requestId }: AnsweredRequest, now: number) {
  const header = (name: string): string | null => {
    const value = incoming?.headers[name.toLowerCase()];
    return typeof value === 'string' ? cut(value) : null;
  };
  return {
    at: new Date(now).toISOString(),
    workspace: header(APP_KEY_HEADER),
    operation: operation ?? null,
    method: incoming?.method ?? null,
    path: incoming && cut(pathOf(incoming)),
    status: answer.status,
    effect: answer.effect ?? 'none',
    idempotency_key: header(KEY_HEADER),
    request_id: requestId ?? null,
  };
}

/** Only the path, because the rest of a URL may contain secrets. Empty if there is none. */
function pathOf({ url = '' }: IncomingMessage): string {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?(\/[^?#]*)/i.exec(url)?.[1] ?? '';
}

/** Shortens a text. Copies it, because a slice would keep the whole text in memory. */
function cut(text: string): string {
  const short = text.length > LONGEST_CHARS ? `${text.slice(0, LONGEST_CHARS - 1)}…` : text;
  return Buffer.from(short).toString();
}
