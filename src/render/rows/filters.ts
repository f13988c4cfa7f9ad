import {
  isJsonObject,
  isList,
  memberOf,
  sameJson,
  type JsonObject,
  type JsonValue,
} from '../../model/json.ts';
import { negated, operatorWords, text } from './operator-words.ts';

function filtersIn(group: JsonValue | undefined): readonly JsonValue[] {
  return isJsonObject(group) && isList(group.filters) ? group.filters : [];
}

/** Whether a group has a filter at any depth: groups may contain only empty groups. */
export function hasFilters(group: JsonValue | undefined): boolean {
  return filtersIn(group).some((one) => !isJsonObject(one) || !isList(one.filters) || hasFilters(one));
}

/** `users in "VIP"`, `users who did "Purchase"`, `users whose City is "Berlin"`. */
export function usersWho(group: JsonValue | undefined): string {
  return USERS[kindOf(group)] + (filterWords(group) ?? NO_FILTERS);
}

const USERS = { segment: 'users ', group: 'users ', event: 'users who ', attribute: 'users whose ' } as const;

/** `except those in "Staff"`, `except those who match (in "A" or in "B")`. */
export function exceptThose(group: JsonValue | undefined): string {
  const words = filterWords(group) ?? NO_FILTERS;
  const isSeveral = filtersIn(group).length > 1;
  return isSeveral ? `except those who match (${words})` : `except ${THOSE[kindOf(group)]}${words}`;
}

const THOSE = {
  segment: 'those ',
  group: 'those who match ',
  event: 'those who ',
  attribute: 'those whose ',
} as const;

/** A group without filters, as part of a sentence. */
const NO_FILTERS = 'an empty group';

/** What the words of a filter group begin with. */
function kindOf(group: JsonValue | undefined): keyof typeof USERS {
  const [first] = filtersIn(group);
  if (!isJsonObject(first)) return 'attribute';
  if (isList(first.filters)) return 'group';
  if (first.filter_type === 'custom_segments') return 'segment';
  if (first.filter_type === 'actions') return 'event';
  return isNegatedWhole(first) ? 'group' : 'attribute';
}

/** A filter group as a sentence, a line for each filter: `in "VIP"`, `and did "Purchase" at least 2 times`. */
export function filterWords(group: JsonValue | undefined): string | undefined {
  return joinedWords(group, oneFilter);
}

/** A group that names events, as part of a sentence: `"Purchase" at least 2 times`. */
export function eventWords(group: JsonValue | undefined): string | undefined {
  return joinedWords(group, (filter) =>
    filter.filter_type === 'actions'
      ? `${filter.executed === false ? 'not doing ' : ''}${occurrenceWords(filter)}`
      : oneFilter(filter),
  );
}

function joinedWords(
  group: JsonValue | undefined,
  first: (filter: JsonObject) => string,
): string | undefined {
  if (!isJsonObject(group) || !hasFilters(group)) return undefined;
  const operator = typeof group.filter_operator === 'string' ? group.filter_operator.toLowerCase() : 'and';
  const words = filtersIn(group).map((filter, at) => {
    if (!isJsonObject(filter)) return '?';
    if (isList(filter.filters)) return `(${filterWords(filter) ?? NO_FILTERS})`;
    return at === 0 ? first(filter) : oneFilter(filter);
  });
  return words.join(`\n${operator} `);
}

function oneFilter(filter: JsonObject): string {
  if (filter.filter_type === 'custom_segments') return `in ${segmentWords(filter)}${besides(filter)}`;
  if (filter.filter_type !== 'actions') return attributeWords(filter);
  return `${filter.executed === false ? 'did not do' : 'did'} ${occurrenceWords(filter)}`;
}

/** A segment is said by its name. Without one, only its ID tells it from others. */
function segmentWords({ name, id }: JsonObject): string {
  return isBlank(name) && !isBlank(id) ? `the segment with ID ${quoted(text(id))}` : quoted(text(name));
}

/** Fields of a filter that say where its name is found, not who matches. Sentences leave them out. */
const SILENT = ['filter_type', 'data_type', 'category', 'id', 'condition'];

const ATTRIBUTE = ['name', 'operator', 'value', 'negate'];

/** The fields that the words of a filter contain anyway. */
function ownFields({ filter_type: type, operator }: JsonObject): readonly string[] {
  if (type === 'custom_segments') return ['name'];
  if (type === 'actions') return ['action_name', 'execution', 'executed', 'attributes'];
  return operator === 'between' ? [...ATTRIBUTE, 'value1'] : ATTRIBUTE;
}

/** The filters of a group at any depth, each with its words. */
export function filtersWithWords(group: JsonValue | undefined): readonly (readonly [string, JsonObject])[] {
  return filtersIn(group).flatMap((one): (readonly [string, JsonObject])[] => {
    if (!isJsonObject(one)) return [];
    return isList(one.filters) ? [...filtersWithWords(one)] : [[oneFilter(one), one]];
  });
}

function isBlank(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === false || value === '';
}

const LABELS: Readonly<Record<string, string>> = { primary_time_range: 'time range' };

const LAST_DAYS = { type: 'inTheLast', value: 0 };

/** ` (case-sensitive, in the last 30 days)`: what else a filter says. */
function besides(filter: JsonObject): string {
  const own = [...SILENT, ...ownFields(filter)];
  // Any field may decide who matches, also one that is unknown here.
  const others = Object.keys(filter).filter((field) => !own.includes(field) && !isBlank(filter[field]));
  const words = others.map((field) => otherWords(field, filter[field] ?? null));
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

function otherWords(field: string, value: JsonValue): string {
  if (field === 'case_sensitive' && value === true) return 'case-sensitive';
  const name = memberOf(LABELS, field) ?? field;
  if (field === 'primary_time_range' && isJsonObject(value) && sameJson({ ...value, value: 0 }, LAST_DAYS))
    return `in the last ${comparedWith(value.value ?? null, 'inTheLast')}`;
  if (!isJsonObject(value)) return `${name}: ${valueWords(value)}`;
  const members = Object.entries(value).map(([member, one]) => `${member} ${valueWords(one)}`);
  return `${name}: ${members.join(', ')}`;
}

const TIMES: Readonly<Record<string, string>> = {
  atleast: 'at least',
  atmost: 'at most',
  exactly: 'exactly',
};

/** An event and how often: `"Purchase" at least 2 times`. */
function occurrenceWords(filter: JsonObject): string {
  const execution = isJsonObject(filter.execution) ? filter.execution : {};
  const count = text(execution.count);
  const once = execution.count === undefined || (execution.type === 'atleast' && execution.count === 1);
  const often = `${memberOf(TIMES, text(execution.type)) ?? 'at least'} ${count} ${count === '1' ? 'time' : 'times'}`;
  const times = once ? '' : ` ${often}`;
  const where = filterWords(filter.attributes);
  return `${quoted(text(filter.action_name))}${times}${where === undefined ? '' : ` where ${where}`}${besides(filter)}`;
}

/** `not (…)`: the operator has no words for its opposite. */
function isNegatedWhole(filter: JsonObject): boolean {
  return filter.negate === true && negated(operatorWords(filter)) === undefined;
}

function attributeWords(filter: JsonObject): string {
  const [operator, said] = [text(filter.operator), operatorWords(filter)];
  const opposite = filter.negate === true ? negated(said) : undefined;
  const words = [
    attributeName(text(filter.name)),
    opposite ?? said,
    ...(filter.value === undefined ? [] : [comparedWith(valuesOf(filter), operator)]),
  ].join(' ');
  const whole = words + besides(filter);
  return isNegatedWhole(filter) ? `not (${whole})` : whole;
}

/** Open point V13: `between` may have its second value in a field of its own. */
function valuesOf({ operator, value = null, value1 }: JsonObject): JsonValue {
  return operator === 'between' && value1 !== undefined && !isList(value) ? [value, value1] : value;
}

function comparedWith(value: JsonValue, operator: string): string {
  if (operator === 'between' && isList(value)) return value.map(valueWords).join(' and ');
  const isDays = /^inThe(Last|Next)$/.test(operator) && /^\d+$/.test(text(value));
  return isDays ? `${text(value)} ${text(value) === '1' ? 'day' : 'days'}` : valueWords(value);
}

function valueWords(value: JsonValue): string {
  if (isList(value)) return value.map(valueWords).join(', ');
  if (isJsonObject(value)) return Object.values(value).map(valueWords).join(' ');
  return typeof value === 'string' ? quoted(value) : String(value);
}

/** Words of the sentence itself: an unquoted name that contains one could change its meaning. */
const OWN_WORDS =
  /["()]|\b(?:and|or|not|but|in|is|did|who|whose|where|exists|between|contains|doesn't|none)\b/i;

function attributeName(name: string): string {
  return OWN_WORDS.test(name) ? quoted(name) : name;
}

/** A text in quotes, which it can't end itself. */
export function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
