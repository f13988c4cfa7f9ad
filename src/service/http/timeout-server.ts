import { once } from 'node:events';
import { Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** How long clients may take, in milliseconds. */
export interface ClientTimes {
  /** For the head of a request, and for the first byte of a new connection. */
  readonly headersMs: number;
  /** For a request from its first byte to its last. */
  readonly requestMs: number;
  /**
   * For taking in the next piece of an answer; who needs longer is hung up on. Node looks once in this time whether
   * anything has left since the last look, so that it may take twice as long.
   */
  readonly unreadMs: number;
  /** How often late ones are looked for; so much longer a client may get. */
  readonly checkMs: number;
}

/** A server that keeps slow clients from staying for ever, and that stops without cutting an answer off. */
export class PatientServer extends Server {
  readonly #sockets = new Set<Duplex>();
  /** Answers that are not yet sent whole, by connection; several when a client does not wait for one. */
  readonly #answers = new Map<Duplex, Set<ServerResponse>>();

  constructor(options: ServerOptions, { headersMs, requestMs, unreadMs, checkMs }: ClientTimes) {
    super({
      ...options,
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: checkMs,
    });
    this.on('timeout', (socket: Socket) => {
      if (!this.#isWaiting(socket)) socket.destroy();
    });
    this.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    this.on('request', (incoming, outgoing) => {
      incoming.socket.setTimeout(unreadMs);
      this.#remember(incoming.socket, outgoing);
    });
  }

  /** The answer that is due next on a connection. */
  answerOn(socket: Duplex): ServerResponse | null {
    return this.#answers.get(socket)?.values().next().value ?? null;
  }

  /**
   * Stands in for Node's own, which `close` calls, too, and which takes an answer for sent when it is written: what
   * had not left by then would be lost.
   */
  override closeIdleConnections(): void {
    for (const socket of this.#sockets) if (!this.#answers.has(socket)) socket.destroy();
  }

  /** Accepts nothing more and lets the answers under way be sent, for so many milliseconds at most. */
  async stop(graceMs: number): Promise<void> {
    const closed = once(this, 'close');
    for (const answers of this.#answers.values()) {
      for (const answer of answers) if (!answer.headersSent) answer.setHeader('Connection', 'close');
    }
    this.close();
    const impatience = setTimeout(() => {
      this.closeAllConnections();
    }, graceMs);
    await closed;
    clearTimeout(impatience);
  }

  /** Whether nothing happens on a connection because it is the service that is to do something. */
  #isWaiting(socket: Socket): boolean {
    return this.#answers.has(socket) && socket.writableLength === 0;
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
