import { jsonText } from '../../model/json.ts';

/** What `fmt` found and, unless it only checked, changed. */
export interface FmtResult {
  readonly kind: 'written' | 'checked';
  /** Files that were not formatted, in order. */
  readonly changed: readonly string[];
  /** How many have errors and were left unchanged. */
  readonly refused: number;
  /** How many were checked. */
  readonly total: number;
}

/** `{"format": "campaign-fmt/1", …}`, for scripts. */
export function fmtDocument({ changed, total }: FmtResult): string {
  return jsonText({ format: 'campaign-fmt/1', changed, checked: total });
}
