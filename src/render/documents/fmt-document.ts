import { jsonText } from '../../model/json.ts';
import type { FmtResult } from '../../model/format-result.ts';

/** `{"format": "campaign-fmt/1", …}`, for scripts. */
export function fmtDocument({ changed, total }: FmtResult): string {
  return jsonText({ format: 'campaign-fmt/1', changed, checked: total });
}
