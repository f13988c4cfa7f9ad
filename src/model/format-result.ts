/** What `fmt` found and, unless it only checked, changed; paths begin at the top of the work tree. */
export interface FmtResult {
  readonly kind: 'written' | 'checked';
  /** The files that were not formatted, in order. */
  readonly changed: readonly string[];
  /** How many could not be formatted, and were left unchanged; out of how many. */
  readonly refused: number;
  readonly total: number;
}
