import { json } from '../json.ts';

/** What `fmt` found, and did unless it only checked. */
export interface FmtResult {
  readonly kind: 'written' | 'checked';
  /** Files that were not in form, in order. */
  readonly changed: readonly string[];
  /** How many have mistakes and were left as they are. */
  readonly refused: number;
  /** How many were looked at. */
  readonly total: number;
}

/** `{"format": "campaign-fmt/1", …}`, for scripts. */
export function fmtDocument({ changed, total }: FmtResult): string {
  return json({ format: 'campaign-fmt/1', changed, checked: total });
}
