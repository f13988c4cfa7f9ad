import type { Chance, Clock } from '../../src/apply/ports.ts';

/** Time that moves only when somebody sleeps. */
export class FakeClock implements Clock {
  time: number;
  readonly sleeps: number[] = [];

  constructor(start = Date.parse('2031-01-01T09:00:00Z')) {
    this.time = start;
  }

  now(): number {
    return this.time;
  }

  sleep(ms: number): Promise<void> {
    this.sleeps.push(ms);
    this.time += ms;
    return Promise.resolve();
  }
}

/** Identifiers in order, and no jitter. */
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
