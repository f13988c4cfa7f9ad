import {
  isJsonObject,
  isList,
  memberOf,
  valueAt,
  type JsonObject,
  type JsonValue,
  type Path,
} from '../../model/json.ts';
import { bare, show } from '../../model/show.ts';
import { onValue, type Problem } from '../problem.ts';
import { renderInFlow } from '../yaml/render-value.ts';
import {
  COUNTS_DAYS,
  dateProblems,
  daysProblems,
  isReversed,
  textProblems,
  type Filter,
} from './filter-values.ts';
import type { Rule } from './rule.ts';

// The specification doesn't say which type a filter's value has. A value that can't be compared with its attribute is
// accepted and matches no user, or every user: a warning.

/** Operators that compare with several values. */
const SEVERAL = [
  'in',
  'containsInTheFollowing',
  'startWithInTheFollowing',
  'endsWithInTheFollowing',
  'between',
];

interface ValueType {
  readonly words: string;
  readonly fits: (value: JsonValue) => boolean;
  /** The spelling of a value that only lacks quotes, or has quotes that it should not have. */
  readonly spelled: (value: JsonValue) => string;
}

/** Data types whose values have one type. Dates are written in too many ways to be checked. */
const TYPES: Readonly<Record<string, ValueType>> = {
  string: {
    words: 'text',
    fits: (value) => typeof value === 'string',
    spelled: (value) => `quote it: "${bare(value)}"`,
  },
  double: {
    words: 'a number',
    fits: (value) => typeof value === 'number',
    spelled: (value) => {
      if (typeof value !== 'string') return 'write a number';
      if (/^-?\d+(?:\.\d+)?$/.test(value)) return `write ${value}, without quotes`;
      const [, low, high] = /^(\d+)\s*(?:-|–|to|and)\s*(\d+)$/.exec(value) ?? [];
      if (high !== undefined) return `write operator: between, and value: [${low}, ${high}]`;
      return 'write a number';
    },
  },
  bool: {
    words: 'true or false',
    fits: (value) => typeof value === 'boolean',
    spelled: () => 'write true or false, without quotes',
  },
};

/**
 * Specification, Filters: a value has its attribute's data type, and it is a list only if the operator compares with
 * several values.
 */
export const filterValuesFit: Rule = ({ body, isSound }) =>
  ['trigger_condition', 'segmentation_details'].flatMap((component) =>
    filtersIn(body[component] ?? null, [component])
      .filter(({ path }) => isSound(path))
      .flatMap(judge),
  );

/** Whether a filter compares with empty texts alone; `exists` needs none. */
function isWithoutText({ value, operator, data_type: type }: JsonObject): boolean {
  const isText = typeof value === 'string' && type === 'string' && operator !== 'exists';
  const texts = isList(value) ? value : isText ? [value] : [];
  return texts.length > 0 && texts.every((one) => bare(one).trim() === '');
}

function judge(found: Filter): Problem[] {
  const { value } = found.filter;
  // Another rule reports an empty value.
  if (value === undefined || value === null || isJsonObject(value)) return [];
  if (isWithoutText(found.filter)) {
    const message = isList(value) ? 'value has only empty entries' : 'value is empty';
    const who =
      found.filter.negate === true
        ? 'users with any value, write operator: exists without value, and remove negate'
        : 'users without one, write operator: exists and negate: true, without value';
    const hint = `write a value; for ${who}`;
    return [onValue([...found.path, 'value'], 'W_FILTER_VALUE', message, hint)];
  }
  return [
    ...countProblems(found, value),
    ...typeProblems(found, value),
    ...boundProblems(found, value),
    ...daysProblems(found, value),
    ...dateProblems(found, value),
    ...textProblems(found, value),
  ];
}

/** Operators that compare a text with several others in the same way as another operator does with one. */
const FOR_SEVERAL: Readonly<Record<string, string>> = { is: 'in', contains: 'containsInTheFollowing' };

/** A list for an operator that takes one value, or one value for an operator that takes a list. */
function countProblems({ filter, path }: Filter, value: JsonValue): Problem[] {
  const [kind, operator] = [bare(filter.data_type), bare(filter.operator)];
  const at: Path = [...path, 'value'];
  const wrong = (message: string, hint: string) => [onValue(at, 'W_FILTER_VALUE', message, hint)];
  if (isList(value) && isForOne(operator)) {
    const several = kind === 'string' ? memberOf(FOR_SEVERAL, operator) : undefined;
    const way = several === undefined ? '' : `, or use the operator ${several}`;
    return wrong(`the operator "${operator}" takes one value, not a list`, `write one value${way}`);
  }
  const [joined, ...others] = isList(value) ? value : [];
  if (
    SEVERAL.includes(operator) &&
    typeof joined === 'string' &&
    others.length === 0 &&
    joined.includes('; ')
  ) {
    const message = `${show(joined)} is a single value, because commas separate the values of a list`;
    return wrong(message, `write ${renderInFlow(joined.split(/\s*;\s*/).filter((one) => one !== ''))}`);
  }
  if (isList(value) || operator === 'between' || !SEVERAL.includes(operator)) return [];
  const values = typeof value === 'string' ? value.split(/\s*,\s*/).filter((one) => one !== '') : [value];
  const message = `the operator "${operator}" takes a list, but value is ${show(value)}`;
  const isText = kind === 'string';
  const problems = wrong(message, `write ${renderInFlow(isText ? values.map(bare) : values)}`);
  if (!isText || typeof value === 'string') return problems;
  return problems.map((problem) => ({ ...problem, toQuote: 'in-list' as const }));
}

/** Another rule reports a list as a number of days, and today takes no value. */
function isForOne(operator: string): boolean {
  return ![...SEVERAL, ...COUNTS_DAYS, 'today'].includes(operator);
}

function typeProblems({ filter, path }: Filter, value: JsonValue): Problem[] {
  const [kind, operator] = [bare(filter.data_type), bare(filter.operator)];
  const type = memberOf(TYPES, kind);
  if (!type || (isList(value) && isForOne(operator))) return [];
  const at: Path = [...path, 'value'];
  const wrong = (one: JsonValue, place: Path) => {
    const message = `${String(place.findLast((step) => typeof step === 'string'))} is ${show(one)}, but data_type: ${kind} needs ${type.words}`;
    const problem = onValue(place, 'W_FILTER_VALUE', message, type.spelled(one));
    return kind === 'string' && typeof one !== 'object' ? { ...problem, toQuote: 'alone' as const } : problem;
  };
  const upper = operator === 'between' ? (filter.value1 ?? null) : null;
  return [
    ...(isList(value) ? value.map((one, index) => [one, [...at, index]] as const) : [[value, at] as const]),
    ...(upper === null ? [] : [[upper, [...path, 'value1']] as const]),
  ].flatMap(([one, place]) => (type.fits(one) ? [] : [wrong(one, place)]));
}

/**
 * Open point V13: `between` has its two values in a list, or the second one in `value1`. A text that isn't a single
 * date may contain both.
 */
function boundProblems({ filter, path }: Filter, value: JsonValue): Problem[] {
  if (filter.operator !== 'between' || (typeof value === 'string' && !SINGLE.test(value))) return [];
  const count = (isList(value) ? value.length : 1) + (filter.value1 === undefined ? 0 : 1);
  // Another rule reports an empty list.
  if (count === 2 || (isList(value) && value.length === 0)) return [];
  const message = `the operator "between" takes two values, but ${count === 1 ? `value is ${show(isList(value) ? (value[0] ?? null) : value)}` : `there are ${count}`}`;
  const hint = 'write the lower and the upper limit, as a list of two values';
  return [onValue([...path, 'value'], 'W_FILTER_VALUE', message, hint)];
}

/** A number, or a date with or without a time. */
const SINGLE = /^\s*(?:-?\d+(?:\.\d+)?|\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?)\s*$/;

/**
 * A filter that compares with an empty list or with nothing: in one service no user would match, in another one every user. An error where
 * the file publishes the campaign, also among the excluded: then those who should be left out would get it.
 */
export const filtersCompareWithSomething: Rule = ({ body, status, isPublished, isSound }) =>
  ['trigger_condition', 'segmentation_details'].flatMap((component) =>
    filtersIn(body[component] ?? null, [component])
      .filter(({ filter, path }) => isSound(path) && comparesWithNothing(filter))
      .map(({ filter, path }) => {
        const code = status === 'ACTIVE' && !isPublished ? 'E_AUDIENCE' : 'W_FILTER_VALUE';
        const what = filter.value === null ? 'empty' : 'an empty list';
        const message = `value is ${what}, so it is unclear who matches this filter`;
        return onValue([...path, 'value'], code, message, 'write at least one value, or remove the filter');
      }),
  );

/** Limits in the wrong order: no value is between them. An error where the file publishes the campaign, as above. */
export const limitsAreInOrder: Rule = ({ body, status, isPublished, isSound }) =>
  ['trigger_condition', 'segmentation_details'].flatMap((component) =>
    filtersIn(body[component] ?? null, [component]).flatMap(({ filter, path }) => {
      const limits = isSound(path) ? isReversed(filter) : undefined;
      if (!limits) return [];
      const code = status === 'ACTIVE' && !isPublished ? 'E_AUDIENCE' : 'W_FILTER_VALUE';
      const [low, high] = limits;
      const message = `nothing is between ${bare(low)} and ${bare(high)}: the lower limit must come first`;
      const hint = isList(filter.value)
        ? `write ${renderInFlow([high, low])}`
        : `write value: ${bare(high)} and value1: ${bare(low)}`;
      return [onValue([...path, 'value'], code, message, hint)];
    }),
  );

/**
 * A group without filters inside another one: one service would let no user match it, another one every user. The
 * outermost groups aren't checked here: nobody is excluded by empty `excluded_filters`, and empty `attributes` of an
 * event don't restrict it.
 */
export const groupsHaveFilters: Rule = ({ body, status, isPublished, isSound }) => {
  if (status === 'STOPPED') return [];
  return ['trigger_condition', 'segmentation_details'].flatMap((component) =>
    emptyGroupsIn(body[component] ?? null, [component])
      .filter((path) => isSound(path) && !isWithoutEffect(body, path))
      .map((path) => {
        const code = status === 'ACTIVE' && !isPublished ? 'E_AUDIENCE' : 'W_AUDIENCE';
        const message = 'this filter group is empty, so it is unclear who matches it';
        return onValue(path, code, message, 'add a filter to this group, or remove the group');
      }),
  );
};

/** Included filters have no effect in a campaign for all users. */
function isWithoutEffect({ segmentation_details: segmentation }: JsonObject, path: Path): boolean {
  return (
    path[0] === 'segmentation_details' &&
    path[1] === 'included_filters' &&
    valueAt(segmentation, ['is_all_user_campaign']) === true
  );
}

/** Members of groups that are groups without filters, at any depth. */
function emptyGroupsIn(value: JsonValue, path: Path): Path[] {
  if (isList(value)) return value.flatMap((item, index) => emptyGroupsIn(item, [...path, index]));
  if (!isJsonObject(value)) return [];
  const isMember = path.at(-2) === 'filters';
  if (isMember && isList(value.filters) && value.filters.length === 0) return [path];
  return Object.entries(value).flatMap(([name, member]) => emptyGroupsIn(member, [...path, name]));
}

/** Filters that compare an attribute, at any depth. */
function filtersIn(value: JsonValue, path: Path): Filter[] {
  if (isList(value)) return value.flatMap((item, index) => filtersIn(item, [...path, index]));
  if (!isJsonObject(value)) return [];
  const own = value.data_type !== undefined && value.operator !== undefined ? [{ filter: value, path }] : [];
  return [...own, ...Object.entries(value).flatMap(([name, member]) => filtersIn(member, [...path, name]))];
}

function comparesWithNothing({ value, operator }: JsonObject): boolean {
  return isList(value) ? value.length === 0 : value === null && operator !== 'exists';
}
