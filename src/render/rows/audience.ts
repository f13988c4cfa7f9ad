import { diffArrays } from 'diff/lib/diff/array.js';
import type { ComponentName, DeliveryType } from '../../model/campaign.ts';
import { isJsonObject, isList, sameJson, type JsonObject, type JsonValue } from '../../model/json.ts';
import { visibleLine } from '../text-layout.ts';
import {
  exceptThose,
  filterWords,
  hasFilters,
  NO_FILTERS,
  toldApart,
  usersWho,
  type Told,
} from './filters.ts';
import { unmarked, type ValueRow, type MarkedLine } from './value-row.ts';

/** A segment without filters is empty, unless it is for all users. */
const NOBODY = "no users: it has no filters and isn't for all users";

/** Who a segment reaches, in words: `in "VIP" except those who did "Purchase"`. */
export function audienceOf(segmentation: JsonObject, told: Told): string {
  return sentence(segmentation, { all: ALL, included: (group) => filterWords(group, told) ?? '', told });
}

/**
 * Whom a new campaign reaches: `users who did "Purchase"`. Only a campaign that is sent to an audience waits for one. A
 * triggered campaign without an audience reaches everybody who triggers it.
 */
export function recipientsOf(segmentation: JsonObject | undefined, type: DeliveryType): string {
  if (!segmentation) {
    const who = isSentToAnAudience(type) ? 'no users yet' : 'everybody who triggers it';
    return `${who}: segmentation_details is missing`;
  }
  const all = isSentToAnAudience(type) || type === 'BUSINESS_EVENT_TRIGGERED' ? ALL : `${ALL} who trigger it`;
  return sentence(segmentation, { all, included: usersWho });
}

const ALL = 'all users';

function isSentToAnAudience(type: DeliveryType): boolean {
  return type === 'ONE_TIME' || type === 'PERIODIC';
}

/** Whether a segment is empty: it has no filters and isn't for all users. */
function reachesNobody(segmentation: JsonObject): boolean {
  return segmentation.is_all_user_campaign !== true && !GROUPS.some((name) => hasFilters(segmentation[name]));
}

/** A segment that only excludes users says nothing about the others. */
const NOT_SAID = 'unknown users (included_filters is missing)';

const GROUPS = ['included_filters', 'excluded_filters'] as const;

function sentence(
  segmentation: JsonObject,
  words: {
    readonly all: string;
    readonly included: (group: JsonValue | undefined) => string;
    readonly told?: Told;
  },
): string {
  if (reachesNobody(segmentation)) return NOBODY;
  const { included_filters: those, excluded_filters: others } = segmentation;
  const some = hasFilters(those) ? words.included(those) : NOT_SAID;
  const who = segmentation.is_all_user_campaign === true ? words.all : some;
  const without = hasFilters(others) ? ` ${exceptThose(others, words.told)}` : '';
  const optedOut = segmentation.send_campaign_to_opt_out_users === true ? ', and users who opted out' : '';
  return `${who}${without}${optedOut}`;
}

/** A sentence about filters: whom a campaign reaches, or what triggers it. */
interface Sentence {
  readonly field: string;
  /** Fields of the component that the sentence covers entirely. */
  readonly covers: readonly string[];
  readonly words: (component: JsonObject, told: Told) => string | undefined;
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
    },
  ],
  trigger_condition: [
    eventSentence('event', 'included_filters'),
    eventSentence('second event', 'secondary_included_filters'),
  ],
};

function eventSentence(field: string, name: string): Sentence {
  return { field, covers: [name], words: (component, told) => filterWords(component[name], told) };
}

/**
 * What differs in filters, as sentences, and the fields that these cover. Where both sentences are the same, they cover
 * nothing, so that what differs is shown field by field.
 */
export function audienceValues(
  name: ComponentName,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
): { readonly values: readonly ValueRow[]; readonly covered: ReadonlySet<string> } {
  const told = toldApart(before, after);
  const found = (SENTENCES[name] ?? []).flatMap(({ field, covers, words }) => {
    const [was, now] = [before, after].map((value) => {
      const said = value && words(value, told);
      return said === undefined ? undefined : visibleLine(said);
    });
    if (was === now) return [];
    const lines =
      before && after && was && now && was.length + now.length > SENTENCES_AT_MOST
        ? filterLines(before, after, { covers, told })
        : undefined;
    const exact = JSON.stringify([before ?? null, after ?? null]);
    return [{ covers, value: { context: [], field, was, now, lines, isCut: false, exact } }];
  });
  return {
    values: found.map(({ value }) => value),
    covered: new Set(found.flatMap(({ covers }) => covers)),
  };
}

/** Two sentences longer than this together are hard to compare, in characters. */
const SENTENCES_AT_MOST = 140;

/** Which filters were removed and added; undefined if more changed than the members of the same groups. */
function filterLines(
  before: JsonObject,
  after: JsonObject,
  { covers, told }: Pick<Sentence, 'covers'> & { readonly told: Told },
): readonly MarkedLine[] | undefined {
  const lines = covers.map((field) => {
    const [was, now] = [before[field], after[field]];
    if (sameJson(was, now)) return [];
    const [old, next] = [membersOf(was ?? now), membersOf(now ?? was)];
    if (!old || !next || old.operator !== next.operator) return undefined;
    const [gone, come] = [was === undefined ? [] : old.members, now === undefined ? [] : next.members];
    const describe = (one: JsonValue) => {
      const group = { filter_operator: old.operator, filters: [one] };
      return visibleLine(
        field === 'excluded_filters' ? exceptThose(group, told) : (filterWords(group, told) ?? NO_FILTERS),
      );
    };
    const parts = diffArrays(gone.map(describe), come.map(describe));
    const kept = parts.reduce(
      (sum, { added, removed, value }) => sum + (added || removed ? 0 : value.length),
      0,
    );
    return [
      ...parts.flatMap(({ added, removed, value }): MarkedLine[] =>
        added || removed ? value.map((text) => ({ mark: added ? '+' : '-', text })) : [],
      ),
      ...(kept === 0 ? [] : [unmarked(`${kept} more ${kept === 1 ? 'stays' : 'stay'}`)]),
    ];
  });
  return lines.some((one) => one === undefined) ? undefined : lines.flatMap((one) => one ?? []);
}

function membersOf(
  group: JsonValue | undefined,
): { readonly operator: JsonValue; readonly members: readonly JsonValue[] } | undefined {
  if (!isJsonObject(group) || !isList(group.filters)) return undefined;
  return { operator: group.filter_operator ?? 'and', members: group.filters };
}
