import { isJsonObject, isList, type JsonObject, type JsonValue, type Path } from '../../model/json.ts';
import { bare, show } from '../../model/show.ts';
import { onValue, type Problem } from '../problem.ts';
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
    spelled: (value) =>
      typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value)
        ? `write ${value}, without quotes`
        : 'write a number',
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

function judge({ filter, path }: Filter): Problem[] {
  const { data_type: dataType, operator, value } = filter;
  const kind = bare(dataType);
  const type = Object.hasOwn(TYPES, kind) ? TYPES[kind] : undefined;
  if (!type || value === undefined || isJsonObject(value)) return [];
  const at: Path = [...path, 'value'];
  if (isList(value) && !SEVERAL.includes(bare(operator))) {
    const message = `the operator ${bare(operator)} takes one value, not a list`;
    return [
      onValue(
        at,
        'W_FILTER_VALUE',
        message,
        kind === 'string' ? 'write one value, or use the operator in' : 'write one value',
      ),
    ];
  }
  const wrong = (one: JsonValue, place: Path) => {
    const message = `value is ${show(one)}, but data_type: ${kind} needs ${type.words}`;
    return onValue(place, 'W_FILTER_VALUE', message, type.spelled(one));
  };
  if (isList(value) && value.length === 0) return [];
  if (!isList(value)) return type.fits(value) ? [] : [wrong(value, at)];
  return value.flatMap((one, index) => (type.fits(one) ? [] : [wrong(one, [...at, index])]));
}

/**
 * A filter that compares with an empty list: in one service no user would match, in another one every user. An error where
 * the file publishes the campaign, also among the excluded: then those who should be left out would get it.
 */
export const filtersCompareWithSomething: Rule = ({ body, status, isLive, isSound }) =>
  ['trigger_condition', 'segmentation_details'].flatMap((component) =>
    filtersIn(body[component] ?? null, [component])
      .filter(({ filter, path }) => isSound(path) && isList(filter.value) && filter.value.length === 0)
      .map(({ path }) => {
        const code = status === 'ACTIVE' && !isLive ? 'E_AUDIENCE' : 'W_FILTER_VALUE';
        const message = 'value is an empty list, so it is unclear who matches this filter';
        return onValue([...path, 'value'], code, message, 'write at least one value, or remove the filter');
      }),
  );

interface Filter {
  readonly filter: JsonObject;
  readonly path: Path;
}

/** Filters that compare an attribute, at any depth. */
function filtersIn(value: JsonValue, path: Path): Filter[] {
  if (isList(value)) return value.flatMap((item, index) => filtersIn(item, [...path, index]));
  if (!isJsonObject(value)) return [];
  const own = value.data_type !== undefined && value.operator !== undefined ? [{ filter: value, path }] : [];
  return [...own, ...Object.entries(value).flatMap(([name, member]) => filtersIn(member, [...path, name]))];
}
