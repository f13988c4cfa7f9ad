/** At most `limit` events in any span of `spanMs` milliseconds. */
export interface Window {
  readonly limit: number;
  readonly spanMs: number;
}

/**
 * Events under rolling windows: an event counts in a window until exactly its span has gone by
 * (Specification, Limits; open point W27).
 */
export class RollingWindows {
  readonly #windows: readonly Window[];
  readonly #longestMs: number;
  /** Instants of the counted events, in the order in which they came. */
  #events: number[] = [];

  constructor(windows: readonly Window[]) {
    this.#windows = windows;
    this.#longestMs = Math.max(0, ...windows.map(({ spanMs }) => spanMs));
  }

  /** Milliseconds until another event would be admitted if there is none before; 0 for now. */
  waitMs(now: number): number {
    this.#forget(now);
    return Math.max(0, ...this.#windows.map((window) => this.#waitFor(window, now)));
  }

  /** Counts an event and returns a function that removes it again. */
  count(now: number): () => void {
    if (this.#windows.length === 0) return () => undefined;
    this.#events.push(now);
    return () => {
      const place = this.#events.lastIndexOf(now);
      if (place !== -1) this.#events.splice(place, 1);
    };
  }

  #waitFor({ limit, spanMs }: Window, now: number): number {
    const blocking = this.#events.at(-limit);
    return blocking === undefined ? 0 : blocking + spanMs - now;
  }

  /** Events in the future remain from before the clock was moved back. */
  #forget(now: number): void {
    const counts = (at: number): boolean => at + this.#longestMs > now && at <= now;
    const [first, last] = [this.#events[0], this.#events.at(-1)];
    if (first === undefined || last === undefined || (counts(first) && counts(last))) return;
    this.#events = this.#events.filter(counts);
  }
}
