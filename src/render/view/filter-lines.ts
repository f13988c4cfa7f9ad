import { isJsonObject, isList, sameJson, type JsonObject, type JsonValue } from '../../model/json.ts';
import { filterWords, NOBODY, usersWho } from './audience.ts';

/** Two sentences longer than this together are hard to compare, in characters. */
const SENTENCES_AT_MOST = 140;

/**
 * Which filters left and which came, for sentences too long to be compared by eye; undefined where a sentence says it
 * better: it is short, or more changes than members of the same groups.
 */
export function filterLines(
  before: JsonObject | undefined,
  after: JsonObject | undefined,
  [was, now]: readonly [string, string],
): readonly string[] | undefined {
  if (!before || !after || was.length + now.length <= SENTENCES_AT_MOST) return undefined;
  if ([was, now].some((sentence) => sentence.startsWith(NOBODY))) return undefined;
  const groups = [
    { name: 'included_filters', toldAs: (words: string) => words },
    { name: 'excluded_filters', toldAs: (words: string) => `but not ${usersWho(words)}` },
  ];
  if (!sameJson(without(before), without(after))) return undefined;
  const lines = groups.map(({ name, toldAs: describedAs }) =>
    changed(before[name], after[name], describedAs),
  );
  return lines.some((one) => one === undefined) ? undefined : lines.flatMap((one) => one ?? []);
}

/** All but the filters themselves. */
function without(segmentation: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(segmentation).filter(([name]) => !/^(in|ex)cluded_filters$/.test(name)),
  );
}

/** Members that are gone, then those that are new; undefined where the groups can't be compared member by member. */
function changed(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  describedAs: (words: string) => string,
): string[] | undefined {
  if (sameJson(before, after)) return [];
  const [old, next] = [before, after].map(groupOf);
  if (!old || !next || (old.operator !== next.operator && old.members.length + next.members.length > 2))
    return undefined;
  const gone = old.members.filter((one) => !next.members.includes(one));
  const come = next.members.filter((one) => !old.members.includes(one));
  const kept = old.members.length - gone.length;
  return [
    ...gone.map((words) => `- ${describedAs(words)}`),
    ...come.map((words) => `+ ${describedAs(words)}`),
    ...(kept === 0 ? [] : [`  ${kept} more ${kept === 1 ? 'stays' : 'stay'}`]),
  ];
}

interface Group {
  readonly operator: string;
  readonly members: readonly string[];
}

/** A group by its members in words; no filters at all are a group without members. */
function groupOf(value: JsonValue | undefined): Group | undefined {
  if (value === undefined) return { operator: 'and', members: [] };
  if (!isJsonObject(value) || !isList(value.filters)) return undefined;
  const operator = typeof value.filter_operator === 'string' ? value.filter_operator.toLowerCase() : 'and';
  return {
    operator,
    members: value.filters.map((one) => filterWords({ filter_operator: operator, filters: [one] }) ?? '?'),
  };
}
