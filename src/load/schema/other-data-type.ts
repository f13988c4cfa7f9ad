import { isList, valueAt, type JsonValue, type Path } from '../../model/json.ts';
import { bare } from '../../model/show.ts';
import { onValue, type Problem } from '../problem.ts';

/** What an operator compares, and the data type of attributes that can be compared in this way. */
interface Comparison {
  readonly type: string;
  readonly what: string;
  readonly operators: readonly string[];
  readonly fits: (value: JsonValue) => boolean;
}

const COMPARISONS: readonly Comparison[] = [
  { type: 'double', what: 'numbers', operators: ['greaterThan', 'lessThan'], fits: isNumeric },
  {
    type: 'double',
    what: 'numbers',
    operators: ['between'],
    fits: (value) => isNumeric(value) || (isList(value) && value.length > 0 && value.every(isNumeric)),
  },
  { type: 'datetime', what: 'dates', operators: ['before', 'after', 'on', 'between'], fits: isDate },
  { type: 'datetime', what: 'dates', operators: ['inTheLast', 'inTheNext'], fits: isNumeric },
];

/**
 * An operator of another data type than the one in its filter, with a value of that other type: the data type is the
 * mistake, and not the operator.
 */
export function otherDataType(
  path: Path,
  seen: JsonValue | undefined,
  filter: JsonValue | undefined,
): Problem | undefined {
  const [type, value] = [valueAt(filter, ['data_type']), valueAt(filter, ['value'])];
  if (path.at(-1) !== 'operator' || typeof type !== 'string' || value === undefined) return undefined;
  const named = COMPARISONS.flatMap((one) =>
    one.operators
      .filter((operator) => plain(operator) === plain(bare(seen)))
      .map((operator) => ({ ...one, operator })),
  );
  // An operator that its data type has is misspelled.
  if (named.some((one) => one.type === type)) return undefined;
  const found = named.find(({ fits }) => fits(value));
  if (!found) return undefined;
  const { operator, what } = found;
  const respelled = operator === seen ? [] : [`operator: ${operator}`];
  const unquoted =
    found.type === 'double' && typeof value === 'string' ? [`value: ${value.trim()} without quotes`] : [];
  const writes = [`data_type: ${found.type}`, ...respelled, ...unquoted];
  const list = [writes.slice(0, -1).join(', '), writes.at(-1)].filter((part) => part !== '').join(' and ');
  const message = `${operator} compares ${what}, but data_type is ${bare(type)}`;
  return onValue([...path.slice(0, -1), 'data_type'], 'E_VALUE', message, `write ${list}`);
}

function isNumeric(value: JsonValue): boolean {
  return (
    typeof value === 'number' ||
    (typeof value === 'string' && /^\s*-?\d{1,15}(?:\.\d{1,15})?\s*$/.test(value))
  );
}

function isDate(value: JsonValue): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value);
}

/** `greater_than` is meant to be greaterThan. */
function plain(operator: string): string {
  return operator.toLowerCase().replace(/[\s_-]/g, '');
}
