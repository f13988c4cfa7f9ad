import { isJsonObject, isList, memberOf, type JsonObject, type JsonValue } from '../../model/json.ts';

/** A segment of nobody: no filters is not everybody. */
export const NOBODY = 'no users: no filters, and not all users';

/** Who a segment reaches, in words; undefined without a segment. */
export function audienceOf(segmentation: JsonObject | undefined): string | undefined {
  if (!segmentation) return undefined;
  const included =
    segmentation.is_all_user_campaign === true ? 'all users' : filterWords(segmentation.included_filters);
  const excluded = filterWords(segmentation.excluded_filters);
  const optedOut = segmentation.send_campaign_to_opt_out_users === true ? ', opted-out users too' : '';
  if (included === undefined && excluded === undefined) return NOBODY;
  const several = isSeveral(segmentation.excluded_filters);
  const without = excluded === undefined ? '' : ` but not ${several ? `(${excluded})` : usersWho(excluded)}`;
  return `${included ?? 'users'}${without}${optedOut}`;
}

function isSeveral(group: JsonValue | undefined): boolean {
  return isJsonObject(group) && isList(group.filters) && group.filters.length > 1;
}

/** The same for a new campaign: `users who did "Purchase"`. */
export function recipientsOf(segmentation: JsonObject | undefined): string {
  const words = audienceOf(segmentation);
  if (words === undefined) return 'no users yet: segmentation_details is missing';
  if (words === NOBODY || /^(all )?users\b/.test(words)) return words;
  return words.startsWith('in "') ? `users ${words}` : usersWho(words);
}

/** `users who did "Purchase"`, `users whose City is "Berlin"`; a segment needs no more words. */
export function usersWho(words: string): string {
  if (words.startsWith('in "')) return words;
  if (/^(not |\()/.test(words)) return `users ${words}`;
  return words.startsWith('did ') ? `users who ${words}` : `users whose ${words}`;
}

/** A filter group as a sentence: `in "VIP" and did "Purchase" at least 2 times`. */
export function filterWords(group: JsonValue | undefined): string | undefined {
  if (!isJsonObject(group) || !isList(group.filters) || group.filters.length === 0) return undefined;
  const operator = typeof group.filter_operator === 'string' ? group.filter_operator.toLowerCase() : 'and';
  const words = group.filters.map((filter) => {
    if (!isJsonObject(filter)) return '?';
    if (isList(filter.filters)) return `(${filterWords(filter) ?? '?'})`;
    return oneFilter(filter);
  });
  return words.join(` ${operator} `);
}

function oneFilter(filter: JsonObject): string {
  if (filter.filter_type === 'custom_segments') return `in ${quoted(text(filter.name))}`;
  return filter.filter_type === 'actions' ? actionWords(filter) : attributeWords(filter);
}

const TIMES: Readonly<Record<string, string>> = {
  atleast: 'at least',
  atmost: 'at most',
  exactly: 'exactly',
};

function actionWords(filter: JsonObject): string {
  const execution = isJsonObject(filter.execution) ? filter.execution : {};
  const did = filter.executed === false ? 'did not do' : 'did';
  const count = text(execution.count);
  const once = execution.count === undefined || (execution.type === 'atleast' && execution.count === 1);
  const often = `${memberOf(TIMES, text(execution.type)) ?? 'at least'} ${count} ${count === '1' ? 'time' : 'times'}`;
  const times = once ? '' : ` ${often}`;
  const where = filterWords(filter.attributes);
  return `${did} ${quoted(text(filter.action_name))}${times}${where === undefined ? '' : ` where ${where}`}`;
}

const OPERATORS: Readonly<Record<string, string>> = {
  is: 'is',
  in: 'is one of',
  exists: 'exists',
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
  const operator = text(filter.operator);
  const alone = isList(filter.value) && filter.value.length === 1;
  const words = [
    attributeName(text(filter.name)),
    alone
      ? (memberOf(OPERATORS, operator) ?? operator).replace('is one of', 'is').replace(' one of', '')
      : (memberOf(OPERATORS, operator) ?? operator),
    ...(filter.value === undefined ? [] : [comparedWith(filter.value, operator)]),
  ].join(' ');
  return filter.negate === true ? `not (${words})` : words;
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

/** Words of the sentence itself: a name that holds one could say something else than the filter does. */
const OWN_WORDS = /["()]|\b(?:and|or|not|but|in|is|did|who|whose|where|exists|between|contains)\b/i;

function attributeName(name: string): string {
  return OWN_WORDS.test(name) ? quoted(name) : name;
}

/** A text that can't end its quotation. */
export function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '?';
}
