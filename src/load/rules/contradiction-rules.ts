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
import type { Rule } from './rule.ts';

// Audiences that are certainly not the ones that were meant: nobody can be in them, or a filter doesn't limit them. Two
// different values of one attribute are no contradiction here, because an attribute may have several values.

const SEGMENTATION = 'segmentation_details';

interface PlacedFilter {
  readonly filter: JsonObject;
  readonly path: Path;
}

/** Nobody matches a filter and its opposite, and nobody gets a message whose included filter is also excluded. */
export const audienceIsPossible: Rule = ({ body, status, isSound }) => {
  if (status === 'STOPPED') return [];
  const at = (name: string): Path => [SEGMENTATION, name];
  const included = membersOf(valueAt(body, at('included_filters')), at('included_filters'), 'and');
  const excluded = membersOf(valueAt(body, at('excluded_filters')), at('excluded_filters'), 'or');
  const isForAll = valueAt(body, at('is_all_user_campaign')) === true;
  const required = isForAll ? [] : included.filter(({ path }) => isSound(path));
  const together = membersOf(valueAt(body, at('excluded_filters')), at('excluded_filters'), 'and');
  const needed = new Set(required.map(({ filter }) => identityOf(filter)));
  return [
    ...[required, together.filter(({ path }) => isSound(path))]
      .flatMap((group) => group.filter(contradictsEarlier))
      .map(({ path, filter }) => {
        const message = `nobody can match this filter${about(filter)} and its opposite above`;
        return audience(path, message, 'remove the one that is not meant');
      }),
    ...excluded
      .filter(({ path, filter }) => isSound(path) && needed.has(identityOf(filter)))
      .map(({ path, filter }) => {
        const message = `this filter${about(filter)} is also in included_filters, so nobody gets the message`;
        return audience(path, message, 'remove it from excluded_filters or from included_filters');
      }),
  ];
};

function audience(path: Path, message: string, hint: string): Problem {
  return onValue(path, 'W_AUDIENCE', message, hint);
}

/** ` (Order Placed)`: what a filter is about. */
function about({ action_name: action, name }: JsonObject): string {
  const subject = action ?? name;
  return typeof subject === 'string' ? ` (${clip(subject)})` : '';
}

function contradictsEarlier({ filter }: PlacedFilter, index: number, all: readonly PlacedFilter[]): boolean {
  const opposites = oppositesOf(filter).map(identityOf);
  return all.slice(0, index).some((one) => opposites.includes(identityOf(one.filter)));
}

/**
 * Filters that decide alone, at any depth: each of a group with `and` must match, and each of a group with `or` is
 * enough. A group with one filter is both.
 */
function membersOf(value: JsonValue | undefined, path: Path, operator: 'and' | 'or'): PlacedFilter[] {
  if (!isJsonObject(value)) return [];
  const { filters } = value;
  if (!isList(filters)) return value.filter_type === undefined ? [] : [{ filter: value, path }];
  if (filters.length > 1 && value.filter_operator !== operator) return [];
  return filters.flatMap((one, index) => membersOf(one, [...path, 'filters', index], operator));
}

/** The filters that match exactly those users who don't match a filter. */
function oppositesOf(filter: JsonObject): JsonObject[] {
  const { filter_type: type, executed, operator, value } = filter;
  if (type === 'actions') return typeof executed === 'boolean' ? [{ ...filter, executed: !executed }] : [];
  if (type !== 'user_attributes') return [];
  const isBool = filter.data_type === 'bool' && operator === 'is' && typeof value === 'boolean';
  return [{ ...filter, negate: filter.negate !== true }, ...(isBool ? [{ ...filter, value: !value }] : [])];
}

/** The same text for filters that match the same users. A segment is chosen by its ID. */
function identityOf(filter: JsonObject): string {
  const { filter_type: type, id } = filter;
  if (type === 'custom_segments' && typeof id === 'string') return `segment ${id}`;
  return inOrder(filter.negate === false ? { ...filter, negate: null } : filter);
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
