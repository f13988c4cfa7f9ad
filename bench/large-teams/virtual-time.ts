import type { Clock } from '../../src/model/clock.ts';
import { DAY_MS, HOUR_MS } from '../../src/model/time.ts';

interface Due {
  readonly at: number;
  readonly nth: number;
  readonly act: () => void;
}

/** Time that passes only while everything waits. What is due at the same instant happens in the order of its request. */
export class VirtualTime {
  now: number;
  /** A binary heap: the earliest is first. */
  private readonly due: Due[] = [];
  private requested = 0;

  constructor(start: number) {
    this.now = start;
  }

  at(instant: number, act: () => void): void {
    this.requested += 1;
    const { due } = this;
    let place = due.push({ at: Math.max(instant, this.now), nth: this.requested, act }) - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!this.swapIfEarlier(place, above)) break;
      place = above;
    }
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.at(this.now + ms, resolve);
    });
  }

  /** Lets time pass until nothing is due anymore. */
  async run(): Promise<void> {
    for (let next = this.take(); next; next = this.take()) {
      this.now = next.at;
      next.act();
      // Everything that doesn't wait for time goes on first.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  private take(): Due | undefined {
    const { due } = this;
    const [first] = due;
    const last = due.pop();
    if (!first || !last || due.length === 0) return first;
    due[0] = last;
    for (let place = 0; ;) {
      const [left, right] = [2 * place + 1, 2 * place + 2];
      const below = right < due.length && isEarlier(due[right], due[left]) ? right : left;
      if (below >= due.length || !this.swapIfEarlier(below, place)) return first;
      place = below;
    }
  }

  private swapIfEarlier(lower: number, upper: number): boolean {
    const { due } = this;
    const [one, other] = [due[lower], due[upper]];
    if (!one || !other || !isEarlier(one, other)) return false;
    [due[lower], due[upper]] = [other, one];
    return true;
  }
}

function isEarlier(one: Due | undefined, other: Due | undefined): boolean {
  if (!one || !other) return false;
  return one.at === other.at ? one.nth < other.nth : one.at < other.at;
}

/** The clock of one process. After `kill`, none of its waits ends, so it never does anything again. */
export class ProcessClock implements Clock {
  /** Settles when the process is killed. */
  readonly killed: Promise<void>;
  private readonly time: VirtualTime;
  private isAlive = true;
  private end: () => void = () => undefined;

  constructor(time: VirtualTime) {
    this.time = time;
    this.killed = new Promise((resolve) => {
      this.end = resolve;
    });
  }

  now(): number {
    return this.time.now;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.time.at(this.time.now + ms, () => {
        if (this.isAlive) resolve();
      });
    });
  }

  every(ms: number, act: () => void): () => void {
    let isWanted = true;
    const again = () => {
      this.time.at(this.time.now + ms, () => {
        if (!isWanted || !this.isAlive) return;
        act();
        again();
      });
    };
    again();
    return () => {
      isWanted = false;
    };
  }

  get isKilled(): boolean {
    return !this.isAlive;
  }

  kill(): void {
    this.isAlive = false;
    this.end();
  }
}

/** Gives `count` users at a time what they asked for, in the order in which they asked. */
export class Turns {
  private left: number;
  private readonly waiting: (() => void)[] = [];

  constructor(count: number) {
    this.left = count;
  }

  take(): Promise<void> {
    if (this.left > 0) {
      this.left -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  release(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.left += 1;
  }
}

/** Random numbers from a seed and a name: what one name draws doesn't depend on what others draw. */
export class Draws {
  private state: number;

  constructor(seed: number, name: string) {
    let hash = 2_166_136_261 ^ seed;
    for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
    this.state = hash >>> 0;
  }

  /** At least 0 and less than 1 (mulberry32). */
  fraction(): number {
    this.state = (this.state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  /** Whether something happens that has this probability. */
  happens(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** A duration that has no memory, in milliseconds. */
  gap(meanMs: number): number {
    return Math.round(-Math.log(1 - this.fraction()) * meanMs);
  }
}

const [OPENS, CLOSES] = [9 * HOUR_MS, 17 * HOUR_MS];

/** The instants of something that happens `aDay` times in the eight hours of a working day, on average. */
export function instants(
  draws: Draws,
  { from, days, aDay }: { readonly from: number; readonly days: number; readonly aDay: number },
): number[] {
  const found: number[] = [];
  if (aDay === 0) return found;
  for (let day = 0; day < days; day += 1) {
    const midnight = from + day * DAY_MS;
    const weekday = new Date(midnight).getUTCDay();
    if (weekday === 0 || weekday === 6) continue;
    const mean = (CLOSES - OPENS) / aDay;
    for (let at = midnight + OPENS + draws.gap(mean); at < midnight + CLOSES; at += draws.gap(mean))
      found.push(at);
  }
  return found;
}
