import { setImmediate as nextTurn } from 'node:timers/promises';
import { FakeClock } from '../fake-clock.ts';

/** The machine's time, with every wait of the program left out: whoever sleeps finds the clock put forward. */
export class SkippingClock extends FakeClock {
  constructor() {
    super(0);
  }

  override now(): number {
    return Date.now() + this.time;
  }

  /** Shows the machine's time again. */
  rewind(): void {
    this.time = 0;
  }

  /** Others get their turn first: answers that are on their way arrive while somebody waits. */
  override async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    await nextTurn();
    if (signal?.aborted) return;
    this.sleeps.push(ms);
    // Instants are whole milliseconds.
    this.pass(Math.ceil(ms));
  }
}
