import { ALL_DELIVERY_TYPES, READ_CHANNELS, STATUSES } from '../../domain/campaign/campaign-record.ts';
import { isNonEmpty, validationFailed, type Failure } from '../../domain/failure.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { SearchQuery } from '../../domain/search-query.ts';
import { FieldReader, fieldsIn, type FieldsByName } from './field-reader.ts';

export type SearchRead =
  | { readonly kind: 'read'; readonly query: SearchQuery }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** Rows of a page at most. Specification, Limits. */
export const PAGE_SIZE = 15;

/** Reads a search body; all its mistakes are told at once. */
export function readSearch(body: JsonObject): SearchRead {
  const read = new FieldReader();
  const top = fieldsIn(body, '');
  const own = fieldsIn(read.object(top('campaign_fields')), 'campaign_fields.');
  return readAll(read, {
    ...sharedFilters(read, { top, own }),
    archived: read.inclusion(top('include_archive_campaigns')),
    ids: read.words(own('ids'), null),
    deliveryTypes: read.words(own('campaign_delivery_type'), ALL_DELIVERY_TYPES),
    versionNumber: read.optionalCount(own('version_number')),
  });
}

/**
 * Reads a body of Get Campaign Meta, which asks for one identifier and one delivery type where a search asks for
 * several, and has no switch for archived campaigns: they are shown. Open point W15.
 */
export function readMeta(body: JsonObject): SearchRead {
  const read = new FieldReader();
  const top = fieldsIn(body, '');
  const own = fieldsIn(read.object(top('campaign_fields')), 'campaign_fields.');
  return readAll(read, {
    ...sharedFilters(read, { top, own }),
    archived: 'with',
    ids: alone(read.text(own('id'))),
    deliveryTypes: alone(read.word(own('delivery_type'), ALL_DELIVERY_TYPES)),
    versionNumber: null,
  });
}

type SharedFilters = Omit<SearchQuery, 'archived' | 'ids' | 'deliveryTypes' | 'versionNumber'>;

function sharedFilters(
  read: FieldReader,
  { top, own }: { readonly top: FieldsByName; readonly own: FieldsByName },
): SharedFilters {
  const dates = fieldsIn(read.object(own('created_date')), 'campaign_fields.created_date.');
  return {
    limit: read.count(top('limit'), PAGE_SIZE),
    page: read.count(top('page'), Number.MAX_SAFE_INTEGER),
    children: read.inclusion(top('include_child_campaigns')),
    channels: read.words(own('channels'), READ_CHANNELS),
    createdBy: read.words(own('created_by'), null),
    createdFrom: read.date(dates('from_date'), '00:00:00'),
    createdTo: read.date(dates('to_date'), '23:59:59.999'),
    name: read.text(own('name')),
    statuses: read.words(own('status'), STATUSES),
    tags: read.words(own('tags'), null),
  };
}

function readAll(read: FieldReader, query: SearchQuery): SearchRead {
  const { details } = read;
  return isNonEmpty(details)
    ? { kind: 'refused', failure: validationFailed(details) }
    : { kind: 'read', query };
}

function alone(word: string | null): readonly string[] | null {
  return word === null ? null : [word];
}
