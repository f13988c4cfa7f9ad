import {
  COMPONENTS,
  isComponentName,
  STATUSES,
  type CampaignId,
  type Components,
  type Live,
  type UnknownPart,
  type Known,
} from '../model/campaign.ts';
import type { RecordProblem, LiveAnswer } from '../model/live-answer.ts';
import { isChannel } from '../model/channel.ts';
import { isObject, sameJson, type JsonObject, type JsonValue } from '../model/json.ts';

/** A decoded record of Get or Search, a summary, or what is malformed. */
export type Decoded =
  | {
      readonly kind: 'record';
      readonly live: Live;
      readonly versioned: boolean;
      readonly version: number;
      /** Parts that no file can have, with their values. Omitted if there are none. */
      readonly unmanaged?: JsonObject;
    }
  | { readonly kind: 'summary'; readonly id: CampaignId }
  | {
      readonly kind: 'malformed';
      readonly id: string | undefined;
      /** Given if the record says so. A campaign of another kind doesn't concern the search. */
      readonly of?: { readonly channel: unknown; readonly deliveryType: unknown };
      readonly problem: RecordProblem;
    };

/** Open points W3, W13, S8 to S10. */
export function decodeCampaign(value: unknown, from: 'get' | 'search'): Decoded {
  if (!isObject(value)) return malformed(undefined, 'a record');
  const documentId = value.id;
  const id = typeof value.campaign_id === 'string' ? value.campaign_id : documentId;
  if (typeof id !== 'string' || id === '') return malformed(undefined, 'id');
  const campaignId = id as CampaignId;
  const present = COMPONENTS.filter((name) => value[name] !== undefined && value[name] !== null);
  if (from === 'search' && (value.campaign_delivery_type === undefined || present.length === 0))
    return { kind: 'summary', id: campaignId };
  const { channel, campaign_delivery_type: deliveryType, status } = value;
  if (typeof status !== 'string' || status === '') return malformed(id, 'status');
  if (typeof channel !== 'string' || typeof deliveryType !== 'string')
    return malformed(id, 'channel or campaign_delivery_type');
  const misshapen = present.find((name) => !isObject(value[name]));
  if (misshapen) return { ...malformed(id, misshapen), of: { channel, deliveryType } };
  const components = Object.fromEntries(
    present.map((name) => [name, value[name] as JsonObject]),
  ) as Components;
  const name = components.basic_details?.name;
  const unknownParts = unknownPartsOf(value);
  return {
    kind: 'record',
    versioned: value.version_number !== undefined,
    version: typeof value.version_number === 'number' ? value.version_number : 0,
    ...(unknownParts.length > 0 && {
      unmanaged: Object.fromEntries(unknownParts.map(({ name }) => [name, value[name] as JsonValue])),
    }),
    live: {
      id: campaignId,
      documentId: typeof documentId === 'string' ? documentId : campaignId,
      channel,
      deliveryType,
      ...statusOf(status),
      name: typeof name === 'string' ? name : undefined,
      components,
      ...(typeof value.updated_at === 'string' && { updatedAt: value.updated_at }),
      ...(typeof value.updated_by === 'string' && { updatedBy: value.updated_by }),
      ...(unknownParts.length > 0 && { unknownParts }),
      readOnly: readOnlyBecause(value, channel),
    },
  };
}

/** Open points W3 and W15, and specification, Campaign record: what a record has besides its components. */
// prettier-ignore
const RECORD_FIELDS = new Set([
  'id', 'campaign_id', 'version_number', 'status', 'channel', 'campaign_delivery_type', 'request_id',
  'created_by', 'updated_by', 'created_at', 'updated_at', 'sent_time', 'flow_id', 'flow_name',
  'parent_id', 'sender_name', 'rejection_comment', 'platform', 'campaign_name', 'campaign_team',
  'campaign_tags', 'campaign_status', 'campaign_start_time', 'parent_campaign_id',
  'total_child_campaigns', 'reachability_details',
]);

function unknownPartsOf(record: Record<string, unknown>): UnknownPart[] {
  const isKnown = (name: string) => RECORD_FIELDS.has(name) || isComponentName(name);
  return Object.entries(record).flatMap(([name, value]) =>
    isKnown(name) || isEmpty(value) ? [] : [{ name, isObject: isObject(value) }],
  );
}

/** Open point W3: these mean the same as an absent field. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function readOnlyBecause(value: Record<string, unknown>, channel: string): Live['readOnly'] {
  if (isSaid(value.flow_id)) return 'flow-node';
  if (isSaid(value.parent_id)) return 'child';
  return isChannel(channel) ? undefined : 'channel';
}

function isSaid(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function malformed(id: string | undefined, part: string): Extract<Decoded, { kind: 'malformed' }> {
  return { kind: 'malformed', id, problem: { code: 'malformed', part, ...(id !== undefined && { id }) } };
}

/** Open point S12: an unknown status counts as ended. The known ones always keep their meaning. */
function statusOf(word: string): Pick<Live, 'status' | 'statusAs'> {
  const status = STATUSES.find((one) => one === word.toUpperCase());
  return status ? { status } : { status: 'ARCHIVED', statusAs: word };
}

export type DecodedRecord = Extract<Decoded, { kind: 'record' }>;

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

/** The live version is the highest that is no DRAFT; requests use the ID of the newest document (S7). */
export function liveVersion(records: readonly DecodedRecord[]): Live | undefined {
  const newest = newestVersion(records);
  const published = newestVersion(records.filter(({ live }) => live.status !== 'DRAFT'));
  if (!newest || !published || published === newest) return newest?.live;
  const { documentId, components } = newest.live;
  const liveDocumentId = published.live.documentId;
  const drafts = records.filter(({ version }) => version > published.version);
  const hasOnlyEdits =
    drafts.length === 1 && sameJson(whatNoFileChanges(published), whatNoFileChanges(newest));
  return {
    ...published.live,
    ...{ documentId, draftAbove: newest.version, liveDocumentId },
    ...(hasOnlyEdits && { draft: components }),
  };
}

/** What two versions have in common if one has only edits from files. */
export function whatNoFileChanges({ live, unmanaged = {} }: DecodedRecord): JsonObject {
  const { channel, deliveryType, readOnly = null } = live;
  return { channel, deliveryType, readOnly, unmanaged };
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
