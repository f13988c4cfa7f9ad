import type { CampaignId } from '../model/campaign.ts';
import { idsOf } from './choose-row.ts';
import type { Decoded } from './decode-campaign.ts';

/**
 * Whether a page of a search by IDs matches the request. If it doesn't, none of its rows is used: a row has no ID, was
 * not asked for, or occurs twice. A row that is malformed by itself doesn't invalidate the others.
 */
export function isValidPage(rows: readonly Decoded[], ids: readonly CampaignId[]): boolean {
  const seen = new Set<string>();
  return rows.every((row) => {
    if (!idsOf(row).some((id) => ids.some((asked) => asked === id))) return false;
    const document = JSON.stringify(row.kind === 'record' ? [row.live.id, row.version] : [row.id, 0]);
    return !seen.has(document) && seen.add(document);
  });
}
