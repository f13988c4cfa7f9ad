import type { ComponentName } from '../../model/campaign.ts';
import { type JsonObject, isJsonObject, isList, sameJson, type JsonValue } from '../../model/json.ts';
import { audienceOf, filterWords, isSaid, exceptThose, NO_FILTERS, reachesNobody } from './audience.ts';
import { text } from './operator-words.ts';
import { type FieldDifference, threeSides, type SideValue } from './three-way.ts';
import { NOTHING, valueWords } from './value-words.ts';
import { otherSegment, segmentIdOf, segmentNames, withNames } from './segments.ts';
import { visibleLine } from '../text-layout.ts';
import { differences } from './differences.ts';
import { oldAndNew, unmarked, type MarkedLine } from './marked-line.ts';

/** A sentence about filters: whom a campaign reaches, or what triggers it. */
interface Sentence {
  readonly field: string;
  /** Fields of the component that the sentence covers entirely. */
  readonly covers: readonly string[];
  readonly words: (component: JsonObject) => string | undefined;
  /** The filters for a comparison member by member. */
  readonly groups: (component: JsonObject) => JsonObject;
}

const SENTENCES: { readonly [name in ComponentName]?: readonly Sentence[] } = {
  segmentation_details: [
    {
      field: 'audience',
      covers: [
        'is_all_user_campaign',
        'included_filters',
        'excluded_filters',
        'send_campaign_to_opt_out_users',
      ],
      words: audienceOf,
      groups: (component) => component,
    },
  ],
  trigger_condition: [
    eventSentence('event', 'included_filters'),
    eventSentence('second event', 'secondary_included_filters'),
  ],
};

function eventSentence(field: string, name: string): Sentence {
  return {
    field,
    covers: [name],
    words: (component) => filterWords(component[name]),
    groups: (component) => ({ included_filters: component[name] ?? {} }),
  };
}

interface Values {
  readonly live: JsonObject | undefined;
  readonly file: JsonObject | undefined;
  readonly applied: JsonObject | undefined;
}

/** What differs in filters, as sentences with their sides, and the fields that these cover. */
export function filterSentences(
  name: ComponentName,
  { live, file, applied }: Values,
): {
  readonly sentences: readonly (FieldDifference & { readonly sides: readonly SideValue[] })[];
  readonly covered: ReadonlySet<string>;
  /** What else differs in these fields, without being part of a sentence. */
  readonly unsaid: readonly FieldDifference[];
} {
  const names = segmentNames(file);
  // A new name of a segment is a difference of its own: the same users are in it.
  const [old, then] = [live, applied].map((value) => value && withNames(value, names));
  const views = (SENTENCES[name] ?? []).flatMap((sentence) => {
    const say = (values: readonly (JsonValue | undefined)[]) =>
      values.map((one) => (isJsonObject(one) ? shown(sentence.words(one)) : undefined));
    const usual = say([old, file, then]);
    const [was, now, last] =
      usual[0] === usual[1] ? say([old, file, then].map((one) => one && withEveryCount(one))) : usual;
    const { covers, field } = sentence;
    if (was === now) return say([live])[0] === usual[1] ? [] : [{ covers, said: [] }];
    const lines =
      isJsonObject(old) && file && was !== undefined && now !== undefined
        ? filterLines(sentence.groups(old), sentence.groups(file), [was, now])
        : undefined;
    const sides = threeSides(last ?? NOTHING, was ?? NOTHING, now ?? NOTHING);
    return [{ covers, said: [{ at: undefined, context: [], field, was, now, lines, sides, isCut: false }] }];
  });
  return {
    sentences: views.flatMap(({ said }) => said),
    covered: new Set(views.flatMap(({ covers }) => covers)),
    unsaid: views.flatMap(({ covers }) =>
      covers.flatMap((field) => unsaidDifferences(live?.[field], file?.[field])),
    ),
  };
}

/** So that "at least 1 time" is said, which a sentence usually leaves out: no count may mean something else. */
function withEveryCount(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(withEveryCount);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, name === 'count' ? text(one) : withEveryCount(one)]),
  );
}

function shown(words: string | undefined): string | undefined {
  return words === undefined ? undefined : visibleLine(words);
}

/**
 * Differences of filters that no sentence shows, such as the category of an attribute. The filters of both sides are
 * paired by what they are about, in any group: a saved segment by its ID, even if it was renamed.
 */
function unsaidDifferences(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): readonly FieldDifference[] {
  const [old, next] = [filtersIn(before), filtersIn(after)];
  const segments = pairedBy(segmentIdOf, old, next);
  const done = new Set(segments.flat());
  const isLeft = (one: JsonObject) => !done.has(one);
  const others = pairedBy(subjectOf, old.filter(isLeft), next.filter(isLeft));
  return [
    ...segments.flatMap(([was, now]) => [...renamed(was, now), ...unsaid(was, now)]),
    ...others.flatMap(([was, now]) => unsaid(was, now)),
  ];
}

/** Filters with the same subject on both sides, in order. Those without a subject have no partner. */
function pairedBy(
  subject: (filter: JsonObject) => string | undefined,
  before: readonly JsonObject[],
  after: readonly JsonObject[],
): readonly (readonly [JsonObject, JsonObject])[] {
  const old = new Map<string, JsonObject[]>();
  for (const one of before) {
    const about = subject(one);
    if (about !== undefined) old.set(about, [...(old.get(about) ?? []), one]);
  }
  return after.flatMap((one) => {
    const partner = old.get(subject(one) ?? '')?.shift();
    return partner ? [[partner, one] as const] : [];
  });
}

/** The ID decides which users a segment has, so another name with the same ID changes nobody. */
function renamed(before: JsonObject, after: JsonObject): readonly FieldDifference[] {
  const context = [visibleLine(`same segment, renamed (ID ${segmentIdOf(after) ?? ''})`)];
  return differences(nameOf(before), nameOf(after)).map((one) => ({ ...one, at: undefined, context }));
}

function nameOf({ name }: JsonObject): JsonObject {
  return name === undefined ? {} : { name };
}

function unsaid(before: JsonObject, after: JsonObject): readonly FieldDifference[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => ![before, after].some((one) => isSaid(one, field)) && !sameJson(before[field], after[field]),
  );
  const pick = (filter: JsonObject) =>
    Object.fromEntries(Object.entries(filter).filter(([field]) => fields.includes(field)));
  const context = [otherSegment(before, after) ?? valueWords(after)];
  return differences(pick(before), pick(after)).map((one) => ({ ...one, at: undefined, context }));
}

/** All filters of a group and of the groups in it, also those for the attributes of an event. */
function filtersIn(group: JsonValue | undefined): readonly JsonObject[] {
  if (!isJsonObject(group) || !isList(group.filters)) return [];
  return group.filters
    .filter(isJsonObject)
    .flatMap((one) => (isList(one.filters) ? filtersIn(one) : [one, ...filtersIn(one.attributes)]));
}

function subjectOf({ filter_type: type, name, action_name: event }: JsonObject): string {
  return JSON.stringify([type, name ?? event]);
}

/** Two sentences longer than this together are hard to compare, in characters. */
const SENTENCES_AT_MOST = 140;

/**
 * Which filters were removed and added, for sentences too long to compare at a glance. Undefined if a sentence is clearer,
 * because it is short, or because more changed than the members of the same groups.
 */
function filterLines(
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
  const gone = beyond(old.members, next.members);
  const come = beyond(next.members, old.members);
  const kept = old.members.length - gone.length;
  const again = (text: string) => (old.members.includes(text) ? `${text} (once more)` : text);
  return [
    ...gone.flatMap((text) => oldAndNew(text, undefined)),
    ...come.flatMap((text) => oldAndNew(undefined, again(text))),
    ...(kept === 0 ? [] : [unmarked(`${kept} more ${kept === 1 ? 'stays' : 'stay'}`)]),
  ];
}

/** The members that a list has and the other one doesn't, each as often as it has more of it. */
function beyond(members: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return members.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
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
