/** Who may apply now, as the lease's ref says it. Everybody who reads the repository sees it. */
export interface LeaseRecord {
  readonly run: string;
  /** The page of the workflow's run; null elsewhere. */
  readonly page: string | null;
  /** Who runs it; null where the page says more. */
  readonly user: string | null;
  /** Epoch milliseconds, both by the holder's clock. */
  readonly since: number;
  readonly until: number;
}
