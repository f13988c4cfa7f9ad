import { isJsonObject, isList, sameJson, type JsonObject, type JsonValue } from '../../model/json.ts';
import { oldAndNew, unmarked, type MarkedLine } from './marked-line.ts';
import { exceptThose, filterWords, NO_FILTERS, reachesNobody } from './audience.ts';

/** Two sentences longer than this together are hard to compare, in characters. */
const SENTENCES_AT_MOST = 140;

/**
 * Which filters were removed and added, for sentences too long to compare at a glance. Undefined if a sentence is clearer,
 * because it is short, or because more changed than the members of the same groups.
 */
export function filterLines(
  before: JsonObject | undefined,
  after: JsonObject | undefined,
  [was, now]: readonly [string, string],
): readonly MarkedLine[] | undefined {
  if (!before || !after || was.length + now.length <= SENTENCES_AT_MOST) return undefined;
  if ([before, after].some(reachesNobody)) return undefined;
  const groups = [
    { name: 'included_filters', describe: (group: JsonObject) => filterWords(group) ?? NO_FILTERS },
    { name: 'excluded_filters', describe: exceptThose },
  ];
  if (!sameJson(without(before), without(after))) return undefined;
  const lines = groups.map(({ name, describe }) => changed(before[name], after[name], describe));
  return lines.some((one) => one === undefined) ? undefined : lines.flatMap((one) => one ?? []);
}

/** Everything except the filters. */
function without(segmentation: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(segmentation).filter(([name]) => !/^(in|ex)cluded_filters$/.test(name)),
  );
}

/** Members that are gone, then those that are new; undefined where the groups can't be compared member by member. */
function changed(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  describe: (group: JsonObject) => string,
): MarkedLine[] | undefined {
  if (sameJson(before, after)) return [];
  const [old, next] = [before, after].map((one) => groupOf(one, describe));
  if (!old || !next || (old.operator !== next.operator && old.members.length + next.members.length > 2))
    return undefined;
  const gone = old.members.filter((one) => !next.members.includes(one));
  const come = next.members.filter((one) => !old.members.includes(one));
  const kept = old.members.length - gone.length;
  return [
    ...gone.flatMap((text) => oldAndNew(text, undefined)),
    ...come.flatMap((text) => oldAndNew(undefined, text)),
    ...(kept === 0 ? [] : [unmarked(`${kept} more ${kept === 1 ? 'stays' : 'stay'}`)]),
  ];
}

interface Group {
  readonly operator: string;
  readonly members: readonly string[];
}

/** A group by its members in words. Without filters, it is a group without members. */
function groupOf(value: JsonValue | undefined, describe: (group: JsonObject) => string): Group | undefined {
  if (value === undefined) return { operator: 'and', members: [] };
  if (!isJsonObject(value) || !isList(value.filters)) return undefined;
  const operator = typeof value.filter_operator === 'string' ? value.filter_operator.toLowerCase() : 'and';
  return {
    operator,
    members: value.filters.map((one) => describe({ filter_operator: operator, filters: [one] })),
  };
}
