import type { Value } from './store-file.ts';

/** The filters and the page of a search. A filter that is `null` does not apply. Open point W12. */
export interface SearchQuery {
  readonly limit: number;
  readonly page: number;
  /** Whether the sends of periodic campaigns and the nodes of flows are included. */
  readonly includesChildren: boolean;
  readonly includesArchived: boolean;
  readonly ids: readonly string[] | null;
  readonly channels: readonly string[] | null;
  readonly createdBy: readonly string[] | null;
  /** The first and last matching `created_at`, in the format of records. */
  readonly createdFrom: string | null;
  readonly createdTo: string | null;
  readonly deliveryTypes: readonly string[] | null;
  readonly name: string | null;
  readonly statuses: readonly string[] | null;
  readonly tags: readonly string[] | null;
  readonly versionNumber: number | null;
}

/** A condition on a row, with its values. */
interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** Rows after this one don't exist in any workspace, and SQLite counts in 64 bits. */
const FURTHEST_ROW = 1e12;

/** Specification, Search Campaigns: visibility, filters and order (open point W12). */
export function searchSql(
  workspace: string,
  query: SearchQuery,
): { readonly sql: string; readonly values: readonly Value[] } {
  const conditions = [
    { sql: 'workspace = ?', values: [workspace] },
    ...shown(query),
    ...filters(workspace, query),
  ];
  const where = conditions.map(({ sql }) => sql).join(' AND ');
  return {
    sql: `SELECT record FROM campaigns WHERE ${where} ORDER BY created_at DESC, id LIMIT ? OFFSET ?`,
    values: [...conditions.flatMap(({ values }) => values), query.limit, firstRow(query)],
  };
}

/** A name in the form in which it is compared: without case. SQLite's texts end at a null character. */
export function folded(name: string | null): string {
  return (name ?? '').toLowerCase().replaceAll('\0', '\uFFFD');
}

/** The number of rows before a page. */
export function firstRow({ limit, page }: { readonly limit: number; readonly page: number }): number {
  return Math.min((page - 1) * limit, FURTHEST_ROW);
}

/**
 * Drafts are included if requested by status. Flow nodes, children and archived campaigns are included if requested by
 * switch.
 */
function shown({ includesChildren, includesArchived, statuses }: SearchQuery): readonly Condition[] {
  return [
    ...(includesChildren ? [] : [{ sql: 'in_flow = 0 AND parent_id IS NULL', values: [] }]),
    ...(includesArchived ? [] : [{ sql: "status <> 'ARCHIVED'", values: [] }]),
    ...(statuses === null ? [{ sql: "status <> 'DRAFT'", values: [] }] : [isOneOf('status', statuses)]),
  ];
}

/** Filters combine with AND, the values of one filter with OR. Open point W12. */
function filters(workspace: string, query: SearchQuery): readonly Condition[] {
  const { ids, channels, createdBy, deliveryTypes, tags } = query;
  return [
    ...(ids === null ? [] : [hasIdentifier(workspace, ids)]),
    ...(channels === null ? [] : [isOneOf('channel', channels)]),
    ...(createdBy === null ? [] : [isOneOf('created_by', createdBy)]),
    ...optional('created_at >= ?', query.createdFrom),
    ...optional('created_at <= ?', query.createdTo),
    ...(deliveryTypes === null ? [] : [isOneOf('delivery_type', deliveryTypes)]),
    ...optional('instr(name, ?) > 0', query.name === null ? null : folded(query.name)),
    ...(tags === null ? [] : [hasTag(tags)]),
    ...optional("json_extract(record, '$.version_number') = ?", query.versionNumber),
  ];
}

function optional(sql: string, value: Value): readonly Condition[] {
  return value === null ? [] : [{ sql, values: [value] }];
}

/** The words are passed as one JSON list, so that the statement doesn't depend on their number. */
function isOneOf(column: string, words: readonly string[]): Condition {
  return { sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(words)] };
}

/** Matches either identifier, each through its own index. An OR of both would scan every campaign. */
function hasIdentifier(workspace: string, ids: readonly string[]): Condition {
  const found = ['id', 'campaign_id'].map((column) => isOneOf(column, ids));
  const rows = found.map(({ sql }) => `SELECT rowid FROM campaigns WHERE workspace = ? AND ${sql}`);
  return {
    sql: `rowid IN (${rows.join(' UNION ')})`,
    values: found.flatMap(({ values }) => [workspace, ...values]),
  };
}

function hasTag(tags: readonly string[]): Condition {
  const list = "json_type(record, '$.basic_details.tags') = 'array'";
  const has = "SELECT 1 FROM json_each(record, '$.basic_details.tags') AS tag";
  return {
    sql: `(${list} AND EXISTS (${has} WHERE tag.value IN (SELECT value FROM json_each(?))))`,
    values: [JSON.stringify(tags)],
  };
}
