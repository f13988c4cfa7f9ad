import type { Components } from '../model/campaign.ts';
import { canonical } from '../model/canonical.ts';
import { isJsonObject, isList, sameJson, type JsonObject, type JsonValue } from '../model/json.ts';
import { bare } from '../model/show.ts';
import { byDelay } from './trigger-delay.ts';

// Someone who copies a file and adds a country to its audience sends the message again to everyone who has it. So an audience
// is compared with what it contains, not only with its equals. Only what follows from the filters alone counts: which
// users are in a segment, only the service knows.

/**
 * Whether one of two campaigns is for all users of the other one. A user who excludes other users than the other
 * campaign does has thought of that campaign's audience.
 */
export function oneContainsOther(one: Components, other: Components): boolean {
  const [own, theirs] = [audienceOf(one), audienceOf(other)];
  if (!sameJson(own.excluded_filters ?? {}, theirs.excluded_filters ?? {})) return false;
  return includes(own, theirs) || includes(theirs, own);
}

/**
 * Whether everyone in one of two audiences is certain to be in the other one, too. Of two campaigns that send at once,
 * nobody has the message of the other one before, so an exclusion counts only for whom it excludes.
 */
export function oneIsWithinOther(one: Components, other: Components): boolean {
  const [own, theirs] = [audienceOf(one), audienceOf(other)];
  return isWithin(own, theirs) || isWithin(theirs, own);
}

function isWithin(narrow: JsonObject, wide: JsonObject): boolean {
  const [own, theirs] = [narrow.excluded_filters ?? {}, wide.excluded_filters ?? {}];
  return includes(wide, narrow) && (sameJson(theirs, {}) || contains(own, theirs));
}

/** Whether two audiences have users in common, unless an exclusion happens to apply to all of these. */
export function haveUsersInCommon(one: Components, other: Components): boolean {
  const [own, theirs] = [audienceOf(one), audienceOf(other)];
  return (includes(own, theirs) || includes(theirs, own)) && !excludes(own, theirs) && !excludes(theirs, own);
}

function includes(wide: JsonObject, narrow: JsonObject): boolean {
  return (
    wide.is_all_user_campaign === true ||
    (narrow.is_all_user_campaign !== true &&
      contains(wide.included_filters ?? {}, narrow.included_filters ?? {}))
  );
}

function excludes({ excluded_filters: excluded = {} }: JsonObject, { included_filters: those }: JsonObject) {
  return those !== undefined && contains(excluded, those);
}

/** Whether two campaigns have one audience and trigger, so that excluding the users of one of them would leave nobody. */
export function isForSame(one: Components, other: Components): boolean {
  return (
    sameJson(audienceOf(one), audienceOf(other)) &&
    sameJson(byDelay(one.trigger_condition ?? {}), byDelay(other.trigger_condition ?? {}))
  );
}

/** Whether a campaign excludes users whom the other one doesn't, who may be those that got the other one. */
export function excludesMore(one: Components, other: Components): boolean {
  const [own = {}, theirs = {}] = [one, other].map((each) => audienceOf(each).excluded_filters ?? {});
  return !sameJson(own, {}) && !contains(theirs, own);
}

/**
 * Whether two audiences require different values of one attribute, as those of campaigns for two countries do. Only users
 * who have several values of it are in both.
 */
export function areApart(one: Components, other: Components): boolean {
  const [own, theirs] = [audienceOf(one), audienceOf(other)];
  if ([own, theirs].some((audience) => audience.is_all_user_campaign === true)) return false;
  return excludeEachOther(own.included_filters ?? {}, theirs.included_filters ?? {});
}

function excludeEachOther(one: JsonValue, other: JsonValue): boolean {
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const [own, theirs] = [groupOf(one), groupOf(other)];
  if (own?.isEither) return own.filters.every((filter) => excludeEachOther(filter, other));
  if (own) return own.filters.some((filter) => excludeEachOther(filter, other));
  return theirs ? excludeEachOther(other, one) : haveNoValueInCommon(one, other);
}

/** Letter case may not count, so it doesn't make two values different here. */
function haveNoValueInCommon(one: JsonObject, other: JsonObject): boolean {
  const [{ value: some, ...rest }, { value: more, ...others }] = [one, other];
  if (rest.operator !== 'in' || rest.negate === true || !sameJson(rest, others)) return false;
  if (!isList(some) || !isList(more)) return false;
  const known = new Set(some.map((value) => bare(value).toLowerCase()));
  return more.every((value) => !known.has(bare(value).toLowerCase()));
}

/** Each is compared with many others. Components never change. */
function audienceOf(components: Components): JsonObject {
  const known = audiences.get(components);
  if (known) return known;
  const found = inOneSpelling(canonical('segmentation_details', components.segmentation_details ?? {}));
  audiences.set(components, found);
  return found;
}

const audiences = new WeakMap<Components, JsonObject>();

/**
 * The name beside the ID of a segment is a label, so files may say different names of one segment. `is` one value means
 * `in` a list of that value.
 */
function inOneSpelling(map: JsonObject): JsonObject {
  const { operator, value } = map;
  if (operator === 'is' && value !== undefined && !isList(value))
    return inOneSpelling({ ...map, operator: 'in', value: [value] });
  const isSegment = map.filter_type === 'custom_segments' && map.id !== undefined;
  const members = Object.entries(map).filter(([name]) => !(isSegment && name === 'name'));
  return Object.fromEntries(members.map(([name, member]) => [name, inMember(member)]));
}

function inMember(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(inMember);
  return isJsonObject(value) ? inOneSpelling(value) : value;
}

/** Whether everyone who meets the second filter is certain to meet the first one. */
function contains(wide: JsonValue, narrow: JsonValue): boolean {
  if (sameJson(wide, narrow)) return true;
  if (!isJsonObject(wide) || !isJsonObject(narrow)) return false;
  const [outer, inner] = [groupOf(wide), groupOf(narrow)];
  if (inner?.isEither) return inner.filters.every((filter) => contains(wide, filter));
  if (outer && !outer.isEither) return outer.filters.every((filter) => contains(filter, narrow));
  if (outer?.filters.some((filter) => contains(filter, narrow))) return true;
  if (inner) return inner.filters.some((filter) => contains(wide, filter));
  return !outer && hasAllValues(wide, narrow);
}

interface Group {
  readonly filters: readonly JsonValue[];
  /** Whether one of the filters is enough. */
  readonly isEither: boolean;
}

/** A group without filters isn't one, because the canonical form has no empty lists: nothing follows from it. */
function groupOf({ filters, filter_operator: operator }: JsonObject): Group | undefined {
  return isList(filters) ? { filters, isEither: operator === 'or' } : undefined;
}

/** Two filters that differ only in their values, any of which is enough; of a negated one, none of which may be met. */
function hasAllValues(wide: JsonObject, narrow: JsonObject): boolean {
  const [{ value: more, ...rest }, { value: fewer, ...others }] = [wide, narrow];
  if (!LISTS.includes(wide.operator) || !sameJson(rest, others) || !isList(more) || !isList(fewer))
    return false;
  const [all, some] = wide.negate === true ? [fewer, more] : [more, fewer];
  return some.every((one) => all.some((other) => sameJson(one, other)));
}

const LISTS: readonly (JsonValue | undefined)[] = [
  'in',
  'containsInTheFollowing',
  'startWithInTheFollowing',
  'endsWithInTheFollowing',
];
