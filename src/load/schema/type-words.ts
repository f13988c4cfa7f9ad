import { isJsonObject, valueAt, type JsonValue, type Path, isList } from '../../model/json.ts';
import { likelyValue } from '../../model/nearest.ts';
import { bare, clip, firstFew, show } from '../../model/show.ts';
import { referenceWithoutSign } from '../reference-spelling.ts';
import { quotedYaml } from '../yaml/quoted.ts';
import { onValue, type Problem } from '../problem.ts';
import { READ_BY_PEOPLE } from '../rules/content-texts.ts';

// What is said about a value of the wrong type.

function typeWords(type: unknown): string {
  const words: Record<string, string> = {
    string: 'text',
    integer: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
    array: 'a list',
    object: 'a map',
  };
  const types = Array.isArray(type) ? type.map(String) : [String(type)];
  return types.map((one) => words[one] ?? one).join(' or ');
}

export function typeMessage(field: string, seen: JsonValue | undefined, type: unknown): string {
  if (seen === null || seen === undefined) return `${field} is empty`;
  return `${field} must be ${typeWords(type)}, but it is ${show(seen)}`;
}

/** Words that YAML 1.1 reads as true and false. */
const YES = new Set(['yes', 'on', 'y', 'true']);
const NO = new Set(['no', 'off', 'n', 'false']);

function isUnquoted(type: unknown, seen: JsonValue | undefined): boolean {
  return type === 'string' && (typeof seen === 'number' || typeof seen === 'boolean');
}

/** What the text at a path may lack, which only the file shows. */
export function slipOf(
  type: unknown,
  seen: JsonValue | undefined,
  path: Path,
): Pick<Problem, 'toQuote' | 'isEmptyText' | 'isListAsText'> {
  if (type !== 'string') return {};
  if (seen === null) return { isEmptyText: true };
  if (isUnquoted(type, seen)) return { toQuote: 'alone' };
  const isRead = READ_BY_PEOPLE.includes(String(path.at(-1))) || path.join('.') === 'basic_details.name';
  return isRead && isList(seen) ? { isListAsText: true } : {};
}

/** What a schema says about the inside of a place. */
interface Inside {
  /** All possible entries of a list, if they are listed. */
  readonly entries: readonly string[];
  /** The fields of a map, or of the maps in a list. */
  readonly fields: readonly string[];
  readonly isEntry: boolean;
  /** The campaign can't do without the field, or can't be published without it. */
  readonly isNeeded: boolean;
  /** What to write for a text that is a number with a unit. */
  readonly number: (text: string) => string | undefined;
  /** A value as it is written in a file, unless one says nothing. */
  readonly example: string | undefined;
}

export function typeHint(
  type: unknown,
  seen: JsonValue | undefined,
  { entries, fields, isEntry, isNeeded, number, example }: Inside,
): string {
  const reference = referenceWithoutSign(seen);
  if (reference !== undefined) return `did you mean ${reference}?`;
  if (isUnquoted(type, seen)) return `quote it: "${bare(seen)}"`;
  if (typeof seen === 'string') {
    const word = seen.trim().toLowerCase();
    if (type === 'boolean' && YES.has(word))
      return word === 'true' ? 'write true, without quotes' : 'write true';
    if (type === 'boolean' && NO.has(word))
      return word === 'false' ? 'write false, without quotes' : 'write false';
    const digits = word.replaceAll('_', '');
    const isNumber = type === 'integer' || type === 'number';
    if (isNumber && /^-?\d{1,15}(\.\d+)?$/.test(digits)) return `write ${digits}, without quotes`;
  }
  const isNumberLike = typeof seen === 'string' || typeof seen === 'number';
  const alone = type === 'integer' && isNumberLike ? number(String(seen)) : undefined;
  if (alone !== undefined) return alone;
  if (seen === null || seen === undefined) {
    if (type === 'string' && example !== undefined) return `write one, such as ${example}`;
    const inside = type === 'object' || type === 'array';
    return `write ${inside ? 'its content below it' : typeWords(type)}${isNeeded ? '' : ', or remove the line'}`;
  }
  if (type === 'object' && typeof seen === 'string') {
    const [, name, value = ''] = /^([a-z_]\w*):(\S+)/i.exec(seen) ?? [];
    if (name !== undefined && !value.startsWith('/'))
      return `put a space after the colon: ${clip(`${name}: ${value}`)}`;
  }
  if (type === 'string' && isList(seen) && seen.length === 1 && typeof seen[0] === 'string')
    return `write ${clip(seen[0])}`;
  const dashed = type === 'object' && isList(seen) ? dashedNames(seen) : [];
  if (dashed.length > 0) return `remove the "- " before ${firstFew(dashed, NAMES_AT_MOST)}`;
  if (type === 'array' && isJsonObject(seen)) {
    const names = Object.keys(seen);
    const [name] = names;
    const isInBraces = names.length > 0 && Object.values(seen).every((one) => one === null);
    if (isInBraces) return `write [${clip(names.join(', '))}]`;
    const begin = name === undefined ? '"- "' : `"- ", as in "- ${clip(name)}: …"`;
    return `begin each entry of the list with ${begin}, and indent its other fields by 2 more spaces than its dash`;
  }
  if (type === 'array' && typeof seen === 'string' && /^-\S/.test(seen))
    return `write each entry on a line of its own, with a space after the dash: "- ${clip(seen.slice(1))}"`;
  if (type === 'array' && typeof seen === 'string' && entries.length > 0) return listHint(seen, entries);
  if (type === 'array' && typeof seen !== 'object' && fields.length > 0)
    return `write [${entryWith(seen, fields)}]`;
  if (type === 'array' && typeof seen !== 'object') return `write [${clip(String(seen))}]`;
  const [first] = fields.includes('filter_type') ? ['filter_type'] : fields;
  if (type === 'object' && first !== undefined)
    return isEntry
      ? `write a map, such as ${entryWith(seen, fields)}`
      : `write its fields below it, indented by 2 more spaces, such as ${first}: …`;
  return `write ${typeWords(type)}`;
}

/** How many names a hint lists. */
const NAMES_AT_MOST = 3;

/** The first names of a map in a list, or of several if each has a name of its own: a map with dashes before its names. */
function dashedNames(list: readonly JsonValue[]): string[] {
  const names = list.flatMap((entry) => (isJsonObject(entry) ? [Object.keys(entry)] : []));
  const firsts = names.flatMap(([first]) => (first === undefined ? [] : [clip(first)]));
  const areApart = names.every((own) => own.length === 1) && new Set(firsts).size === list.length;
  return firsts.length === list.length && (list.length === 1 || areApart) ? firsts : [];
}

/** An entry of a list of maps, with a text that stands for it: the event of a goal. */
function entryWith(seen: JsonValue | undefined, fields: readonly string[]): string {
  const [first = ''] = fields.includes('filter_type') ? ['filter_type'] : fields;
  if (typeof seen !== 'string' || !fields.includes('goal_event_name')) return `{ ${first}: … }`;
  const event = /^[\w .-]{1,60}$/.test(seen) ? seen : quotedYaml(clip(seen));
  return `{ goal_name: …, goal_event_name: ${event} }`;
}

/**
 * What to write below an empty `segmentation_details:`, or below an empty name inside it. Without such a line, a triggered
 * campaign may be for everybody, so removing it is no way out.
 */
export function emptyAudienceHint(path: Path, body: JsonValue): string | undefined {
  if (valueAt(body, path) !== null) return undefined;
  if (path.at(-1) === 'filters') return 'write each filter below it, beginning with "- filter_type: …"';
  if (path.at(-1) === 'included_filters')
    return 'write filter_operator: and, then filters: with the list of filters, below it and indented by 2 more spaces';
  if (path.join('/') !== 'segmentation_details') return undefined;
  const isTriggered = /_TRIGGERED$/.test(bare(valueAt(body, ['campaign_delivery_type'])));
  const without = 'without this line, every user who triggers the campaign would get it';
  const hint = 'write included_filters below it, or is_all_user_campaign: true for all users';
  return isTriggered ? `${hint}; ${without}` : hint;
}

/** `mon, wed` in place of a list: the list with the values that were meant. */
function listHint(seen: string, entries: readonly string[]): string {
  const words = seen.split(/[\s,;]+/).filter((word) => word !== '');
  const meant = words.flatMap((word) => likelyValue(word, entries) ?? []);
  const all = `allowed: ${entries.join(', ')}`;
  return meant.length === words.length
    ? `write [${meant.join(', ')}]`
    : `write a list such as [${entries[0] ?? ''}]; ${all}`;
}

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
