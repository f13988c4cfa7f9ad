import type { IncomingMessage } from 'node:http';
import type { OperationName } from '../domain/operation-name.ts';
import type { Service } from './service.ts';
import { APP_KEY_HEADER } from './authentication.ts';
import type { Answer } from './envelope.ts';
import { KEY_HEADER } from './idempotency.ts';
import type { RequestEntry } from './request-log.ts';

/** A text of a client is cut here before it is kept or told; a path of the API has a quarter of that. */
const LONGEST_CHARS = 256;

/** A request and what became of it. */
export interface AnsweredRequest {
  /** `null` where its head could not be read. */
  readonly incoming: IncomingMessage | null;
  readonly answer: Pick<Answer, 'status'> & Partial<Pick<Answer, 'effect' | 'code'>>;
  /** `null` where it is not known when the request began. */
  readonly ms: number | null;
  readonly operation?: OperationName;
  readonly requestId?: string | null;
}

/** Remembers a request to the API for the control interface, and tells it in the log. */
export function noteRequest(
  service: Service,
  request: AnsweredRequest & { incoming: IncomingMessage },
): void {
  const entry = entryOf(service, request);
  if (service.options.control) service.requests.add(entry);
  tell(service, entry, request);
}

/** Tells a request in the log as one line of JSON, without any credential. */
export function tellRequest(service: Service, request: AnsweredRequest): void {
  tell(service, entryOf(service, request), request);
}

/** What is known of a request; where its head could not be read that is not even method and path. */
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

function tell({ options }: Service, entry: Known<string | null>, { answer, ms }: AnsweredRequest): void {
  const { code } = answer;
  options.log?.(JSON.stringify({ level: 'info', ...entry, code, ms: ms === null ? null : Math.round(ms) }));
}

/** The path alone, empty where there is none: before it and behind it there may be secrets. */
function pathOf({ url = '' }: IncomingMessage): string {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?(\/[^?#]*)/i.exec(url)?.[1] ?? '';
}

/** A copy: a part of a text would keep the whole in memory. */
function cut(text: string): string {
  const short = text.length > LONGEST_CHARS ? `${text.slice(0, LONGEST_CHARS - 1)}…` : text;
  return Buffer.from(short).toString();
}
