/** One request to the service and what came of it, without what either said: for whoever looks for a fault. */
export interface Exchange {
  readonly method: string;
  /** Relative to the workspace's address. */
  readonly path: string;
  /** undefined where no answer came. */
  readonly status: number | undefined;
  /** How long it took, in milliseconds. */
  readonly ms: number;
  /** What we called the request; the service's support can find it by that. */
  readonly requestId: string;
  /** What the service called its answer; null where it said nothing of that. */
  readonly responseId: string | null;
}
