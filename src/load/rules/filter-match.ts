import { groupBy } from '../../model/grouping.ts';
import {
  isJsonObject,
  isList,
  valueAt,
  type JsonObject,
  type JsonValue,
  type Path,
} from '../../model/json.ts';
import type { Sound } from '../silence.ts';

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
  const [all, any] = isForAll
    ? [[], []]
    : [members('included_filters', 'and'), members('included_filters', 'or')];
  const excluded = members('excluded_filters', 'or');
  const required = bySubject(all);
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

/** The filters of a list that stand in a relation to an earlier one. */
function withEarlier(
  filters: readonly PlacedFilter[],
  relation: (one: Match, other: Match) => boolean,
): PlacedFilter[] {
  return [...bySubject(filters).values()].flatMap((group) =>
    group.filter(({ match }, index) => group.slice(0, index).some((one) => relation(one.match, match))),
  );
}

/** Filters of different subjects have nothing to do with each other. */
function bySubject(filters: readonly PlacedFilter[]): ReadonlyMap<string, readonly PlacedFilter[]> {
  const groups = groupBy(filters, ({ match }) => match.subject);
  return new Map(groups.flatMap((group) => group.slice(0, 1).map(({ match }) => [match.subject, group])));
}

/**
 * Filters that decide alone, at any depth: each of a group with `and` must match, and each of a group with `or` is
 * enough. A group with one filter is both.
 */
function membersOf(value: JsonValue | undefined, path: Path, operator: 'and' | 'or'): PlacedFilter[] {
  if (!isJsonObject(value)) return [];
  const { filters, filter_type: type, action_name: action, name } = value;
  if (!isList(filters)) {
    const about = action ?? name;
    const match = matchOf(value);
    return type === undefined ? [] : [{ path, about: typeof about === 'string' ? about : undefined, match }];
  }
  if (filters.length > 1 && value.filter_operator !== operator) return [];
  return filters.flatMap((one, index) => membersOf(one, [...path, 'filters', index], operator));
}

/** Whom a filter matches: users with one of its values, or all others. */
interface Match {
  /** What the values belong to: only values of the same subject can be compared. */
  readonly subject: string;
  readonly values: Values;
  readonly isNegated: boolean;
}

type Values = Items | Range;

interface Items {
  readonly items: readonly JsonValue[];
}

/** Numbers from one limit to another one. */
interface Range {
  readonly from: number;
  readonly to: number;
  /** Without its limits. The specification doesn't say whether `between` includes them. */
  readonly isOpen: boolean;
}

/** In place of values that can't be compared: they are part of the subject. */
const SAME: Values = { items: [''] };

function matchOf(filter: JsonObject): Match {
  const { filter_type: type, id, executed, negate } = filter;
  // A segment is chosen by its ID.
  if (type === 'custom_segments' && typeof id === 'string')
    return { subject: `segment ${id}`, values: SAME, isNegated: false };
  if (type === 'actions') {
    const subject = `${typeof executed} ${inOrder({ ...filter, executed: null })}`;
    return { subject, values: SAME, isNegated: executed === false };
  }
  const values = valuesOf(filter);
  const apart = values && { operator: null, value: null, value1: null };
  const subject = `${values !== undefined} ${inOrder({ ...filter, negate: null, ...apart })}`;
  return { subject, values: values ?? SAME, isNegated: negate === true };
}

/** The values of a filter that matches exactly the users with one of them. */
function valuesOf({ data_type: type, operator, value, value1 }: JsonObject): Values | undefined {
  if (operator === 'in' && isList(value) && value.length > 0) return { items: value };
  if (operator === 'is' && !isList(value) && !isJsonObject(value)) return { items: [value ?? null] };
  if (type !== 'double') return undefined;
  if (operator === 'greaterThan' && typeof value === 'number')
    return { from: value, to: Infinity, isOpen: true };
  if (operator === 'lessThan' && typeof value === 'number')
    return { from: -Infinity, to: value, isOpen: true };
  const [from, to, ...others] = isList(value) ? value : [value, value1];
  if (operator !== 'between' || typeof from !== 'number' || typeof to !== 'number') return undefined;
  return others.length === 0 && from <= to ? { from, to, isOpen: false } : undefined;
}

/** No user matches both. */
function neverTogether(one: Match, other: Match): boolean {
  if (one.subject !== other.subject) return false;
  const [positive, negative] = one.isNegated ? [other, one] : [one, other];
  return positive.isNegated === negative.isNegated
    ? !one.isNegated && areApart(one.values, other.values)
    : isWithin(positive.values, negative.values);
}

/** Every user with a value matches one of the two. */
function alwaysOne(one: Match, other: Match): boolean {
  if (one.subject !== other.subject) return false;
  const [positive, negative] = one.isNegated ? [other, one] : [one, other];
  return positive.isNegated === negative.isNegated
    ? !one.isNegated && coverAll(one.values, other.values)
    : isWithin(negative.values, positive.values);
}

/** Every user who matches the first one also matches the second one. */
function isIncluded(one: Match, other: Match): boolean {
  if (one.subject !== other.subject || one.isNegated !== other.isNegated) return false;
  return one.isNegated ? isWithin(other.values, one.values) : isWithin(one.values, other.values);
}

function isWithin(inner: Values, outer: Values): boolean {
  if ('items' in outer) return 'items' in inner && inner.items.every((one) => outer.items.includes(one));
  const { from, to } = outer;
  if ('items' in inner) return inner.items.every((one) => typeof one === 'number' && one > from && one < to);
  const mayTouch = inner.isOpen || !outer.isOpen;
  const isAbove = inner.from > from || (inner.from === from && (mayTouch || from === -Infinity));
  const isBelow = inner.to < to || (inner.to === to && (mayTouch || to === Infinity));
  return isAbove && isBelow;
}

/** No single value is in both. */
function areApart(one: Values, other: Values): boolean {
  if ('items' in one || 'items' in other) return areYesAndNo(one, other);
  const gap = Math.max(one.from, other.from) - Math.min(one.to, other.to);
  return gap > 0 || (gap === 0 && (one.isOpen || other.isOpen));
}

/** Every value is in one of the two. */
function coverAll(one: Values, other: Values): boolean {
  if ('items' in one || 'items' in other) return areYesAndNo(one, other);
  const isUnlimited = Math.min(one.from, other.from) === -Infinity && Math.max(one.to, other.to) === Infinity;
  return isUnlimited && !areApart(one, other);
}

function areYesAndNo(one: Values, other: Values): boolean {
  if (!('items' in one) || !('items' in other)) return false;
  const both = [...one.items, ...other.items];
  return both.length === 2 && both.includes(true) && both.includes(false);
}

/** A value as text, with the fields of maps in order and without empty ones. */
function inOrder(value: JsonValue): string {
  if (isList(value)) return `[${value.map(inOrder).join()}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const names = Object.keys(value)
    .filter((name) => (value[name] ?? null) !== null)
    .sort();
  return `{${names.map((name) => `${name}:${inOrder(value[name] ?? null)}`).join()}}`;
}
