import { isList, type JsonObject, type JsonValue, type Path } from '../../model/json.ts';
import { bare, show } from '../../model/show.ts';
import { onValue, type Problem } from '../problem.ts';
import { renderInFlow } from '../yaml/render-value.ts';

// Dates and numbers of days have no type that a schema could check. What is certainly neither is reported.

/** A filter that compares an attribute, and its place. */
export interface Filter {
  readonly filter: JsonObject;
  readonly path: Path;
  /** The name of the field with the operator, if it isn't `operator`. */
  readonly operatorName?: string;
}

/** Operators that take a number of days. */
export const COUNTS_DAYS: readonly string[] = ['inTheLast', 'inTheNext'];

/** Operators that compare with dates. */
export const COMPARES_DATES: readonly string[] = ['on', 'before', 'after', 'between'];

export function daysProblems(
  { filter, path, operatorName = 'operator' }: Filter,
  value: JsonValue,
): Problem[] {
  const { operator } = filter;
  if (typeof operator !== 'string' || !COUNTS_DAYS.includes(operator)) return [];
  const isText = typeof value === 'string';
  if ((isText || typeof value === 'number') && Number(value) > 0) return [];
  const message = `value is ${show(value)}, but the ${operatorName} ${operator} needs a number of days`;
  const days = isText ? daysIn(value) : undefined;
  const hint = days === undefined ? 'write a number, such as 7' : `write ${days}`;
  return [onValue([...path, 'value'], 'W_FILTER_VALUE', message, hint)];
}

const DAYS: Readonly<Record<string, number>> = { d: 1, w: 7 };

/** `7 days`, `7d`, `2 weeks`. */
export function daysIn(text: string): number | undefined {
  const [, count, unit = ''] = /^\s*(\d{1,4})\s*(d|days?|w|weeks?)\s*$/i.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * (DAYS[unit.charAt(0).toLowerCase()] ?? 1);
}

/** Texts that are compared as a whole. */
const WHOLE: readonly JsonValue[] = ['in', 'is'];

/**
 * A country or language code with another one or with a space: no user has such a value. Other texts may have a comma.
 */
export function textProblems({ filter, path }: Filter, value: JsonValue): Problem[] {
  const { data_type: type, operator = null } = filter;
  if (type !== 'string' || !WHOLE.includes(operator)) return [];
  const at: Path = [...path, 'value'];
  const [only, ...others] = isList(value) ? value : [];
  if (typeof only === 'string' && others.length === 0 && CODES.test(only)) {
    const hint = `for several values, write ${renderInFlow(only.split(/[\s,/]+/))}; for this one, write operator: is and value: ${show(only)}`;
    return [onValue(at, 'W_FILTER_VALUE', `${show(only)} is one value`, hint)];
  }
  const all = isList(value) ? value : [value];
  const [wild] = all.filter((one) => typeof one === 'string' && WILDCARD.test(one));
  if (wild !== undefined) return [wildcard(wild, at)];
  return all.flatMap((one, index) => {
    if (typeof one !== 'string') return [];
    const trimmed = one.trim();
    if (one === trimmed || trimmed === '' || all.includes(trimmed)) return [];
    const side = one.startsWith(trimmed) ? 'ends' : 'begins';
    const message = `${show(one)} ${side} with a space, so it matches only users whose value does, too`;
    const place = isList(value) ? [...at, index] : at;
    return [onValue(place, 'W_FILTER_VALUE', message, `write ${renderInFlow(trimmed)}`)];
  });
}

/** A star at one end, which other programs read as any text; `5*` is a rating. */
const WILDCARD = /^\*[^*]+$|^[^*]*[^*\d]\*$|^\*[^*]+\*$/;

function wildcard(value: JsonValue, at: Path): Problem {
  const text = bare(value);
  const [starts, ends] = [!text.startsWith('*'), !text.endsWith('*')];
  const operator = starts
    ? 'startWithInTheFollowing'
    : ends
      ? 'endsWithInTheFollowing'
      : 'containsInTheFollowing';
  const hint = `write operator: ${operator} and value: ${renderInFlow([text.replaceAll('*', '')])}`;
  return onValue(at, 'W_FILTER_VALUE', `the * in ${show(value)} is taken literally`, hint);
}

/** In capitals, also with a space or a slash between them. */
const CODES =
  /^(?:[a-zA-Z]{2}(?:,\s*[a-zA-Z]{2})+|[a-zA-Z]{3}(?:,\s*[a-zA-Z]{3})+|[A-Z]{2}(?:[ /]+[A-Z]{2})+|[A-Z]{3}(?:[ /]+[A-Z]{3})+)$/;

/** A date may be written in many ways, but not without a digit, and not so that it may be two dates. */
export function dateProblems(
  { filter, path, operatorName = 'operator' }: Filter,
  value: JsonValue,
): Problem[] {
  const { data_type: type, operator = null, value1 = null } = filter;
  if (type !== 'datetime' || typeof operator !== 'string' || !COMPARES_DATES.includes(operator)) return [];
  const at: Path = [...path, 'value'];
  const values: [JsonValue, Path][] = isList(value)
    ? operator === 'between'
      ? value.map((one, index) => [one, [...at, index]])
      : []
    : [[value, at]];
  if (value1 !== null) values.push([value1, [...path, 'value1']]);
  return values.flatMap(([one, place]): Problem[] => {
    const isNoDate = typeof one === 'boolean' || (typeof one === 'string' && !/\d/.test(one));
    const isReordered = typeof one === 'string' && /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?!\d)/.test(one);
    if (!isNoDate && !isReordered) return [];
    const message = `${show(one)} is not a date, but the ${operatorName} ${show(operator)} compares dates`;
    const isToday = operator === 'on' && bare(one).trim().toLowerCase() === 'today';
    const hint = isToday
      ? `write ${operatorName}: today, without a value`
      : 'write a date such as 2031-05-04';
    return [onValue(place, 'W_FILTER_VALUE', message, hint)];
  });
}

/** The limits of a filter with `between`, if they are two numbers or two dates, and the upper one comes first. */
export function isReversed({
  operator,
  value,
  value1,
}: JsonObject): readonly [JsonValue, JsonValue] | undefined {
  if (operator !== 'between') return undefined;
  const limits = isList(value) ? value : [value ?? null, value1 ?? null];
  const [low = null, high = null] = limits;
  const areNumbers = typeof low === 'number' && typeof high === 'number';
  const areDates = isDay(low) && isDay(high);
  return limits.length === 2 && (areNumbers || areDates) && low > high ? [low, high] : undefined;
}

function isDay(value: JsonValue): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
}
