import { admit, withAttempt } from '../quota/admit.ts';
import { HOUR_MS } from '../quota/windows.ts';
import type { Ledger } from '../model/state.ts';
import type { Window } from '../model/workspace.ts';
import type { Clock } from '../apply/ports.ts';

/** Keeps one operation's calls of this process below its limits (open point W25). */
export class Pace {
  private taken: Ledger = { attempts: [], successes: [] };
  private readonly windows: readonly Window[];
  private readonly clock: Clock;

  constructor(windows: readonly Window[], clock: Clock) {
    this.windows = windows;
    this.clock = clock;
  }

  /** Resolves when one more call may go out; the place is taken at once, so callers may run side by side. */
  async admit(): Promise<void> {
    const now = this.clock.now();
    const at = admit(this.taken, this.windows, now);
    const recent = this.taken.attempts.filter((time) => time > now - HOUR_MS);
    this.taken = withAttempt({ attempts: recent, successes: [] }, at);
    if (at > now) await this.clock.sleep(at - now);
  }
}
