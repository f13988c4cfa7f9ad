import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A connection that sends exactly the given bytes. */
export class RawConnection {
  readonly #socket: Socket;
  readonly #over: Promise<unknown>;
  #received = '';

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    this.#socket.setEncoding('latin1').on('data', (text: string) => (this.#received += text));
    this.#socket.on('error', () => undefined);
    this.#over = Promise.race([once(this.#socket, 'end'), once(this.#socket, 'close')]);
    this.#over.catch(() => undefined);
  }

  get received(): string {
    return this.#received;
  }

  send(bytes: string | Buffer): void {
    this.#socket.write(bytes);
  }

  /** Sends a piece repeatedly until the other side closes the connection. */
  async drip(piece: string, everyMs: number): Promise<void> {
    while (!this.#socket.destroyed) {
      this.send(piece);
      await sleep(everyMs);
    }
  }

  /** Stops and continues reading. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  reset(): void {
    this.#socket.resetAndDestroy();
  }

  /** Everything that arrives until the other side closes the connection. */
  async rest(): Promise<string> {
    await this.#over;
    this.#socket.destroy();
    return this.#received;
  }

  /** Everything that arrives in this many milliseconds, or until the other side closes the connection. */
  async restWithin(ms: number): Promise<string> {
    await Promise.race([this.#over, sleep(ms)]);
    this.#socket.destroy();
    return this.#received;
  }

  /** Waits until the received text matches. */
  async until(shape: RegExp): Promise<string> {
    while (!shape.test(this.#received)) {
      if (this.#socket.destroyed) throw new Error(`the other side hung up after ${this.#received}`);
      await sleep(2);
    }
    return this.#received;
  }
}

/** A parsed answer. */
interface RawAnswer {
  readonly status: number;
  readonly head: string;
  /** `undefined` if there is none. */
  readonly body: unknown;
}

/** The answers in a stream of bytes. Not for HEAD, whose answers have a length but no body. */
export function answersIn(received: string): readonly RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = received; rest !== '';) {
    const end = rest.indexOf('\r\n\r\n') + 4;
    const head = rest.slice(0, end);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
    const length = status === 204 ? 0 : Number(/^content-length: (\d+)$/im.exec(head)?.[1]);
    const text = Buffer.from(rest.slice(end, end + length), 'latin1').toString('utf8');
    if (!(rest.length >= end + length)) throw new Error(`no whole answer: ${rest}`);
    answers.push({ status, head, body: text === '' ? undefined : (JSON.parse(text) as unknown) });
    rest = rest.slice(end + length);
  }
  return answers;
}
