import type { Chance, Clock } from '../../src/model/clock.ts';

/** Time that advances only during waits. */
export class FakeClock implements Clock {
  time: number;
  readonly sleeps: number[] = [];
  private readonly repeats = new Set<{ readonly ms: number; readonly act: () => void; due: number }>();

  constructor(start = Date.parse('2031-01-01T09:00:00Z')) {
    this.time = start;
  }

  now(): number {
    return this.time;
  }

  sleep(ms: number): Promise<void> {
    this.sleeps.push(ms);
    this.pass(ms);
    return Promise.resolve();
  }

  every(ms: number, act: () => void): () => void {
    const repeat = { ms, act, due: this.time + ms };
    this.repeats.add(repeat);
    return () => void this.repeats.delete(repeat);
  }

  /** Advances the time and runs what is due, each at its own instant. */
  protected pass(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const [next] = [...this.repeats].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due);
      if (!next) break;
      this.time = Math.max(this.time, next.due);
      next.due += next.ms;
      next.act();
    }
    this.time = Math.max(this.time, end);
  }
}

/** Identifiers in sequence, and no jitter. */
export function fakeChance(): Chance {
  let count = 0;
  return {
    uuid: () => {
      count += 1;
      return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
    },
    fraction: () => 0,
  };
}
