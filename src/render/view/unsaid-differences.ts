import { isJsonObject, isList, sameJson, type JsonObject, type JsonValue } from '../../model/json.ts';
import { isSaid } from './audience.ts';
import { differences } from './differences.ts';
import { groupBy } from './group.ts';
import type { Difference } from './three-way.ts';
import { valueWords } from './value-words.ts';

/**
 * Differences of filters that no sentence shows, such as the category of an attribute. The filters of both sides are
 * paired by what they are about, in any group.
 */
export function unsaidDifferences(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): readonly Difference[] {
  const old = new Map(
    groupBy(filtersIn(before), subjectOf).map((filters) => [subjectOf(filters[0]), filters]),
  );
  return groupBy(filtersIn(after), subjectOf).flatMap((filters) => {
    const others = old.get(subjectOf(filters[0])) ?? [];
    return filters.flatMap((filter, at) => {
      const other = others[at];
      return other ? unsaid(other, filter) : [];
    });
  });
}

function unsaid(before: JsonObject, after: JsonObject): readonly Difference[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => ![before, after].some((one) => isSaid(one, field)) && !sameJson(before[field], after[field]),
  );
  const pick = (filter: JsonObject) =>
    Object.fromEntries(Object.entries(filter).filter(([field]) => fields.includes(field)));
  const context = [valueWords(after)];
  return differences(pick(before), pick(after)).map((one) => ({ ...one, at: undefined, context }));
}

/** All filters of a group and of the groups in it, also those for the attributes of an event. */
function filtersIn(group: JsonValue | undefined): readonly JsonObject[] {
  if (!isJsonObject(group) || !isList(group.filters)) return [];
  return group.filters
    .filter(isJsonObject)
    .flatMap((one) => (isList(one.filters) ? filtersIn(one) : [one, ...filtersIn(one.attributes)]));
}

function subjectOf(filter: JsonObject | undefined): string {
  const { filter_type: type, name, action_name: event } = filter ?? {};
  return JSON.stringify([type, name ?? event]);
}
