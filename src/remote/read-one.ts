import { componentNames, type CampaignId, type Live } from '../model/campaign.ts';
import type { LiveAnswer, Unknown } from '../model/live-answer.ts';
import {
  idsOf,
  liveVersion,
  rowsOf,
  whatNoFileChanges,
  type Decoded,
  type DecodedRecord,
} from './decode-campaign.ts';
import { sameJson } from '../model/json.ts';
import { malformed } from './unreadable.ts';

// Get returns one document. If a campaign has a DRAFT above its live version, the document ID that requests use names
// that draft, while another document is what people receive (open point S7). Only a search returns all documents and
// shows which one is live. If the draft were taken for the campaign, it would look as if the campaign had never been
// published.

/** One document, as Get returns it for an identifier. */
export type DocumentAnswer = Decoded | { readonly kind: 'missing' } | Unknown;

export interface OneRead {
  readonly get: (documentId: string) => Promise<DocumentAnswer>;
  readonly rows: (
    id: CampaignId,
  ) => Promise<{ readonly kind: 'rows'; readonly rows: readonly Decoded[] } | Unknown>;
}

/** Reads one campaign with Get, whichever of its documents `documentId` names. */
export async function readOne(
  { get, rows }: OneRead,
  id: CampaignId,
  documentId: string,
): Promise<LiveAnswer> {
  const answer = await get(documentId);
  if (answer.kind === 'unknown') return answer;
  if (answer.kind === 'missing') return readNewest({ get, rows }, id, documentId);
  if (answer.kind === 'malformed') return malformed(answer.problem);
  if (answer.kind !== 'record' || ![id, documentId].some((one) => idsOf(answer).includes(one)))
    return malformed({ code: 'malformed', part: 'the record', id });
  if (!answer.versioned || answer.version < 2 || answer.live.status !== 'DRAFT')
    return { kind: 'present', live: answer.live };
  const found = await rows(id);
  if (found.kind === 'unknown') return found;
  const records = rowsOf(found.rows, id).filter((row) => row.kind === 'record');
  const live = liveVersion(records);
  if (!live || live.status === 'DRAFT') return { kind: 'present', live: answer.live };
  const hasAll = (row: Live) => componentNames(answer.live.components).every((name) => row.components[name]);
  const row = records.find((one) => one.live.components === live.components);
  if (row && hasAll(live)) return { kind: 'present', live: withDraftAsRead(live, row, answer) };
  const below = await get(row?.live.documentId ?? '');
  if (below.kind === 'unknown') return below;
  if (below.kind === 'record' && below.live.status !== 'DRAFT') {
    const { documentId: newest, draftAbove, liveDocumentId, draft } = live;
    const whole: Live = {
      ...below.live,
      documentId: newest,
      ...(draftAbove !== undefined && { draftAbove }),
      ...(liveDocumentId !== undefined && { liveDocumentId }),
      ...(draft && { draft }),
    };
    return { kind: 'present', live: withDraftAsRead(whole, below, answer) };
  }
  // Get may know only the newest document. A search row that is complete for that one is complete for the others too.
  const newestRow = records.find((one) => one.live.documentId === documentId)?.live;
  if (row && below.kind === 'missing' && newestRow && hasAll(newestRow))
    return { kind: 'present', live: withDraftAsRead(live, row, answer) };
  return malformed({ code: 'live-version-hidden' });
}

/** With the draft above it as Get shows it, because a search row may lack a part. */
function withDraftAsRead({ draft, ...live }: Live, row: DecodedRecord, newest: DecodedRecord): Live {
  const isOfSameKind = sameJson(whatNoFileChanges(row), whatNoFileChanges(newest));
  const isRead = draft !== undefined && isOfSameKind && live.documentId === newest.live.documentId;
  return { ...live, ...(isRead && { draft: newest.live.components }) };
}

/** Another document may have replaced it (S7): what a search finds under another ID is not gone. */
async function readNewest({ get, rows }: OneRead, id: CampaignId, documentId: string): Promise<LiveAnswer> {
  const found = await rows(id);
  if (found.kind === 'unknown') return found;
  const live = liveVersion(rowsOf(found.rows, id).filter((row) => row.kind === 'record'));
  if (!live || live.documentId === documentId) return { kind: 'missing' };
  return readOne({ get, rows }, id, live.documentId);
}

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
