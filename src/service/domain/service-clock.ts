/** The service's only clock. Limits, stored answers, statuses and timestamps all use it. */
export interface ServiceClock {
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** Sets the clock, forward or back. A clock without this advances by itself. */
  readonly moveTo?: (instant: number) => void;
}

/** A clock that shows `start` until it is set. */
export function manualClock(start: number): ServiceClock {
  let instant = start;
  return {
    now: () => instant,
    moveTo: (other) => {
      instant = other;
    },
  };
}
