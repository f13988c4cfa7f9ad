import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A connection that sends just the bytes it is told to. */
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

  /** Sends a piece every so often until the other side hangs up. */
  async drip(piece: string, everyMs: number): Promise<void> {
    while (!this.#socket.destroyed) {
      this.send(piece);
      await sleep(everyMs);
    }
  }

  /** Stops and goes on with reading. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  reset(): void {
    this.#socket.resetAndDestroy();
  }

  /** All that came until the other side hung up. */
  async rest(): Promise<string> {
    await this.#over;
    this.#socket.destroy();
    return this.#received;
  }

  /** Waits until something came that fits. */
  async until(shape: RegExp): Promise<string> {
    while (!shape.test(this.#received)) {
      if (this.#socket.destroyed) throw new Error(`the other side hung up after ${this.#received}`);
      await sleep(2);
    }
    return this.#received;
  }
}

/** The answers in a stream of bytes that all tell their length. */
export function answersIn(received: string): { status: number; head: string; body: unknown }[] {
  const answers = [];
  for (let rest = received; rest !== '';) {
    const [head = '', ...more] = rest.split('\r\n\r\n');
    const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? NaN);
    const text = more.join('\r\n\r\n');
    if (!(text.length >= length)) throw new Error(`not an answer: ${rest}`);
    answers.push({
      status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]),
      head,
      body: JSON.parse(Buffer.from(text.slice(0, length), 'latin1').toString('utf8')) as unknown,
    });
    rest = text.slice(length);
  }
  return answers;
}
