import { groupBy } from '../../model/grouping.ts';
import {
  isJsonObject,
  isList,
  stableText,
  valueAt,
  type JsonObject,
  type JsonValue,
  type Path,
} from '../../model/json.ts';
import type { Sound } from '../check.ts';

// Which users filters match, compared. An attribute may have several values, so that a user can match both
// `country is DE` and `country is AT`: this is no contradiction here. What is said about two filters also holds for such
// attributes, except that no single number is both greater than 5 and less than 2.

interface PlacedFilter {
  readonly path: Path;
  /** What the filter is about: an event, an attribute or a segment. */
  readonly about: string | undefined;
  readonly match: Match;
}

/** A filter with which nobody, or everybody, is in an audience. */
type Impossible = Omit<PlacedFilter, 'match'> & { readonly reaches: 'nobody' | 'everyone' };

/** Filters that nobody matches together with others, or that limit nothing beside another one. */
export function impossibleFilters(
  body: JsonObject,
  { isForAll, sound }: { readonly isForAll: boolean; readonly sound: Sound },
): Impossible[] {
  const members = (name: string, operator: 'and' | 'or') => {
    const path = ['segmentation_details', name];
    return membersOf(valueAt(body, path), path, operator).filter((one) => sound(one.path));
  };
  const all = isForAll ? [] : members('included_filters', 'and');
  const any = isForAll ? [] : members('included_filters', 'or');
  const excluded = members('excluded_filters', 'or');
  const required = new Map(bySubject(all).map((group) => [group[0]?.match.subject, group]));
  const nobody = [
    ...withEarlier(all, neverTogether),
    ...withEarlier(members('excluded_filters', 'and'), neverTogether),
    ...withEarlier(excluded, alwaysOne),
    ...excluded.filter(({ match }) =>
      required.get(match.subject)?.some((one) => isIncluded(one.match, match)),
    ),
  ];
  return [
    ...nobody.map(({ path, about }) => ({ path, about, reaches: 'nobody' as const })),
    ...withEarlier(any, alwaysOne).map(({ path, about }) => ({ path, about, reaches: 'everyone' as const })),
  ];
}

type Relation = (one: Match, other: Match) => boolean;

/** The filters of a list that stand in a relation to an earlier one. */
function withEarlier(filters: readonly PlacedFilter[], relation: Relation): PlacedFilter[] {
  return bySubject(filters).flatMap((group) =>
    group.filter(({ match }, index) => group.slice(0, index).some((one) => relation(one.match, match))),
  );
}

/** Filters of different subjects have nothing to do with each other. */
function bySubject(filters: readonly PlacedFilter[]): readonly (readonly PlacedFilter[])[] {
  return groupBy(filters, ({ match }) => match.subject);
}

/**
 * Filters that decide alone, at any depth: each of a group with `and` must match, and each of a group with `or` is
 * enough. A group with one filter is both.
 */
function membersOf(value: JsonValue | undefined, path: Path, operator: 'and' | 'or'): PlacedFilter[] {
  if (!isJsonObject(value)) return [];
  const { filters, action_name: action, name } = value;
  if (!isList(filters)) {
    const about = [action, name].find((one) => typeof one === 'string');
    return [{ path, about, match: matchOf(value) }];
  }
  if (value.filter_operator !== operator && filters.length !== 1) return [];
  return filters.flatMap((one, index) => membersOf(one, [...path, 'filters', index], operator));
}

/** Whom a filter matches: users with one of its values, or all others. */
interface Match {
  /** What the values belong to: only values of the same subject can be compared. */
  readonly subject: string;
  readonly isNegated: boolean;
  readonly values: Values;
}

interface Values {
  /** Whether a user can have only one of them. */
  readonly isSingle: boolean;
  /** Values at which two filters may differ. */
  readonly edges: readonly JsonValue[];
  /** The specification doesn't say whether `between` includes its limits. */
  readonly has: (value: JsonValue, withLimits: boolean) => boolean;
}

/** In place of values that can't be compared: they are part of the subject. */
const SAME = oneOf(['']);

function matchOf(filter: JsonObject): Match {
  const { filter_type: type, id, executed, negate } = filter;
  // A segment is chosen by its ID.
  if (type === 'custom_segments' && typeof id === 'string')
    return { subject: `segment ${id}`, values: SAME, isNegated: false };
  if (type === 'actions') {
    const subject = `${typeof executed} ${stableText({ ...filter, executed: null })}`;
    return { subject, values: SAME, isNegated: executed === false };
  }
  const values = valuesOf(filter);
  const apart = values && { operator: null, value: null, value1: null };
  const subject = `${values !== undefined} ${stableText({ ...filter, negate: null, ...apart })}`;
  return { subject, values: values ?? SAME, isNegated: negate === true };
}

/** The values of a filter that matches exactly the users with one of them. */
function valuesOf({ data_type: type, operator, value, value1 }: JsonObject): Values | undefined {
  if (operator === 'in' && isList(value) && value.length > 0) return oneOf(value);
  if (operator === 'is' && !isList(value) && !isJsonObject(value)) return oneOf([value ?? null]);
  if (type !== 'double') return undefined;
  if (operator === 'greaterThan' && typeof value === 'number') return within(value, Infinity);
  if (operator === 'lessThan' && typeof value === 'number') return within(-Infinity, value);
  const [from, to, ...others] = isList(value) ? value : [value, value1];
  if (operator !== 'between' || typeof from !== 'number' || typeof to !== 'number') return undefined;
  if (others.length > 0 || from > to) return undefined;
  const range = within(from, to);
  return {
    ...range,
    has: (one, isWith) => range.has(one, isWith) || (isWith && [from, to].includes(Number(one))),
  };
}

function oneOf(items: readonly JsonValue[]): Values {
  const all = new Set(items);
  return {
    isSingle: items.every((one) => typeof one === 'boolean'),
    edges: items,
    has: (value) => all.has(value),
  };
}

function within(from: number, to: number): Values {
  return {
    isSingle: true,
    edges: [from, to].filter(Number.isFinite),
    has: (value) => typeof value === 'number' && value > from && value < to,
  };
}

/** No user matches both. */
const neverTogether: Relation = (one, other) =>
  areComparable(one, other) && always(one, other, (first, second) => !(first && second));

/** Every user with a value matches one of the two. */
const alwaysOne: Relation = (one, other) =>
  areComparable(one, other) && always(one, other, (first, second) => first || second);

/** Every user who matches the first one also matches the second one. */
const isIncluded: Relation = (one, other) =>
  one.isNegated === other.isNegated && always(one, other, (first, second) => !first || second);

/** What a user may have several of excludes nothing, except what is negated. */
function areComparable(one: Match, other: Match): boolean {
  if (one.isNegated !== other.isNegated) return true;
  return !one.isNegated && one.values.isSingle && other.values.isSingle;
}

/** Whether something is so for each value that users may have, whether or not limits count. */
function always(one: Match, other: Match, isSo: (first: boolean, second: boolean) => boolean): boolean {
  const users = usersBetween([...one.values.edges, ...other.values.edges]);
  return [true, false].every((withLimits) => {
    const matches = ({ values, isNegated }: Match, user: JsonValue) =>
      values.has(user, withLimits) !== isNegated;
    return users.every((user) => isSo(matches(one, user), matches(other, user)));
  });
}

/** The values at the edges, and one of each kind between and beyond them. */
function usersBetween(edges: readonly JsonValue[]): JsonValue[] {
  const numbers = edges.filter((one) => typeof one === 'number').sort((a, b) => a - b);
  if (numbers.length === edges.length) return [...numbers, ...between(numbers)];
  const isOther = edges.every((one) => typeof one === 'boolean') ? [true, false] : ['\0another'];
  return [...edges, ...between(numbers), ...isOther];
}

function between(numbers: readonly number[]): number[] {
  const [low, high] = [numbers[0], numbers.at(-1)];
  if (low === undefined || high === undefined) return [];
  const middle = numbers.slice(1).map((one, index) => (one + (numbers[index] ?? one)) / 2);
  return [low - 1, ...middle, high + 1];
}
