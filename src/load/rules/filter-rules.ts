import {
  isJsonObject,
  isList,
  memberOf,
  type JsonObject,
  type JsonValue,
  type Path,
} from '../../model/json.ts';
import { bare } from '../../model/show.ts';
import type { Found, Rule } from '../check.ts';
import { mapsOfFilters } from './placed.ts';

// The specification doesn't say which type a filter's value has. A value that can't be compared with its attribute is
// accepted and matches no user, or every user: a warning.

type FilterValue = Found<'FILTER_VALUE'>;

/** Specification, Filters: a value has its attribute's data type, and it is a list if the operator compares with several. */
export const filtersCompare: Rule = {
  code: 'FILTER_VALUE',
  check: ({ body, sound }) =>
    mapsOfFilters(body).flatMap(({ map, path }) =>
      map.data_type === undefined || map.operator === undefined || !sound(path) ? [] : judge(map, path),
    ),
};

const LIST = 'a list, such as [a, b]';
const DAYS = 'a number of days, such as 7';

/** What an operator compares with; all others compare with one value, or with nothing. */
const TAKES: Readonly<Record<string, string>> = {
  in: LIST,
  containsInTheFollowing: LIST,
  startWithInTheFollowing: LIST,
  endsWithInTheFollowing: LIST,
  between: 'a list of two limits',
  inTheLast: DAYS,
  inTheNext: DAYS,
  today: '',
};

/** Data types whose values have one type. */
const TYPES: Readonly<Record<string, readonly [words: string, type: string]>> = {
  string: ['text', 'string'],
  double: ['a number, without quotes', 'number'],
  bool: ['true or false, without quotes', 'boolean'],
};

/** What is wrong with a filter: first its form, then its values. */
function judge(filter: JsonObject, path: Path): FilterValue[] {
  const { value, value1 = null } = filter;
  const [kind, operator] = [bare(filter.data_type), bare(filter.operator)];
  const at: Path = [...path, 'value'];
  const isNothing = isList(value) ? value.length === 0 : value === null && operator !== 'exists';
  if (isNothing) return [{ path: at, only: 'start', params: { why: 'nothing' } }];
  if (value === undefined || value === null || isJsonObject(value)) return [];
  const takes = memberOf(TAKES, operator) ?? 'one value, without brackets';
  const all = [
    ...(isList(value) ? value : [value]),
    ...(operator === 'between' && value1 !== null ? [value1] : []),
  ];
  if (!fits(value, takes, all)) return [{ path: at, params: { why: 'type', seen: value, wanted: takes } }];
  if (operator === 'between' && isReversed(all))
    return [{ path: at, only: 'start', params: { why: 'reversed' } }];
  const [wanted, type] = memberOf(TYPES, kind) ?? [];
  if (wanted === undefined || all.every((one) => typeof one === type)) return [];
  const index = all.findIndex((one) => typeof one !== type);
  const isUpper = index === (isList(value) ? value.length : 1);
  const place = isUpper ? [...path, 'value1'] : isList(value) ? [...at, index] : at;
  return [{ path: place, params: { why: 'type', seen: all[index] ?? null, wanted } }];
}

function fits(value: JsonValue, takes: string, all: readonly JsonValue[]): boolean {
  switch (takes) {
    case LIST:
      return isList(value);
    case DAYS:
      return !isList(value) && Number(value) > 0;
    case TAKES.between:
      // Open point V13: the second limit may be in `value1`, or both in one text.
      return all.length === 2 || typeof value === 'string';
    default:
      return takes === '' || !isList(value);
  }
}

/** Nothing is between limits in the wrong order. */
function isReversed([low = null, high = null]: readonly JsonValue[]): boolean {
  const isOrdered = [low, high].every((one) => typeof one === 'number') || [low, high].every(isDay);
  return isOrdered && low !== null && high !== null && low > high;
}

function isDay(value: JsonValue): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
}
