/** The operations of the API, by the names that faults, limits and the log use. */
// prettier-ignore
export type OperationName =
  | 'create' | 'get' | 'update' | 'validate' | 'status' | 'search' | 'meta' | 'test' | 'preview'
  | 'publish' | 'executions' | 'control-group';

/** At most `limit` events in any span of `spanMs` milliseconds. */
export interface Window {
  readonly limit: number;
  readonly spanMs: number;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

function windows(...limits: readonly (readonly [limit: number, spanMs: number])[]): readonly Window[] {
  return limits.map(([limit, spanMs]) => ({ limit, spanMs }));
}

/** Specification, Limits: create requests per client. */
export const CREATE_CALLS = windows([5, SECOND_MS], [25, MINUTE_MS], [100, HOUR_MS]);

/** Specification, Limits: successful campaign creations. */
export const CREATIONS = windows([5, MINUTE_MS], [25, HOUR_MS], [100, DAY_MS]);

/** The limits of each of the other operations. Open point W25. */
export const OTHER_CALLS = windows([10, SECOND_MS], [100, MINUTE_MS], [6000, HOUR_MS]);

/** Specification, Personalized Preview; its limit is open point W25. */
export const PREVIEW_CALLS = windows([10_000, MINUTE_MS]);

/** Updates of the global control group. Open point W30. */
export const CONTROL_GROUP_CALLS = windows([10, MINUTE_MS]);

/** Windows that replace the real ones, for an operation's calls and for successful creations. */
export type Limits = Readonly<Partial<Record<OperationName | 'creations', readonly Window[]>>>;

/** The real limits, no limits, or the real limits with some replaced. */
export type LimitsInForce = 'real' | 'off' | Limits;

/** Counts events in rolling windows, in which one counts until exactly its span has passed (W27). */
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
    // Events in the future remain after the clock was moved back.
    const counts = (at = now): boolean => at + this.#longestMs > now && at <= now;
    if (!counts(this.#events[0]) || !counts(this.#events.at(-1))) this.#events = this.#events.filter(counts);
    const waits = this.#windows.map(
      ({ limit, spanMs }) => (this.#events.at(-limit) ?? -Infinity) + spanMs - now,
    );
    return Math.max(0, ...waits);
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
}
