import type { CampaignId, Known, Live } from '../model/campaign.ts';
import type { LiveAnswer } from '../model/live-answer.ts';
import type { Decoded } from './decode-campaign.ts';

type DecodedRecord = Extract<Decoded, { kind: 'record' }>;

/** Rows that match a campaign by any of its identifiers. Search accepts and returns any of them (S7, W3). */
export function rowsOf(rows: readonly Decoded[], id: string): Decoded[] {
  return rows.filter((row) => idsOf(row).includes(id));
}

export function idsOf(row: Decoded): readonly string[] {
  if (row.kind === 'record') return [row.live.id, row.live.documentId];
  return row.id === undefined ? [] : [row.id];
}

/**
 * Chooses a campaign's row from search results. `ask` means that only Get can tell: the row is missing, malformed or a
 * summary, lacks a component that is known to exist (open point W13), or is older than a write of ours (W31).
 */
export function chooseRow(
  rows: readonly Decoded[],
  id: CampaignId,
  known: Known | undefined,
): LiveAnswer | { readonly kind: 'ask'; readonly documentId: string | undefined } {
  const own = rowsOf(rows, id);
  const records = own.filter((row) => row.kind === 'record');
  const newest = newestVersion(records);
  const live = liveVersion(records);
  const documentId = newest?.live.documentId;
  if (!live || records.length < own.length) return { kind: 'ask', documentId };
  const missing = known?.components.some((name) => live.components[name] === undefined) ?? false;
  return missing || isBehind(live, known) ? { kind: 'ask', documentId } : { kind: 'present', live };
}

/** A service writes all its times in the same format, so they compare as text. */
function isBehind(live: Live, known: Known | undefined): boolean {
  const [shown, seen] = [live.updatedAt, known?.updatedAt];
  return shown !== undefined && seen !== undefined && shown < seen;
}

/**
 * Open point S7: the live version is the highest one that is not a DRAFT. Requests use the ID of the newest document,
 * whatever its status, and a DRAFT above the live version is noted.
 */
export function liveVersion(records: readonly DecodedRecord[]): Live | undefined {
  const newest = newestVersion(records);
  const published = newestVersion(records.filter(({ live }) => live.status !== 'DRAFT'));
  if (!newest || !published || published === newest) return newest?.live;
  const { documentId: liveDocumentId } = published.live;
  return {
    ...published.live,
    documentId: newest.live.documentId,
    draftAbove: newest.version,
    liveDocumentId,
  };
}

function newestVersion(records: readonly DecodedRecord[]): DecodedRecord | undefined {
  return [...records].sort((a, b) => b.version - a.version)[0];
}

/** Whether a page has each campaign once, and no versions of any: then it is all there is of them. */
export function isComplete(rows: readonly Decoded[], ids: readonly CampaignId[]): boolean {
  const isPlain = rows.every((row) => row.kind === 'record' && !row.versioned);
  return isPlain && rows.length === ids.length && ids.every((id) => rowsOf(rows, id).length === 1);
}

/** Leaves out children and nodes of flows unless they were requested by ID (open points S9 and S10). */
export function isRequested(row: Decoded, ids: readonly CampaignId[]): boolean {
  const isNested = row.kind === 'record' && ['child', 'flow-node'].includes(row.live.readOnly ?? '');
  return !isNested || idsOf(row).some((id) => ids.some((requested) => requested === id));
}
