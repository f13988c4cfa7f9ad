import { ALL_DELIVERY_TYPES, READ_CHANNELS, STATUSES } from '../campaign/campaign-record.ts';
import { isNonEmpty, shown, validationFailed, type Detail, type Failure } from '../exchange/envelope.ts';
import { isJsonObject, isList, valueAt, type JsonObject, type JsonValue } from '../json.ts';
import { localTimeToInstant } from '../campaign/local-time.ts';
import { wireTime } from '../campaign/wire-time.ts';

/** A search as it is meant: a filter that is `null` is not there. Open point W12. */
export interface SearchQuery {
  readonly limit: number;
  readonly page: number;
  readonly children: 'with' | 'without';
  readonly archived: 'with' | 'without';
  readonly ids: readonly string[] | null;
  readonly channels: readonly string[] | null;
  readonly createdBy: readonly string[] | null;
  /** First and last `created_at` that fit, in the notation of records. */
  readonly createdFrom: string | null;
  readonly createdTo: string | null;
  readonly deliveryTypes: readonly string[] | null;
  readonly name: string | null;
  readonly statuses: readonly string[] | null;
  readonly tags: readonly string[] | null;
  readonly versionNumber: number | null;
}

export type SearchRead =
  | { readonly kind: 'read'; readonly query: SearchQuery }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** Rows of a page at most. Specification, Limits. */
const PAGE_SIZE = 15;

/** Reads a search body; all its mistakes are told at once. */
export function readSearch(body: JsonObject): SearchRead {
  const details: Detail[] = [];
  const read = new FieldReader(details);
  const top = fieldsIn(body, '');
  const own = fieldsIn(read.object(top('campaign_fields')), 'campaign_fields.');
  const dates = fieldsIn(read.object(own('created_date')), 'campaign_fields.created_date.');
  const query: SearchQuery = {
    limit: read.count(top('limit'), PAGE_SIZE),
    page: read.count(top('page'), Number.MAX_SAFE_INTEGER),
    children: read.inclusion(top('include_child_campaigns')),
    archived: read.inclusion(top('include_archive_campaigns')),
    ids: read.words(own('ids'), null),
    channels: read.words(own('channels'), READ_CHANNELS),
    createdBy: read.words(own('created_by'), null),
    createdFrom: read.date(dates('from_date'), '00:00:00'),
    createdTo: read.date(dates('to_date'), '23:59:59.999'),
    deliveryTypes: read.words(own('campaign_delivery_type'), ALL_DELIVERY_TYPES),
    name: read.text(own('name')),
    statuses: read.words(own('status'), STATUSES),
    tags: read.words(own('tags'), null),
    versionNumber: isAbsent(own('version_number'))
      ? null
      : read.count(own('version_number'), Number.MAX_SAFE_INTEGER),
  };
  if (isNonEmpty(details)) return { kind: 'refused', failure: validationFailed(details) };
  return { kind: 'read', query };
}

/** A field of a body and where it stands. */
interface Field {
  readonly target: string;
  readonly value: JsonValue | undefined;
}

function fieldsIn(object: JsonObject, prefix: string): (name: string) => Field {
  return (name) => ({ target: `${prefix}${name}`, value: valueAt(object, name) });
}

function isAbsent({ value }: Field): boolean {
  return value === undefined;
}

/** Reads fields one by one and collects what is wrong with them; a wrong field reads as if it were not there. */
class FieldReader {
  readonly #details: Detail[];

  constructor(details: Detail[]) {
    this.#details = details;
  }

  object(field: Field): JsonObject {
    if (isJsonObject(field.value)) return field.value;
    if (!isAbsent(field)) this.#wrong(field, 'an object');
    return {};
  }

  count(field: Field, most: number): number {
    const { value } = field;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value;
    this.#wrong(
      field,
      `a whole number ${most === Number.MAX_SAFE_INTEGER ? 'of at least 1' : `from 1 to ${most}`}`,
    );
    return 1;
  }

  inclusion(field: Field): 'with' | 'without' {
    if (!isAbsent(field) && typeof field.value !== 'boolean') this.#wrong(field, 'true or false');
    return field.value === true ? 'with' : 'without';
  }

  text(field: Field): string | null {
    if (typeof field.value === 'string') return field.value;
    return isAbsent(field) ? null : this.#wrong(field, 'a text');
  }

  words(field: Field, known: readonly string[] | null): readonly string[] | null {
    const { value } = field;
    if (value === undefined) return null;
    const words = isList(value) ? value.filter((word) => typeof word === 'string') : [];
    if (!isList(value) || words.length < value.length) return this.#wrong(field, 'a list of texts');
    if (known && !words.every((word) => known.includes(word))) {
      return this.#wrong(field, `a list of words among ${known.join(', ')}`);
    }
    return words;
  }

  /** A day alone begins, or ends, at a time of its own. */
  date(field: Field, time: string): string | null {
    const { value } = field;
    if (value === undefined) return null;
    const text = typeof value === 'string' ? value : '';
    const instant = localTimeToInstant(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T${time}` : text, 'UTC');
    if (instant === null) return this.#wrong(field, 'a date like 2024-01-01 or 2024-01-01T00:00:00');
    return wireTime(instant);
  }

  #wrong({ target, value }: Field, wanted: string): null {
    this.#details.push({ target, message: `${target} must be ${wanted}, not ${shown(value)}` });
    return null;
  }
}
