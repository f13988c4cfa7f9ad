import type { CampaignRecord } from '../domain/campaign/campaign-record.ts';
import { textAt } from '../domain/json.ts';
import { jsonIn, numberIn, Table, textIn, type Value } from './store-file.ts';

/** A campaign with a change that is due. */
export interface DueCampaign {
  readonly workspace: string;
  readonly record: CampaignRecord;
  readonly due: number;
}

/** All documents of all campaigns: one per version. */
export class CampaignTable extends Table {
  /** Adds a document, or replaces the one with the same `id`. `due` is when the clock will next change it, if ever. */
  put(workspace: string, record: CampaignRecord, due: number | null): void {
    this.file.put('campaigns', rowOf(workspace, record, due));
  }

  /** Stores the live document. Older versions get its status; a DRAFT above it doesn't change (S7). */
  putLive(workspace: string, record: CampaignRecord, due: number | null): void {
    const { id, campaign_id, status } = record;
    this.put(workspace, record, due);
    this.file.run(
      `UPDATE campaigns SET due = NULL, status = ?3, record = json_set(record, '$.status', ?3)
       WHERE workspace = ?1 AND campaign_id = ?2 AND id <> ?4 AND NOT (version > ?5 AND status = 'DRAFT')`,
      [workspace, campaign_id, status, id, versionOf(record)],
    );
  }

  remove(workspace: string, id: string): void {
    this.file.run('DELETE FROM campaigns WHERE workspace = ? AND id = ?', [workspace, id]);
  }

  /** All documents of the campaign with an `id` or a `campaign_id`, newest first (open point S7). */
  versions(workspace: string, identifier: string): readonly CampaignRecord[] {
    const newest = 'SELECT record FROM campaigns WHERE workspace = ?1 AND campaign_id = ';
    const order = ' ORDER BY version DESC, id DESC';
    const byId = '(SELECT campaign_id FROM campaigns WHERE workspace = ?1 AND id = ?2)';
    const rows = this.file.all(`${newest}?2${order}`, [workspace, identifier]);
    const found = rows.length > 0 ? rows : this.file.all(`${newest}${byId}${order}`, [workspace, identifier]);
    return found.map(recordIn);
  }

  document(workspace: string, id: string): CampaignRecord | null {
    const sql = 'SELECT record FROM campaigns WHERE workspace = ? AND id = ?';
    const row = this.file.get(sql, [workspace, id]);
    return row && recordIn(row);
  }

  /** A page of search results, newest first, then by ID (open point W12). */
  search(
    workspace: string,
    { filters, includesChildren, includesArchived, ...page }: SearchQuery,
  ): readonly CampaignRecord[] {
    const values: Value[] = [workspace];
    const place = (value: Value): string => `?${values.push(value)}`;
    const conditions = Object.entries(FILTERS).flatMap(([name, condition]) => {
      const value = filters[name as keyof typeof FILTERS];
      if (value === undefined) return [];
      return [
        condition.replaceAll(':value', place(typeof value === 'object' ? JSON.stringify(value) : value)),
      ];
    });
    const where = [
      'workspace = ?1',
      // Drafts are found by their status, the others by a switch (Search Campaigns, W12).
      ...(includesChildren ? [] : ['in_flow = 0 AND parent_id IS NULL']),
      ...(includesArchived ? [] : ["status <> 'ARCHIVED'"]),
      ...(filters.statuses === undefined ? ["status <> 'DRAFT'"] : []),
      ...conditions,
    ].join(' AND ');
    const rows = `LIMIT ${place(page.limit)} OFFSET ${place(firstRow(page))}`;
    const sql = `SELECT record FROM campaigns WHERE ${where} ORDER BY created_at DESC, id ${rows}`;
    return this.file.all(sql, values).map(recordIn);
  }

  /** A page of a campaign's children, latest first. */
  children(workspace: string, parent: string, page: Page): readonly CampaignRecord[] {
    const sql = `SELECT record FROM campaigns WHERE workspace = ? AND parent_id = ?
                 ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`;
    return this.file.all(sql, [workspace, parent, page.limit, firstRow(page)]).map(recordIn);
  }

  /** Whether a campaign other than one has a geofence of this name. */
  hasPlace(workspace: string, { name, except }: { readonly name: string; readonly except: string }): boolean {
    const sql = `SELECT 1 FROM campaigns WHERE workspace = ? AND campaign_id <> ? AND parent_id IS NULL
                 AND json_extract(record, '$.basic_details.geofences.name') = ? LIMIT 1`;
    return this.file.get(sql, [workspace, except, name]) !== null;
  }

  countChildren(workspace: string, parent: string): number {
    const sql = 'SELECT count(*) AS count FROM campaigns WHERE workspace = ? AND parent_id = ?';
    const row = this.file.get(sql, [workspace, parent]);
    return row ? numberIn(row, 'count') : 0;
  }

  /** The campaign whose change is due first, up to an instant. */
  firstDue(now: number): DueCampaign | null {
    const sql = 'SELECT workspace, due, record FROM campaigns WHERE due <= ? ORDER BY due, id LIMIT 1';
    const row = this.file.get(sql, [now]);
    return row && { workspace: textIn(row, 'workspace'), due: numberIn(row, 'due'), record: recordIn(row) };
  }

  /** The live documents with a status, by workspace, without older versions and drafts. */
  liveWithStatus(status: string): readonly { readonly workspace: string; readonly record: CampaignRecord }[] {
    const newer = `SELECT 1 FROM campaigns AS newer WHERE newer.workspace = one.workspace
                   AND newer.campaign_id = one.campaign_id AND newer.version > one.version
                   AND newer.status <> 'DRAFT'`;
    const sql = `SELECT workspace, record FROM campaigns AS one WHERE status = ? AND NOT EXISTS (${newer})
                 ORDER BY workspace, id`;
    return this.file
      .all(sql, [status])
      .map((row) => ({ workspace: textIn(row, 'workspace'), record: recordIn(row) }));
  }
}

function rowOf(workspace: string, record: CampaignRecord, due: number | null): Record<string, Value> {
  const { id, campaign_id, status, channel, campaign_delivery_type: delivery_type, created_at } = record;
  const { parent_id: parent, flow_id } = record;
  return {
    ...{ workspace, id, campaign_id, status, channel, delivery_type, created_at, due },
    version: versionOf(record),
    created_by: textAt(record, 'created_by'),
    name: folded(textAt(record, 'basic_details', 'name') ?? ''),
    parent_id: parent === undefined || typeof parent === 'string' ? (parent ?? null) : JSON.stringify(parent),
    in_flow: flow_id === undefined ? 0 : 1,
    record: JSON.stringify(record),
  };
}

function versionOf(record: CampaignRecord): number {
  return typeof record.version_number === 'number' ? record.version_number : 1;
}

/** The column contains what `put` wrote, which was a record. */
function recordIn(row: Readonly<Record<string, unknown>>): CampaignRecord {
  return jsonIn(row, 'record') as CampaignRecord;
}

const VALUES = '(SELECT value FROM json_each(:value))';
const TAGS = "'$.basic_details.tags'";

/** The filters of a search (W12). Each kind of ID has its index: an OR of both would scan every campaign. */
const FILTERS = {
  ids: `rowid IN (SELECT rowid FROM campaigns WHERE workspace = ?1 AND id IN ${VALUES}
        UNION SELECT rowid FROM campaigns WHERE workspace = ?1 AND campaign_id IN ${VALUES})`,
  channels: `channel IN ${VALUES}`,
  createdBy: `created_by IN ${VALUES}`,
  createdFrom: 'created_at >= :value',
  createdTo: 'created_at <= :value',
  deliveryTypes: `delivery_type IN ${VALUES}`,
  name: 'instr(name, :value) > 0',
  statuses: `status IN ${VALUES}`,
  tags: `json_type(record, ${TAGS}) = 'array'
         AND EXISTS (SELECT 1 FROM json_each(record, ${TAGS}) AS tag WHERE tag.value IN ${VALUES})`,
  versionNumber: "json_extract(record, '$.version_number') = :value",
} as const;

/** A page of results, counted from 1. */
export interface Page {
  readonly limit: number;
  readonly page: number;
}

/** The filters and the page of a search. Filters combine with AND, the values of a list with OR. */
export interface SearchQuery extends Page {
  /** Whether the sends of periodic campaigns and the nodes of flows are included. */
  readonly includesChildren: boolean;
  readonly includesArchived: boolean;
  /** Times are in the format of records. A filter that is `undefined` does not apply. */
  readonly filters: Readonly<Record<keyof typeof FILTERS, string | number | readonly string[] | undefined>>;
}

/** A name in the form in which it is compared: without case. SQLite's texts end at a null character. */
export function folded(name: string): string {
  return name.toLowerCase().replaceAll('\0', '\uFFFD');
}

/** The number of rows before a page. Rows after 1e12 don't exist, and SQLite counts in 64 bits. */
function firstRow({ limit, page }: Page): number {
  return Math.min((page - 1) * limit, 1e12);
}
