import type { ProcessClock } from './virtual-time.ts';

interface Entry<Pull> {
  readonly pull: Pull;
  readonly resolve: (outcome: 'merged' | 'failed') => void;
  check: { readonly clock: ProcessClock; outcome?: boolean } | undefined;
}

/** How many entries GitHub checks at the same time; its setting is "build concurrency", 5 by default. */
const CHECKED_AT_ONCE = 5;

/** GitHub's merge queue: each entry is checked on top of those before it, and they merge in order. */
export class MergeQueue<Pull> {
  private readonly entries: Entry<Pull>[] = [];
  private readonly check: (pull: Pull, clock: ProcessClock) => Promise<boolean>;
  private readonly clockOf: () => ProcessClock;

  constructor(clockOf: () => ProcessClock, check: (pull: Pull, clock: ProcessClock) => Promise<boolean>) {
    this.clockOf = clockOf;
    this.check = check;
  }

  /** Settles when the pull request is merged or removed because its check failed. */
  add(pull: Pull): Promise<'merged' | 'failed'> {
    return new Promise((resolve) => {
      this.entries.push({ pull, resolve, check: undefined });
      this.startChecks();
    });
  }

  private startChecks(): void {
    for (const entry of this.entries.slice(0, CHECKED_AT_ONCE)) {
      if (entry.check) continue;
      const check: NonNullable<Entry<Pull>['check']> = { clock: this.clockOf() };
      entry.check = check;
      void this.check(entry.pull, check.clock).then((outcome) => {
        check.outcome = outcome;
        this.settle();
      });
    }
  }

  /** Merges what is checked at the front. Behind a failure, everything is checked again without it. */
  private settle(): void {
    for (let [first] = this.entries; first?.check?.outcome !== undefined; [first] = this.entries) {
      this.entries.shift();
      const { outcome } = first.check;
      if (!outcome)
        for (const entry of this.entries) {
          entry.check?.clock.kill();
          entry.check = undefined;
        }
      first.resolve(outcome ? 'merged' : 'failed');
    }
    this.startChecks();
  }
}
