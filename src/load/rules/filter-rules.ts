import {
  isJsonObject,
  isList,
  memberOf,
  type JsonObject,
  type JsonValue,
  type Path,
} from '../../model/json.ts';
import { bare } from '../../model/show.ts';
import type { Checked, Found, Rule } from '../check.ts';
import { mapsOfFilters } from './placed.ts';

// The specification doesn't say which type a filter's value has. A value that can't be compared with its attribute is
// accepted and matches no user, or every user: a warning.

type FilterValue = Found<'FILTER_VALUE'>;

/** A filter that compares an attribute, and its place. */
interface Filter {
  readonly filter: JsonObject;
  readonly path: Path;
  readonly kind: string;
  readonly operator: string;
}

/** Specification, Filters: a value has its attribute's data type, and it is a list if the operator compares with several. */
export const filtersCompare: Rule = {
  code: 'FILTER_VALUE',
  check: ({ body, sound }) =>
    mapsOfFilters(body).flatMap(({ map: filter, path }) => {
      const { data_type: type, operator } = filter;
      if (type === undefined || operator === undefined || !sound(path)) return [];
      const found = judge({ filter, path, kind: bare(type), operator: bare(operator) });
      const places = new Set<string>();
      return found.filter((one) => !places.has(one.path.join('/')) && places.add(one.path.join('/')));
    }),
};

/** What is wrong with a filter; what is found first at a place is the reason of the rest. */
function judge(found: Filter): FilterValue[] {
  const { filter, path, operator } = found;
  const { value } = filter;
  const at: Path = [...path, 'value'];
  const isNothing = isList(value) ? value.length === 0 : value === null && operator !== 'exists';
  if (isNothing) return [{ path: at, only: 'start', params: { why: 'nothing' } }];
  if (value === undefined || value === null || isJsonObject(value)) return [];
  return [
    ...counts(found, value),
    ...types(found, value),
    ...limits(found, value),
    ...days(found, value),
    ...dates(found, value),
    ...texts(found, value),
  ];
}

/** Operators that compare with several values. */
const SEVERAL = [
  'in',
  'containsInTheFollowing',
  'startWithInTheFollowing',
  'endsWithInTheFollowing',
  'between',
];
/** Operators that take a number of days. */
const COUNTS_DAYS = ['inTheLast', 'inTheNext'];
/** Operators that compare with dates. */
const COMPARES_DATES = ['on', 'before', 'after', 'between'];

function isForOne(operator: string): boolean {
  return ![...SEVERAL, ...COUNTS_DAYS, 'today'].includes(operator);
}

/** A list for an operator that takes one value, or one value for an operator that takes a list. */
function counts({ path, operator }: Filter, value: JsonValue): FilterValue[] {
  const at: Path = [...path, 'value'];
  if (isList(value)) return isForOne(operator) ? [{ path: at, params: { why: 'list', operator } }] : [];
  if (operator === 'between' || !SEVERAL.includes(operator)) return [];
  return [{ path: at, params: { why: 'one-value', seen: value, operator } }];
}

/** Data types whose values have one type. Dates are written in too many ways to be checked. */
const TYPES: Readonly<Record<string, readonly [words: string, type: string]>> = {
  string: ['text', 'string'],
  double: ['a number, without quotes', 'number'],
  bool: ['true or false, without quotes', 'boolean'],
};

function types({ filter, path, kind, operator }: Filter, value: JsonValue): FilterValue[] {
  const [wanted, type] = memberOf(TYPES, kind) ?? [];
  if (wanted === undefined) return [];
  const all = valuesOf(filter, { path, operator, value });
  if (all.length > 0 && all.every(([seen]) => typeof seen === 'string' && seen.trim() === ''))
    return [
      { path: [...path, 'value'], params: { why: 'type', seen: value, wanted: 'a text that users have' } },
    ];
  return all
    .filter(([seen]) => typeof seen !== type)
    .map(([seen, place]) => ({ path: place, params: { why: 'type', seen, wanted } }));
}

/** What a filter compares with, each value with its place. */
function valuesOf(
  { value1 = null }: JsonObject,
  { path, operator, value }: Pick<Filter, 'path' | 'operator'> & { readonly value: JsonValue },
): (readonly [JsonValue, Path])[] {
  const at: Path = [...path, 'value'];
  const upper = operator === 'between' && value1 !== null ? [[value1, [...path, 'value1']] as const] : [];
  if (!isList(value)) return [[value, at], ...upper];
  return isForOne(operator)
    ? upper
    : [...value.map((one, index) => [one, [...at, index]] as const), ...upper];
}

/** A number, or a date with or without a time. */
const SINGLE = /^\s*(?:-?\d+(?:\.\d+)?|\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?)\s*$/;

/**
 * Open point V13: `between` has its two values in a list, or the second one in `value1`. A text that isn't a single
 * date may contain both. Nothing is between limits in the wrong order.
 */
function limits({ filter, path, operator }: Filter, value: JsonValue): FilterValue[] {
  if (operator !== 'between' || (typeof value === 'string' && !SINGLE.test(value))) return [];
  const at: Path = [...path, 'value'];
  const given = [
    ...(isList(value) ? value : [value]),
    ...(filter.value1 === undefined ? [] : [filter.value1]),
  ];
  const [low = null, high = null] = given;
  if (given.length !== 2) return [{ path: at, params: { why: 'two-values' } }];
  const isOrdered = [low, high].every((one) => typeof one === 'number') || [low, high].every(isDay);
  return isOrdered && low !== null && high !== null && low > high
    ? [{ path: at, only: 'start', params: { why: 'reversed' } }]
    : [];
}

function isDay(value: JsonValue): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
}

function days({ path, operator }: Pick<Filter, 'path' | 'operator'>, value: JsonValue): FilterValue[] {
  const isCount = (typeof value === 'string' || typeof value === 'number') && Number(value) > 0;
  if (!COUNTS_DAYS.includes(operator) || isCount) return [];
  return [{ path: [...path, 'value'], params: { why: 'days', seen: value } }];
}

/** A date may be written in many ways, but not without a digit, and not so that it may be two dates. */
function dates({ filter, path, kind, operator }: Filter, value: JsonValue): FilterValue[] {
  if (kind !== 'datetime' || !COMPARES_DATES.includes(operator)) return [];
  return valuesOf(filter, { path, operator, value })
    .filter(([seen]) => typeof seen === 'boolean' || (typeof seen === 'string' && !isClearDate(seen)))
    .map(([seen, place]) => ({ path: place, params: { why: 'date', seen } }));
}

function isClearDate(text: string): boolean {
  return /\d/.test(text) && !/^\s*\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?!\d)/.test(text);
}

/** In capitals, also with a space or a slash between them. */
const CODES =
  /^(?:[a-zA-Z]{2}(?:,\s*[a-zA-Z]{2})+|[a-zA-Z]{3}(?:,\s*[a-zA-Z]{3})+|[A-Z]{2}(?:[ /]+[A-Z]{2})+|[A-Z]{3}(?:[ /]+[A-Z]{3})+)$/;
/** A star at one end, which other programs read as any text; `5*` is a rating. */
const WILDCARD = /^\*[^*]+$|^[^*]*[^*\d]\*$|^\*[^*]+\*$/;

/**
 * A text that is compared as a whole, and that no user has: several country codes, a wildcard, or a space at one end.
 * Other texts may have a comma.
 */
function texts({ filter, path, kind, operator }: Filter, value: JsonValue): FilterValue[] {
  if (kind !== 'string' || !['in', 'is'].includes(operator)) return [];
  const all = valuesOf(filter, { path, operator, value });
  return all.flatMap(([seen, place]): FilterValue[] => {
    if (typeof seen !== 'string') return [];
    const isSeveral = all.length === 1 && isList(value) && CODES.test(seen);
    const isPadded = seen !== seen.trim() && !all.some(([other]) => other === seen.trim());
    return isSeveral || isPadded || WILDCARD.test(seen)
      ? [{ path: place, params: { why: 'literal', seen } }]
      : [];
  });
}

const RANGE = 'primary_time_range';

/**
 * Open point V13: the form of a time range isn't specified. It is most likely that of a filter that compares a date, with
 * its operator as `type`. Any other form may change who gets the message, but the service may know it: a warning.
 */
export const timeRangesAreClear: Rule = {
  code: 'FILTER_VALUE',
  check: (checked) =>
    mapsOfFilters(checked.body).flatMap(({ map, path }): FilterValue[] =>
      map[RANGE] === undefined
        ? []
        : unclear(map[RANGE], [...path, RANGE], checked).map((one) => ({
            ...one,
            ...{ only: 'edit', judged: [[...path, RANGE]] },
          })),
    ),
};

function unclear(range: JsonValue, path: Path, { sound }: Checked): FilterValue[] {
  if (!sound(path)) return [];
  const whole: FilterValue = { path, params: { why: 'time-range', seen: range } };
  if (!isJsonObject(range)) return [whole];
  const { type, value = null, value1 = null, ...others } = range;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    return [{ path: [...path, unknown], on: 'key', params: { why: 'time-range', seen: unknown } }];
  const operator = bare(type);
  if (type === undefined) return [whole];
  if (![...COUNTS_DAYS, ...COMPARES_DATES, 'today'].includes(operator))
    return [{ path: [...path, 'type'], params: { why: 'time-range', seen: type } }];
  if (operator === 'today') return [];
  if (value === null || (operator === 'between' && value1 === null && !isList(value))) return [whole];
  const filter = { filter: range, path, kind: 'datetime', operator };
  return [...days(filter, value), ...dates(filter, value)];
}
