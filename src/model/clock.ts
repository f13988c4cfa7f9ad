/** Time as an argument, so that tests can control it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Ends early, without an error, when `signal` is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `act` every `ms` milliseconds until the returned function is called. */
  every(ms: number, act: () => void): () => void;
}

/** Randomness as an argument: identifiers, and the jitter of waits. */
export interface Chance {
  uuid(): string;
  /** At least 0 and less than 1. */
  fraction(): number;
}

/** Variables by name; one that isn't set is undefined. */
export type Environment = Readonly<Record<string, string | undefined>>;
