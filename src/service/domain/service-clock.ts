/** The service's only clock. Limits, stored answers, statuses and timestamps all use it. */
export type ServiceClock = RealClock | ManualClock;

/** A clock that advances by itself. */
export interface RealClock {
  readonly kind: 'real';
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
}

/** A clock that advances only when it is set. */
export interface ManualClock {
  readonly kind: 'manual';
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** Sets the clock, forward or back. */
  readonly moveTo: (instant: number) => void;
}

export function realClock(now: () => number = Date.now): RealClock {
  return { kind: 'real', now };
}

/** A clock that shows `start` until it is set. */
export function manualClock(start: number): ManualClock {
  let instant = start;
  return {
    kind: 'manual',
    now: () => instant,
    moveTo: (other) => {
      instant = other;
    },
  };
}
