import { once } from 'node:events';
import { Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

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
