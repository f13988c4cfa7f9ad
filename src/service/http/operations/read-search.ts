import { localTimeToInstant } from '../../domain/campaign/local-time.ts';
import { wireTime } from '../../domain/campaign/wire-time.ts';
import { refuseInvalid, shown, type Detail } from '../../domain/failure.ts';
import { isList, objectAt, textAt, valueAt, type JsonObject } from '../../domain/json.ts';
import type { SearchQuery } from '../../store/search-sql.ts';
import { shapeErrors } from '../request-shape.ts';

/** Reads a search body and reports all its mistakes at once. Open point W12. */
export function readSearch(body: JsonObject): SearchQuery {
  const fields = objectAt(body, 'campaign_fields');
  return read(body, shapeErrors('search', body), {
    includesArchived: body.include_archive_campaigns === true,
    ids: textsAt(fields, 'ids'),
    deliveryTypes: textsAt(fields, 'campaign_delivery_type'),
    versionNumber: typeof fields.version_number === 'number' ? fields.version_number : null,
  });
}

/**
 * Reads a body of Get Campaign Meta. It has one identifier and one delivery type where a search has lists, and always
 * includes archived campaigns. Open point W15.
 */
export function readMeta(body: JsonObject): SearchQuery {
  const fields = objectAt(body, 'campaign_fields');
  const [id, deliveryType] = [textAt(fields, 'id'), textAt(fields, 'delivery_type')];
  return read(body, shapeErrors('meta', body), {
    includesArchived: true,
    ids: id === null ? null : [id],
    deliveryTypes: deliveryType === null ? null : [deliveryType],
    versionNumber: null,
  });
}

type OwnFilters = Pick<SearchQuery, 'includesArchived' | 'ids' | 'deliveryTypes' | 'versionNumber'>;

function read(body: JsonObject, shape: readonly Detail[], own: OwnFilters): SearchQuery {
  const fields = objectAt(body, 'campaign_fields');
  const from = dateIn(fields, { field: 'from_date', time: '00:00:00' });
  const to = dateIn(fields, { field: 'to_date', time: '23:59:59.999' });
  refuseInvalid([...shape, ...from.details, ...to.details]);
  return {
    ...own,
    ...pageOf(body),
    includesChildren: body.include_child_campaigns === true,
    channels: textsAt(fields, 'channels'),
    createdBy: textsAt(fields, 'created_by'),
    createdFrom: from.time,
    createdTo: to.time,
    name: textAt(fields, 'name'),
    statuses: textsAt(fields, 'status'),
    tags: textsAt(fields, 'tags'),
  };
}

/** The requested page of a body whose shape has been checked. */
export function pageOf({ limit, page }: JsonObject): { readonly limit: number; readonly page: number } {
  return { limit: Number(limit), page: Number(page) };
}

function textsAt(fields: JsonObject, name: string): readonly string[] | null {
  const value = fields[name];
  return isList(value) ? value.filter((one) => typeof one === 'string') : null;
}

interface DateRead {
  readonly time: string | null;
  readonly details: readonly Detail[];
}

/** A date without a time means the start or the end of that day. */
function dateIn(
  fields: JsonObject,
  { field, time }: { readonly field: string; readonly time: string },
): DateRead {
  const given = valueAt(fields, 'created_date', field);
  if (typeof given !== 'string') return { time: null, details: [] };
  const instant = localTimeToInstant(/^\d{4}-\d{2}-\d{2}$/.test(given) ? `${given}T${time}` : given, 'UTC');
  if (instant !== null) return { time: wireTime(instant), details: [] };
  const target = `campaign_fields.created_date.${field}`;
  const message = `${target} must be a date such as 2024-01-01 or 2024-01-01T00:00:00, not ${shown(given)}`;
  return { time: null, details: [{ target, message }] };
}
