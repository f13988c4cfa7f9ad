import {
  isJsonObject,
  isList,
  memberOf,
  sameJson,
  type JsonObject,
  type JsonValue,
} from '../../model/json.ts';

// Filters as sentences: `in "VIP"`, `did "Purchase" at least 2 times`, `City is "Berlin"`.

function filtersIn(group: JsonValue | undefined): readonly JsonValue[] {
  return isJsonObject(group) && isList(group.filters) ? group.filters : [];
}

/** Whether a group has a filter at any depth: groups may contain only empty groups. */
export function hasFilters(group: JsonValue | undefined): boolean {
  return filtersIn(group).some((one) => !isJsonObject(one) || !isList(one.filters) || hasFilters(one));
}

/** A filter group in words, a line for each filter: `in "VIP"`, `and did "Purchase" at least 2 times`. */
export function filterWords(group: JsonValue | undefined, first = oneFilter): string | undefined {
  if (!isJsonObject(group) || !hasFilters(group)) return undefined;
  const operator = typeof group.filter_operator === 'string' ? group.filter_operator.toLowerCase() : 'and';
  const words = filtersIn(group).map((filter, at) => {
    if (!isJsonObject(filter)) return '?';
    if (isList(filter.filters)) return inParentheses(filter);
    return at === 0 ? first(filter) : oneFilter(filter);
  });
  return words.join(`\n${operator} `);
}

/** A filter group as one part of a sentence. */
function inParentheses(group: JsonValue | undefined): string {
  return `(${filterWords(group) ?? 'an empty group'})`;
}

const RELATIONS: Readonly<Record<string, string>> = { custom_segments: '', actions: 'who ' };

/** Which users a group has, behind `users` or `those`: `in "VIP"`, `who did "Purchase"`, `whose City is "Berlin"`. */
export function related(group: JsonValue | undefined): string {
  const [first] = filtersIn(group);
  const isPlain = isJsonObject(first) && !isList(first.filters) && first.negate !== true;
  const words = filterWords(group) ?? inParentheses(group);
  return isPlain
    ? `${memberOf(RELATIONS, text(first.filter_type)) ?? 'whose '}${words}`
    : `matching ${words}`;
}

/** Users that don't get it: `except those in "Staff"`, `except those matching (in "A" or in "B")`. */
export function exceptThose(group: JsonValue | undefined): string {
  return `except those ${filtersIn(group).length > 1 ? `matching ${inParentheses(group)}` : related(group)}`;
}

/** A group that names events: `"Purchase" at least 2 times`. */
export function eventWords(group: JsonValue | undefined): string | undefined {
  return filterWords(group, (filter) =>
    filter.filter_type === 'actions' && filter.executed !== false
      ? occurrenceWords(filter)
      : oneFilter(filter),
  );
}

function oneFilter(filter: JsonObject): string {
  const { filter_type: type, name, id, executed } = filter;
  if (type === 'actions') return `${executed === false ? 'did not do' : 'did'} ${occurrenceWords(filter)}`;
  if (type !== 'custom_segments') return attributeWords(filter);
  // Without a name, only its ID tells a segment from others.
  const isNamed = !isBlank(name) || isBlank(id);
  return `in ${isNamed ? quoted(text(name)) : `the segment with ID ${quoted(text(id))}`}${besides(filter)}`;
}

/** The filters of a group at any depth, each with its words. */
export function filtersWithWords(group: JsonValue | undefined): readonly (readonly [string, JsonObject])[] {
  return filtersIn(group).flatMap((one): (readonly [string, JsonObject])[] => {
    if (!isJsonObject(one)) return [];
    return isList(one.filters) ? [...filtersWithWords(one)] : [[oneFilter(one), one]];
  });
}

/** Fields of a filter that say where its name is found, not who matches. Sentences leave them out. */
const SILENT = ['filter_type', 'data_type', 'category', 'id', 'condition'];

/** What sentences leave out of the filters of a group, each once: `VIP (id 65f0a1b2c3d4)`. */
export function unsaidIn(group: JsonValue): string[] {
  const found = filtersIn(group).flatMap((one): string[] => {
    if (!isJsonObject(one)) return [];
    const name = [one.name, one.action_name].find((own) => !isBlank(own));
    const own = SILENT.slice(1).flatMap((field) =>
      isBlank(one[field]) || (field === 'id' && name === undefined)
        ? []
        : [`${field.replace('_', ' ')} ${valueWords(one[field] ?? null)}`],
    );
    const said = own.length === 0 ? [] : [`${text(name)} (${own.join(', ')})`];
    return [...said, ...unsaidIn(one), ...unsaidIn(one.attributes ?? null)];
  });
  return [...new Set(found)];
}

/** The fields that the words of a filter contain anyway; of an attribute if its type isn't here. */
const OWN_FIELDS: Readonly<Record<string, readonly string[]>> = {
  custom_segments: ['name'],
  actions: ['action_name', 'execution', 'executed', 'attributes'],
};

function isBlank(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === false || value === '';
}

/** ` (in the last 30 days)`: what else a filter says. Any field may decide who matches, also one that is unknown here. */
function besides(filter: JsonObject): string {
  const isRange = filter.operator === 'between';
  const ofAttribute = ['name', 'operator', 'value', 'negate', ...(isRange ? ['value1'] : [])];
  const own = [...SILENT, ...(memberOf(OWN_FIELDS, text(filter.filter_type)) ?? ofAttribute)];
  const words = Object.entries(filter)
    .filter(([field, value]) => !own.includes(field) && !isBlank(value))
    .map(([field, value]) => otherWords(field, value));
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

function otherWords(field: string, value: JsonValue): string {
  if (!isJsonObject(value)) return `${field}: ${valueWords(value)}`;
  if (sameJson({ ...value, value: 0 }, { type: 'inTheLast', value: 0 }))
    return `in the last ${comparedWith(value.value ?? null, 'inTheLast')}`;
  const members = Object.entries(value).map(([member, one]) => `${member} ${valueWords(one)}`);
  return `${field}: ${members.join(', ')}`;
}

const TIMES: Readonly<Record<string, string>> = {
  atleast: 'at least',
  atmost: 'at most',
  exactly: 'exactly',
};

/** An event and how often: `"Purchase" at least 2 times`. */
function occurrenceWords(filter: JsonObject): string {
  const execution = isJsonObject(filter.execution) ? filter.execution : {};
  const { type, count } = execution;
  const isOnce = count === undefined || (type === 'atleast' && count === 1);
  const times = isOnce
    ? ''
    : ` ${memberOf(TIMES, text(type)) ?? text(type ?? 'at least')} ${text(count)} times`;
  const where = filterWords(filter.attributes);
  return `${quoted(text(filter.action_name))}${times}${where === undefined ? '' : ` where ${where}`}${besides(filter)}`;
}

/** What an operator means, before its values. */
const OPERATORS: Readonly<Record<string, string>> = {
  in: 'is one of',
  between: 'is between',
  lessThan: 'is less than',
  greaterThan: 'is greater than',
  containsInTheFollowing: 'contains one of',
  startWithInTheFollowing: 'starts with one of',
  endsWithInTheFollowing: 'ends with one of',
  inTheLast: 'was in the last',
  inTheNext: 'is in the next',
  today: 'is today',
  on: 'is on',
  before: 'is before',
  after: 'is after',
};

function attributeWords(filter: JsonObject): string {
  const { value, value1 } = filter;
  const [operator, name] = [text(filter.operator), text(filter.name)];
  // Open point V13: `between` may have its second value in a field of its own.
  const isPair = operator === 'between' && value1 !== undefined && !isList(value);
  const values = value === undefined ? '' : ` ${comparedWith(isPair ? [value, value1] : value, operator)}`;
  const shown = `${OWN_WORDS.test(name) ? quoted(name) : name} ${memberOf(OPERATORS, operator) ?? operator}`;
  const whole = `${shown}${values}${besides(filter)}`;
  return filter.negate === true ? `not (${whole})` : whole;
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

/** A text in quotes, which it can't end itself. */
export function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** A text or number as it is; a question mark for anything else. */
export function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '?';
}
