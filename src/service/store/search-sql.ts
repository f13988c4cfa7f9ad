import type { Value } from './store-file.ts';

const VALUES = '(SELECT value FROM json_each(:value))';
const TAGS = "'$.basic_details.tags'";

/**
 * The filters of a search (open point W12). Lists are passed as JSON, so that the statement doesn't depend on their
 * length. `ids` matches either identifier, each through its own index: an OR of both would scan every campaign.
 */
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

/** The filters and the page of a search. Filters combine with AND, the values of a list with OR. */
export interface SearchQuery {
  readonly limit: number;
  readonly page: number;
  /** Whether the sends of periodic campaigns and the nodes of flows are included. */
  readonly includesChildren: boolean;
  readonly includesArchived: boolean;
  /** Times are in the format of records. A filter that is `undefined` does not apply. */
  readonly filters: Readonly<Record<keyof typeof FILTERS, string | number | readonly string[] | undefined>>;
}

/**
 * Specification, Search Campaigns: visibility and order (open point W12). Drafts are included if requested by status.
 * Flow nodes, children and archived campaigns are included if requested by switch.
 */
export function searchSql(
  workspace: string,
  { filters, includesChildren, includesArchived, ...page }: SearchQuery,
): { readonly sql: string; readonly values: readonly Value[] } {
  const values: Value[] = [workspace];
  const place = (value: Value): string => `?${values.push(value)}`;
  const conditions = Object.entries(FILTERS).flatMap(([name, condition]) => {
    const value = filters[name as keyof typeof FILTERS];
    if (value === undefined) return [];
    return [condition.replaceAll(':value', place(typeof value === 'object' ? JSON.stringify(value) : value))];
  });
  const where = [
    'workspace = ?1',
    ...(includesChildren ? [] : ['in_flow = 0 AND parent_id IS NULL']),
    ...(includesArchived ? [] : ["status <> 'ARCHIVED'"]),
    ...(filters.statuses === undefined ? ["status <> 'DRAFT'"] : []),
    ...conditions,
  ].join(' AND ');
  const rows = `LIMIT ${place(page.limit)} OFFSET ${place(firstRow(page))}`;
  return { sql: `SELECT record FROM campaigns WHERE ${where} ORDER BY created_at DESC, id ${rows}`, values };
}

/** A name in the form in which it is compared: without case. SQLite's texts end at a null character. */
export function folded(name: string): string {
  return name.toLowerCase().replaceAll('\0', '\uFFFD');
}

/** The number of rows before a page. Rows after 1e12 don't exist, and SQLite counts in 64 bits. */
export function firstRow({ limit, page }: { readonly limit: number; readonly page: number }): number {
  return Math.min((page - 1) * limit, 1e12);
}
