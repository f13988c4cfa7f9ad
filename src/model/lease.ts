/** Who may apply now, as recorded on the lease's ref. Everyone who can read the repository sees it. */
export interface LeaseRecord {
  readonly run: string;
  /** The address of the workflow run; `null` elsewhere. */
  readonly page: string | null;
  /** Who runs it; `null` if the page says more. */
  readonly user: string | null;
  /** Epoch milliseconds, both by the holder's clock. */
  readonly since: number;
  readonly until: number;
}

/** An event of a lease that doesn't affect the work that it protects. */
export type LeaseNotice =
  | { readonly kind: 'taken-over'; readonly holder: LeaseRecord; readonly isDead: boolean }
  /** The lease will expire by itself. */
  | { readonly kind: 'not-freed'; readonly said: string };
