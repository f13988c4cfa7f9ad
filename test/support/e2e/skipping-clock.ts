import { setImmediate as nextSlot } from 'node:timers/promises';
import { FakeClock } from '../fake-clock.ts';

/** Real time, except that every wait of the program is skipped by moving the clock forward. */
export class SkippingClock extends FakeClock {
  constructor() {
    super(0);
  }

  override now(): number {
    return Date.now() + this.time;
  }

  /** Shows the real time again. */
  rewind(): void {
    this.time = 0;
  }

  /** Lets other work proceed first, so that answers in transit arrive during a wait. */
  override async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    await nextSlot();
    if (signal?.aborted) return;
    this.sleeps.push(ms);
    // Instants are whole milliseconds.
    this.pass(Math.ceil(ms));
  }
}
