/** One request to the service and its result, without the bodies, for troubleshooting. */
export interface Exchange {
  readonly method: string;
  /** Relative to the workspace's address. */
  readonly path: string;
  /** `undefined` if there was no answer. */
  readonly status: number | undefined;
  /** How long it took, in milliseconds. */
  readonly ms: number;
  /** Our ID of the request, by which the service's support can find it. */
  readonly requestId: string;
  /** The service's ID of its answer; `null` if it has none. */
  readonly responseId: string | null;
}
