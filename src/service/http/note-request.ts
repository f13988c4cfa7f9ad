import type { IncomingMessage } from 'node:http';
import type { OperationName } from '../domain/operation-name.ts';
import type { Service } from './service.ts';
import { APP_KEY_HEADER } from './authentication.ts';
import type { Answer } from './envelope.ts';
import { KEY_HEADER } from './idempotency.ts';
import type { RequestEntry } from './request-log.ts';

/** Text from clients is shortened to this length before it is stored or logged. API paths are a quarter as long. */
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

/** Records a request to the API for the control interface, and logs it. */
export function recordRequest(
  service: Service,
  request: AnsweredRequest & { incoming: IncomingMessage },
): void {
  const entry = entryOf(service, request);
  if (service.options.control) service.requests.add(entry);
  writeLine(service, entry, request);
}

/** Logs a request as one line of JSON, without credentials. */
export function logRequest(service: Service, request: AnsweredRequest): void {
  writeLine(service, entryOf(service, request), request);
}

/** A log entry; method and path are missing if the headers could not be read. */
type Known<Method> = Omit<RequestEntry, 'n' | 'method' | 'path'> & {
  readonly method: Method;
  readonly path: Method;
};

function entryOf(service: Service, request: AnsweredRequest & { incoming: IncomingMessage }): Known<string>;
function entryOf(service: Service, request: AnsweredRequest): Known<string | null>;
function entryOf(
  { clock }: Service,
  { incoming, answer, operation, requestId }: AnsweredRequest,
): Known<string | null> {
  const header = (name: string): string | null => {
    const value = incoming?.headers[name.toLowerCase()];
    return typeof value === 'string' ? cut(value) : null;
  };
  return {
    at: new Date(clock.now()).toISOString(),
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

function writeLine({ options }: Service, entry: Known<string | null>, { answer, ms }: AnsweredRequest): void {
  const { code } = answer;
  options.log?.(JSON.stringify({ level: 'info', ...entry, code, ms: ms === null ? null : Math.round(ms) }));
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
