/** An implementation of the service that the contract suite is pointed at. */
export interface ContractTarget {
  /** With a slash at its end. */
  readonly baseUrl: string;
  readonly appKey: string;
  readonly apiKey: string;
  /** Lets time go by at the service; without it rules about time are skipped. */
  readonly advance?: (ms: number) => Promise<void>;
  /** Puts records into the service as they are; without it rules about records that no operation makes are skipped. */
  readonly seed?: (records: readonly object[]) => Promise<void>;
}

/** A target that is known once the suite runs. */
export type TargetOf = () => ContractTarget;
