import {
  isJsonObject,
  isList,
  valueAt,
  type JsonObject,
  type JsonValue,
  type Path,
} from '../../model/json.ts';
import { bare, clip } from '../../model/show.ts';
import { onValue, type Problem } from '../problem.ts';
import { alwaysOne, isIncluded, isRange, matchOf, neverTogether, type Match } from './filter-match.ts';
import type { Rule } from './rule.ts';

// Audiences that are certainly not the ones that were meant: nobody can be in them, or a filter doesn't limit them.

const SEGMENTATION = 'segmentation_details';

interface PlacedFilter {
  readonly filter: JsonObject;
  readonly path: Path;
  readonly match: Match;
}

/**
 * Nobody matches a filter and its opposite, everybody matches one of the two, and nobody gets a message whose included
 * users are also excluded.
 */
export const audienceIsPossible: Rule = ({ body, status, isSound, isPublished, keepsLive }) => {
  if (status === 'STOPPED') return [];
  const members = (name: string, operator: 'and' | 'or') => {
    const path = [SEGMENTATION, name];
    return membersOf(valueAt(body, path), path, operator).filter((one) => isSound(one.path));
  };
  const isForAll = valueAt(body, [SEGMENTATION, 'is_all_user_campaign']) === true;
  const required = isForAll ? [] : members('included_filters', 'and');
  const alternatives = isForAll ? [] : members('included_filters', 'or');
  const excluded = members('excluded_filters', 'or');
  const requiredOf = bySubject(required);
  const found = [
    ...[required, members('excluded_filters', 'and')].flatMap(withoutAnyone),
    ...withEveryone(alternatives, 'included'),
    ...withEveryone(excluded, 'excluded'),
    ...excluded.flatMap((one) => excludedWhole(one, requiredOf.get(one.match.subject) ?? [])),
  ];
  const isKept = isPublished && keepsLive({ place: [SEGMENTATION], body });
  return isKept ? found.map((problem) => ({ ...problem, isKept })) : found;
};

function audience(path: Path, message: string, hint: string): Problem {
  return onValue(path, 'W_AUDIENCE', message, hint);
}

/** What a filter is about. */
function subjectOf({ action_name: action, name }: JsonObject): string | undefined {
  const subject = action ?? name;
  return typeof subject === 'string' ? clip(subject) : undefined;
}

/** ` (Order Placed)` */
function about(filter: JsonObject): string {
  const subject = subjectOf(filter);
  return subject === undefined ? '' : ` (${subject})`;
}

const REMOVE = 'remove the one that is not meant';

/** Of filters that must all match, those that nobody matches together with an earlier one. */
function withoutAnyone(filters: readonly PlacedFilter[]): Problem[] {
  return withEarlier(filters, neverTogether).map(({ path, filter, match }) => {
    if (!isRange(match)) {
      const message = `nobody can match this filter${about(filter)} and its opposite above`;
      return audience(path, message, REMOVE);
    }
    const message = `no value of ${subjectOf(filter) ?? 'an attribute'} matches both this filter and the one above`;
    return audience(
      path,
      message,
      'correct one of them; if one of the two is enough, write filter_operator: or',
    );
  });
}

/** Of filters of which one is enough, those that let everybody in, together with an earlier one. */
function withEveryone(filters: readonly PlacedFilter[], of: 'included' | 'excluded'): Problem[] {
  return withEarlier(filters, alwaysOne).map(({ path, filter, match, earlier }) => {
    const areOpposites = match.isNegated !== earlier.isNegated;
    const name = subjectOf(filter);
    const who =
      areOpposites || name === undefined
        ? `every user matches this filter${about(filter)}`
        : `every user who has ${name} matches this filter`;
    const limits = areOpposites ? "the two don't limit the audience" : "its value doesn't matter";
    const result = of === 'excluded' ? 'all of them are excluded' : limits;
    const hint = isRange(match)
      ? 'correct one of them; if both must match, write filter_operator: and'
      : REMOVE;
    return audience(path, `${who} or the one above, so ${result}`, hint);
  });
}

/** An excluded filter that everybody matches who matches one of those that must match. */
function excludedWhole({ path, filter, match }: PlacedFilter, required: readonly PlacedFilter[]): Problem[] {
  const found = required.find((other) => isIncluded(other.match, match));
  if (!found) return [];
  const what = `this filter${about(filter)}`;
  if (isIncluded(match, found.match)) {
    const message = `${what} is also in included_filters, so nobody gets the message`;
    return [audience(path, message, 'remove it from excluded_filters or from included_filters')];
  }
  const message = `${what} excludes everybody who matches the one in included_filters, so nobody gets the message`;
  return [audience(path, message, 'correct the value of one of the two')];
}

/** The filters of a list that stand in a relation to an earlier one. */
function withEarlier(filters: readonly PlacedFilter[], relation: (one: Match, other: Match) => boolean) {
  return [...bySubject(filters).values()].flatMap((group) =>
    group.flatMap((one, index) => {
      const earlier = group.slice(0, index).find(({ match }) => relation(one.match, match));
      return earlier ? [{ ...one, earlier: earlier.match }] : [];
    }),
  );
}

/** Only filters of one subject can be compared. */
function bySubject(filters: readonly PlacedFilter[]): ReadonlyMap<string, readonly PlacedFilter[]> {
  const groups = new Map<string, PlacedFilter[]>();
  for (const one of filters) {
    const group = groups.get(one.match.subject);
    if (group) group.push(one);
    else groups.set(one.match.subject, [one]);
  }
  return groups;
}

/**
 * Filters that decide alone, at any depth: each of a group with `and` must match, and each of a group with `or` is
 * enough. A group with one filter is both.
 */
function membersOf(value: JsonValue | undefined, path: Path, operator: 'and' | 'or'): PlacedFilter[] {
  if (!isJsonObject(value)) return [];
  const { filters } = value;
  if (!isList(filters))
    return value.filter_type === undefined ? [] : [{ filter: value, path, match: matchOf(value) }];
  if (filters.length > 1 && value.filter_operator !== operator) return [];
  return filters.flatMap((one, index) => membersOf(one, [...path, 'filters', index], operator));
}

/** Everybody has done something at least 0 times. */
export const countsLimit: Rule = ({ body, isSound }) =>
  ['trigger_condition', SEGMENTATION].flatMap((component) =>
    executionsIn(body[component] ?? null, [component])
      .filter((path) => isSound(path))
      .map((path) => {
        const message = `every user has done this at least ${bare(valueAt(body, [...path, 'count']))} times`;
        const never = 'for users who never did it, write type: exactly';
        return audience([...path, 'count'], message, `write 1 or more; ${never}`);
      }),
  );

function executionsIn(value: JsonValue, path: Path): Path[] {
  if (isList(value)) return value.flatMap((item, index) => executionsIn(item, [...path, index]));
  if (!isJsonObject(value)) return [];
  const { type, count } = value;
  const isIdle = path.at(-1) === 'execution' && type === 'atleast' && typeof count === 'number' && count < 1;
  if (isIdle) return [path];
  return Object.entries(value).flatMap(([name, member]) => executionsIn(member, [...path, name]));
}
