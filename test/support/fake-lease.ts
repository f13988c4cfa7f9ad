import type { Lease, LeaseAnswer } from '../../src/apply/ports.ts';

/** A lease that nobody fights for, unless a test says what it answers. */
export class FakeLease implements Lease {
  /** What was asked of it, in order; the checks before sends aside. */
  readonly calls: ('take' | 'free')[] = [];
  checks = 0;
  /** What the next takes answer; `held` when there is none left. */
  readonly takes: LeaseAnswer[] = [];
  /** What a check answers; `nth` counts from 1. */
  whenChecked: (nth: number) => LeaseAnswer = () => ({ kind: 'held' });

  take(): Promise<LeaseAnswer> {
    this.calls.push('take');
    return Promise.resolve(this.takes.shift() ?? { kind: 'held' });
  }

  check(): Promise<LeaseAnswer> {
    this.checks += 1;
    return Promise.resolve(this.whenChecked(this.checks));
  }

  free(): Promise<void> {
    this.calls.push('free');
    return Promise.resolve();
  }
}
