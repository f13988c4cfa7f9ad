import type { CampaignId } from '../model/campaign.ts';
import { idsOf } from './choose-row.ts';
import type { Decoded } from './decode-campaign.ts';

/**
 * Why a page of a search by IDs doesn't match the request, in which case none of its rows is used. `undefined` for a
 * valid page. A row that is malformed by itself doesn't invalidate the others.
 */
export function validatePage(rows: readonly Decoded[], ids: readonly CampaignId[]): string | undefined {
  const nameless = rows.find((row) => row.kind === 'malformed' && row.id === undefined);
  if (nameless?.kind === 'malformed') return nameless.message;
  const stranger = rows.find((row) => !idsOf(row).some((id) => ids.some((asked) => asked === id)));
  if (stranger) return `it holds ${idOf(stranger) ?? 'something'}, which was not asked for`;
  const seen = new Set<string>();
  for (const row of rows) {
    const document = `${idOf(row) ?? ''} ${row.kind === 'record' ? row.version : 0}`;
    if (seen.has(document)) return `it holds ${idOf(row) ?? ''} twice`;
    seen.add(document);
  }
  return undefined;
}

function idOf(row: Decoded): string | undefined {
  return row.kind === 'record' ? row.live.id : row.id;
}
