import { request, type Dispatcher } from 'undici';
import type { Clock, Environment } from '../model/clock.ts';
import type { Answer, SendKeys } from '../apply/ports.ts';
import type { Exchange } from '../model/progress.ts';
import { isJsonObject, isObject, type JsonObject, type JsonValue } from '../model/json.ts';
import type { Workspace } from '../model/workspace.ts';
import { retryAfterMs } from './rate-limiter.ts';
import { faultOfAnswer, faultOfConnection, isTrustFault } from './unreadable.ts';
import { dispatcherFor, ProxyFault, proxySetting } from './dispatcher.ts';

/** How long the service may take to start an answer, and between two parts of it, in milliseconds. */
const TIMEOUT_MS = 30_000;
/** The time limit for a whole exchange, as a multiple of the timeout, however steadily the answer arrives. */
const TIMEOUTS_IN_ALL = 4;

/** Codes of errors, of Node or undici, that mean that no connection was made and nothing was sent. */
const NO_CONNECTION = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);
/** Codes that mean this, too, if they happen while connecting. */
const NO_ROUTE = new Set(['EHOSTUNREACH', 'ENETUNREACH']);

/** How much of an answer that we don't understand is quoted. */
const QUOTED_CHARS = 200;

/** A request to one of the specification's endpoints. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** With a leading slash, relative to the workspace's `base_url`. */
  readonly path: string;
  readonly body?: JsonObject;
  readonly keys: SendKeys;
  /** The key for publishing may differ from that for all other calls (open point W19). */
  readonly credential?: 'publish';
  /** Whether success needs no body: answers to an update, a status change or publishing (W19). */
  readonly mayBeEmpty?: boolean;
}

/** How to connect to the service of a workspace. */
export interface ConnectionOptions {
  readonly workspace: Workspace;
  readonly apiKey: string;
  /** The key for publishing. By default the same as for other calls. */
  readonly publishApiKey?: string | undefined;
  /** Determines whether the service is reached through a proxy. */
  readonly environment: Environment;
  readonly clock: Pick<Clock, 'now'>;
  /** How long the service may be silent, in milliseconds. By default 30 seconds. */
  readonly timeoutMs?: number | undefined;
  /** Removes the known secrets from a text. Everything that the service says passes through it first. */
  readonly redact: (text: string) => string;
  readonly onExchange?: (exchange: Exchange) => void;
}

/** HTTP with the service's headers, credential and envelopes. Redirects are not followed, and nothing is thrown. */
export class HttpClient {
  private readonly agent: Dispatcher;
  private readonly options: ConnectionOptions;
  private readonly timeoutMs: number;

  constructor(options: ConnectionOptions) {
    this.options = options;
    const { workspace, environment, timeoutMs: timeout = TIMEOUT_MS } = options;
    this.timeoutMs = timeout;
    const timeouts = { headersTimeout: timeout, bodyTimeout: timeout, connect: { timeout } };
    this.agent = dispatcherFor(workspace.baseUrl, { ...timeouts, connections: 8 }, environment);
  }

  async call(call: Call): Promise<Answer> {
    const { clock, onExchange } = this.options;
    const started = clock.now();
    const { answer, status } = await this.exchange(call).catch((error: unknown) => {
      return { answer: this.withoutAnswer(error), status: undefined };
    });
    const responseId = 'responseId' in answer ? answer.responseId : null;
    const { method, path, keys } = call;
    onExchange?.({ method, path, status, ms: clock.now() - started, requestId: keys.requestId, responseId });
    return answer;
  }

  private async exchange(call: Call): Promise<{ readonly answer: Answer; readonly status: number }> {
    const {
      statusCode: status,
      headers,
      body,
    } = await request(this.address(call.path), {
      dispatcher: this.agent,
      method: call.method,
      headers: this.headers(call),
      body: call.body === undefined ? null : JSON.stringify(call.body),
      signal: AbortSignal.timeout(this.timeoutMs * TIMEOUTS_IN_ALL),
    });
    const bytes = await body.arrayBuffer();
    // The status and the headers say all that a limit has to say.
    const raw = utf8(bytes) ?? (status === 429 ? '' : undefined);
    if (raw === undefined) {
      const coding = single(headers['content-encoding']);
      const problem = { code: 'not-text', status, ...(coding && { coding }) } as const;
      return { answer: { kind: 'unclear', cause: 'malformed', answered: true, problem }, status };
    }
    const limit = {
      retryAfter: single(headers['retry-after']),
      remaining: single(headers['x-ratelimit-remaining']),
      reset: single(headers['x-ratelimit-reset']),
      date: single(headers.date),
    };
    const now = this.options.clock.now();
    const text = this.options.redact(raw);
    const answer = readAnswer(status, {
      text,
      retryAfterMs: retryAfterMs(limit, now),
      mayBeEmpty: call.mayBeEmpty === true,
      envelope: parse(raw, text === raw ? undefined : this.options.redact),
    });
    // The Retry-After of a 503 may say how long it lasts. The headers about limits don't.
    const waitMs = retryAfterMs({ ...limit, remaining: undefined, reset: undefined }, now);
    if (answer.kind !== 'unclear' || !waitMs) return { answer, status };
    return { answer: { ...answer, problem: { ...answer.problem, notBefore: now + waitMs } }, status };
  }

  async close(): Promise<void> {
    await this.agent.close();
  }

  /** No answer, or only a part of one. If no connection was made, nothing was sent. */
  private withoutAnswer(error: unknown): Answer {
    const { workspace, environment, redact } = this.options;
    const { baseUrl } = workspace;
    const code = codeOf(error) ?? (error instanceof Error ? codeOf(error.cause) : undefined);
    const known = code ?? (error instanceof Error ? error.message : String(error));
    const problem = { code: 'no-answer', baseUrl: redact(baseUrl), said: redact(known) } as const;
    const connecting = isObject(error) && error.syscall === 'connect';
    const setting = proxySetting(environment);
    if (error instanceof ProxyFault && setting?.proxy !== undefined) {
      const { name: variable, proxy } = setting;
      const of = { code: 'proxy', variable, proxy: new URL(proxy).host, said: redact(error.said) } as const;
      return { kind: 'unclear', cause: 'unreachable', problem: { ...problem, ...of } };
    }
    // The program itself refused the certificate, before it sent anything.
    if (isTrustFault(known))
      return { kind: 'unclear', cause: 'unreachable', problem: { ...problem, code: 'not-trusted' } };
    if (NO_CONNECTION.has(known) || (NO_ROUTE.has(known) && connecting))
      return { kind: 'unclear', cause: 'unreachable', problem };
    const socket = isObject(error) && isObject(error.socket) ? error.socket : {};
    const address = faultOfConnection(baseUrl, known, socket.bytesRead);
    return { kind: 'unclear', cause: 'lost', problem, ...(address && { address }) };
  }

  private address(path: string): URL {
    return new URL(path.replace(/^\//, ''), this.options.workspace.baseUrl);
  }

  /** Specification, Common request headers; open points W14, W21, W22, W28. */
  private headers({ keys, body, method, credential: kind }: Call): Record<string, string> {
    const { headerPrefix, appKey } = this.options.workspace;
    const { apiKey, publishApiKey = apiKey } = this.options;
    const key = kind === 'publish' ? publishApiKey : apiKey;
    const credential = Buffer.from(`${appKey}:${key}`).toString('base64');
    return {
      accept: 'application/json',
      'accept-encoding': 'identity',
      authorization: `Basic ${credential}`,
      [`${headerPrefix}-APPKEY`]: appKey,
      [`X-${headerPrefix}-Request-Id`]: keys.requestId,
      ...(method !== 'GET' && { 'idempotency-key': keys.idempotencyKey }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
  }
}

/** The body of an answer without secrets, as text and as JSON, and what else is needed to interpret it. */
interface Received {
  readonly text: string;
  readonly envelope: JsonObject | undefined;
  readonly retryAfterMs: number | undefined;
  readonly mayBeEmpty: boolean;
}

/** What an answer means (open points W1, W2 and W26). An unknown shape is unclear, never a success. */
function readAnswer(status: number, { text, envelope, retryAfterMs, mayBeEmpty }: Received): Answer {
  const responseId = typeof envelope?.response_id === 'string' ? envelope.response_id : null;
  if (status === 429) return { kind: 'limited', retryAfterMs, responseId };
  const unclear = (said: string, understood: object | undefined): Answer => {
    const address = understood ? undefined : faultOfAnswer(status, text);
    const problem = { code: 'unexpected', status, said } as const;
    return { kind: 'unclear', cause: 'malformed', answered: true, problem, ...(address && { address }) };
  };
  if (status >= 200 && status < 300) {
    if (isObject(envelope?.data)) return { kind: 'done', data: envelope.data, responseId };
    if (mayBeEmpty && text.trim() === '') return { kind: 'done', data: {}, responseId };
    return unclear(quoted(text), envelope);
  }
  const error = isObject(envelope?.error) ? envelope.error : undefined;
  const credential = status === 401 || status === 403;
  if (status >= 500 || status === 408 || (!error && !credential)) {
    return unclear(error ? `${textOf(error.code)}: ${textOf(error.message)}` : quoted(text), error);
  }
  return {
    kind: 'refused',
    status,
    code: typeof error?.code === 'string' ? error.code : `HTTP_${status}`,
    message: typeof error?.message === 'string' ? error.message : `HTTP ${status}`,
    target: typeof error?.target === 'string' ? error.target : undefined,
    details: detailsOf(error?.details),
    responseId,
  };
}

/** The details that name a path. One without a message has an empty one (W24). */
function detailsOf(value: unknown): { target: string; message: string }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) => {
    const { target, message } = isObject(one) ? one : {};
    if (typeof target !== 'string') return [];
    return [{ target, message: typeof message === 'string' ? message : '' }];
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Redacts the values and not the text, because a secret that contains a quotation mark would break the JSON. */
function parse(text: string, redact?: ConnectionOptions['redact']): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text, redact && ((_, one: JsonValue) => redacted(one, redact)));
    const bounded = isObject(value) && isTooDeep(value) ? withoutDeepRows(value) : value;
    return isObject(bounded) && !isTooDeep(bounded) ? (bounded as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

/** How deep an answer may be nested. Files have the same limit; everything that reads a campaign is recursive. */
const DEPTH_AT_MOST = 200;

function isTooDeep(value: object): boolean {
  let level: readonly object[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEPTH_AT_MOST) return true;
    level = level.flatMap((one) =>
      Object.values(one).filter((inner): inner is object => inner instanceof Object),
    );
  }
  return false;
}

/** A list in which a row that is nested too deep says nothing, as another malformed one, and the others say the same. */
function withoutDeepRows(envelope: object & { readonly data?: unknown }): object {
  const { data } = envelope;
  if (!isObject(data) || !Array.isArray(data.campaigns)) return envelope;
  const campaigns = data.campaigns.map((row: unknown) => (isObject(row) && isTooDeep(row) ? null : row));
  return { ...envelope, data: { ...data, campaigns } };
}

/** Undefined if the bytes aren't text: an answer that was repaired silently would be taken for an edit. */
function utf8(bytes: ArrayBuffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // JSON has no such character, but UTF-16 has it in every second byte.
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

function quoted(text: string): string {
  return text.trim().replace(/\s+/g, ' ').slice(0, QUOTED_CHARS);
}

/** A text, or the names of an object whose members are redacted already. */
function redacted(value: JsonValue, redact: ConnectionOptions['redact']): JsonValue {
  if (typeof value === 'string') return redact(value);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [redact(name), member]));
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

function codeOf(error: unknown): string | undefined {
  return isObject(error) && typeof error.code === 'string' ? error.code : undefined;
}
