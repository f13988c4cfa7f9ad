import { once } from 'node:events';
import { Server, type ServerOptions, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { plain } from '../domain/failure.ts';
import { failureAnswer, JSON_TYPE } from './envelope.ts';

/** Time limits for clients, in milliseconds. */
export interface ClientTimes {
  /** For the head of a request and for the first byte of a new connection. */
  readonly headersMs: number;
  /** For a request from its first byte to its last. */
  readonly requestMs: number;
  /** How often Node checks for timeouts. A client may get that much more time. */
  readonly checkMs: number;
  /** For requests in progress to finish once the server stops. */
  readonly closeMs: number;
}

/** A server that disconnects slow clients and that never truncates answers when it stops. */
export class TimeoutServer extends Server {
  readonly #closeMs: number;
  readonly #sockets = new Set<Duplex>();
  /** Answers that aren't completely sent, by connection. There are several if the client pipelines requests. */
  readonly #answers = new Map<Duplex, Set<ServerResponse>>();

  constructor(options: ServerOptions, { headersMs, requestMs, checkMs, closeMs }: ClientTimes) {
    super({
      ...options,
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: checkMs,
    });
    this.#closeMs = closeMs;
    this.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    this.on('request', (incoming, outgoing) => {
      this.#remember(incoming.socket, outgoing);
    });
  }

  /** The next answer on a connection. */
  answerOn(socket: Duplex): ServerResponse | null {
    return this.#answers.get(socket)?.values().next().value ?? null;
  }

  /**
   * Replaces Node's method, which `close` also calls. Node considers an answer sent once it is written, so the part
   * that is still in the process would be lost.
   */
  override closeIdleConnections(): void {
    for (const socket of this.#sockets) if (!this.#answers.has(socket)) socket.destroy();
  }

  /** Stops accepting connections, and waits up to `closeMs` for answers in progress. */
  async stop(): Promise<void> {
    const closed = once(this, 'close');
    for (const answers of this.#answers.values()) {
      for (const answer of answers) if (!answer.headersSent) answer.setHeader('Connection', 'close');
    }
    this.close();
    const deadline = setTimeout(() => {
      this.closeAllConnections();
    }, this.#closeMs);
    await closed;
    clearTimeout(deadline);
  }

  #remember(socket: Duplex, answer: ServerResponse): void {
    const answers = this.#answers.get(socket) ?? new Set();
    this.#answers.set(socket, answers.add(answer));
    answer.once('close', () => {
      answers.delete(answer);
      if (answers.size > 0) return;
      this.#answers.delete(socket);
      if (!this.listening) socket.destroy();
    });
  }
}

/** How long a refused connection stays open so that the client can read the answer, in milliseconds. */
const CLOSE_DELAY_MS = 500;

/** The answers to errors of Node's parser and its timeouts, by error code. */
const REFUSALS: Readonly<Record<string, readonly [number, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request did not arrive in time'],
  HPE_HEADER_OVERFLOW: [431, 'the head of the request is too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'the chunk extensions are too large'],
};

/** A connection whose request could not be read completely. */
export interface UnreadConnection {
  readonly socket: Duplex;
  readonly error: Error & { readonly code?: string };
  /** The next answer on this connection: to an earlier request or to the incomplete one. */
  readonly due: ServerResponse | null;
  readonly responseId: string;
}

const refused = new WeakSet<Duplex>();

/**
 * Answers malformed HTTP, large headers and slow clients with the error envelope and closes the connection. Returns the
 * status, or `null` if it didn't answer.
 */
export function refuseUnread({ socket, error, due, responseId }: UnreadConnection): number | null {
  // A connection gets only one refusal.
  if (refused.has(socket)) return null;
  if (!socket.writable) {
    socket.destroy();
    return null;
  }
  refused.add(socket);
  if (due && (due.headersSent || due.req.complete)) {
    closeAfter(due, socket);
    return null;
  }
  const [status, message] = REFUSALS[error.code ?? ''] ?? [400, 'the request is not valid HTTP'];
  const { body } = failureAnswer(plain(status, 'BAD_REQUEST', message), { responseId, requestId: null });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      `Content-Type: ${JSON_TYPE}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  const closeTimer = setTimeout(() => {
    socket.destroy();
  }, CLOSE_DELAY_MS);
  socket.once('close', () => {
    clearTimeout(closeTimer);
  });
  return status;
}

/** A request that was complete before the error gets its own answer, because it may have changed something. */
function closeAfter(due: ServerResponse, socket: Duplex): void {
  if (!due.headersSent) due.setHeader('Connection', 'close');
  due.once('close', () => {
    socket.destroy();
  });
}
