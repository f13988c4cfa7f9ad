/** Time, as an argument: tests have one of their own. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Ends early, without a failure, when `signal` is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `act` again and again, so many milliseconds apart, until the returned function is called. */
  every(ms: number, act: () => void): () => void;
}

/** What chance decides: identifiers, and the jitter of a wait. */
export interface Chance {
  uuid(): string;
  /** At least 0, below 1. */
  fraction(): number;
}
