import { isJsonObject, isList, type JsonObject, type JsonValue, type Path } from '../../model/json.ts';
import { nearest } from '../../model/nearest.ts';
import { bare, clip, show } from '../../model/show.ts';
import { onKey, onValue, type Problem } from '../problem.ts';
import { renderInFlow } from '../yaml/render-value.ts';
import { COMPARES_DATES, COUNTS_DAYS, dateProblems, daysIn, daysProblems } from './filter-values.ts';
import type { Rule } from './rule.ts';

// Open point V13: the form of a time range isn't specified. It is most likely that of a filter that compares a date, with
// its operator as `type`. Any other form may change who gets the message, but the service may know it: a warning.

const NAME = 'primary_time_range';
const FIELDS = ['type', 'value', 'value1'];
const KNOWN_FIELDS = `known fields: ${FIELDS.join(', ')}`;
const TYPES = [...COUNTS_DAYS, ...COMPARES_DATES, 'today'];

export const timeRangesAreClear: Rule = ({ body, isSound, keepsLive }) =>
  ['trigger_condition', 'segmentation_details'].flatMap((component) =>
    rangesIn(body[component] ?? null, [component])
      .filter(({ path }) => isSound(path) && !keepsLive({ place: path, body }))
      .flatMap(({ range, path }) => {
        if (!isJsonObject(range))
          return [unclear(path, `${NAME} is ${range === null ? 'empty' : show(range)}`, writeForm(range))];
        const wrong = unknownField(range, path) ?? unknownType(range, path);
        return [...(wrong ? [wrong] : []), ...valueProblems(range, path)];
      }),
  );

interface PlacedRange {
  readonly range: JsonValue;
  readonly path: Path;
}

/** The time ranges of filters, at any depth. */
function rangesIn(value: JsonValue, path: Path): PlacedRange[] {
  if (isList(value)) return value.flatMap((item, index) => rangesIn(item, [...path, index]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === NAME ? [{ range: member, path: [...path, name] }] : rangesIn(member, [...path, name]),
  );
}

function unclear(path: Path, what: string, hint: string, place = onValue): Problem {
  return place(path, 'W_FILTER_VALUE', `${what}, so it is unclear which events count`, hint);
}

/** A range of another form as it should be written: with its number of days, or its dates. */
function writeForm(range: JsonValue, type: JsonValue = null): string {
  const given = (isJsonObject(range) ? Object.values(range) : [range]).map(bare);
  const [value, value1] = given.filter((one) => /^\d{4}-\d\d-\d\d/.test(one));
  if (value1 !== undefined) return `write ${renderInFlow({ type: 'between', value: value ?? '', value1 })}`;
  const names = [bare(type), ...Object.keys(isJsonObject(range) ? range : {})];
  const operator = names.find((one) => COMPARES_DATES.includes(one));
  if (value !== undefined)
    return operator === undefined ? KNOWN_FIELDS : `write ${renderInFlow({ type: operator, value })}`;
  const days = given.map((one) => (/^\d+$/.test(one) ? Number(one) : daysIn(one.replace(/^\D+/, ''))));
  return `write ${renderInFlow({ type: 'inTheLast', value: days.find((one) => one !== undefined && one > 0) ?? 30 })}`;
}

function unknownField(range: JsonObject, path: Path): Problem | undefined {
  const [name, ...others] = Object.keys(range).filter((one) => !FIELDS.includes(one));
  if (name === undefined) return undefined;
  const absent = FIELDS.filter((one) => range[one] === undefined);
  const meant = others.length === 0 ? nearest(name, absent) : undefined;
  const isWhole = range.type !== undefined && range.value !== undefined;
  const hint = meant !== undefined ? `write ${meant}` : isWhole ? KNOWN_FIELDS : writeForm(range, range.type);
  return unclear([...path, name], `"${clip(name)}" is not a known field of ${NAME}`, hint, onKey);
}

function unknownType({ type, ...others }: JsonObject, path: Path): Problem | undefined {
  if (type === undefined) return unclear(path, `type is missing in ${NAME}`, writeForm(others));
  if (TYPES.includes(bare(type))) return undefined;
  const meant = meantType(type);
  const hint = meant === undefined ? `known types: ${TYPES.join(', ')}` : `write ${meant}`;
  return unclear([...path, 'type'], `${show(type)} is not a known type of time range`, hint);
}

function meantType(type: JsonValue = null): string | undefined {
  const text = bare(type);
  const same = TYPES.find((one) => one.toLowerCase() === text.toLowerCase());
  // Any word of two letters is near `on`.
  const near = same ?? (text.length > 2 ? nearest(text, TYPES) : undefined);
  return near ?? (/last|past/i.test(text) ? 'inTheLast' : undefined);
}

/** What is wrong with the values of a range with a known type, or almost; if nothing is wrong with the names. */
function valueProblems(range: JsonObject, path: Path): Problem[] {
  const { type, value = null, value1 = null } = range;
  const operator = meantType(type);
  if (operator === undefined || operator === 'today') return [];
  if (Object.keys(range).some((one) => !FIELDS.includes(one))) return [];
  const day = '2031-05-04';
  const absent =
    value === null
      ? 'value'
      : operator === 'between' && value1 === null && !isList(value)
        ? 'value1'
        : undefined;
  if (absent !== undefined) {
    const hint = `add ${absent}: ${COUNTS_DAYS.includes(operator) ? '30' : day}`;
    return [unclear(path, `${absent} is missing in ${NAME}`, hint)];
  }
  const filter = { ...range, operator, data_type: 'datetime' };
  const found = { filter, path, operatorName: 'type' };
  return [...daysProblems(found, value), ...dateProblems(found, value)];
}
