/** At most `limit` events in any span of `spanMs` milliseconds. */
export interface Window {
  readonly limit: number;
  readonly spanMs: number;
}

/**
 * Counts events in rolling windows. An event counts in a window until exactly its span has passed (Specification,
 * Limits; open point W27).
 */
export class RollingWindows {
  readonly #windows: readonly Window[];
  readonly #longestMs: number;
  /** Times of the counted events, oldest first. */
  #events: number[] = [];

  constructor(windows: readonly Window[]) {
    this.#windows = windows;
    this.#longestMs = Math.max(0, ...windows.map(({ spanMs }) => spanMs));
  }

  /** Milliseconds until another event is admitted if no other event comes first; 0 for now. */
  waitMs(now: number): number {
    this.#forget(now);
    return Math.max(0, ...this.#windows.map((window) => this.#waitFor(window, now)));
  }

  /** Counts an event. Returns a function that removes it again. */
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

  /** Also removes events in the future, which remain after the clock was moved back. */
  #forget(now: number): void {
    const counts = (at: number): boolean => at + this.#longestMs > now && at <= now;
    const [first, last] = [this.#events[0], this.#events.at(-1)];
    if (first === undefined || last === undefined || (counts(first) && counts(last))) return;
    this.#events = this.#events.filter(counts);
  }
}
