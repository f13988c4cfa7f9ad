import type { Lease, LeaseAnswer } from '../../src/apply/ports.ts';

/** A lease without competitors, unless a test sets its answers. */
export class FakeLease implements Lease {
  /** The calls in order, without the checks before sends. */
  readonly calls: ('take' | 'free')[] = [];
  checks = 0;
  /** The next answers to `take`. The default is `held`. */
  readonly takes: LeaseAnswer[] = [];
  /** The answer to a check; `nth` counts from 1. */
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
