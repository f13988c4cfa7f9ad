import { isJsonObject, isList, type JsonObject, type JsonValue } from '../model/json.ts';

/** Who a segment reaches, in words; undefined where the component says nothing about it. */
export function audienceOf(segmentation: JsonObject | undefined): string | undefined {
  if (!segmentation) return undefined;
  const included =
    segmentation.is_all_user_campaign === true ? 'all users' : filterWords(segmentation.included_filters);
  const excluded = filterWords(segmentation.excluded_filters);
  const optedOut = segmentation.send_campaign_to_opt_out_users === true ? ', opted-out users too' : '';
  if (included === undefined && excluded === undefined) return undefined;
  const without =
    excluded === undefined
      ? ''
      : ` but not ${isSeveral(segmentation.excluded_filters) ? `(${excluded})` : excluded}`;
  return `${included ?? 'users'}${without}${optedOut}`;
}

function isSeveral(group: JsonValue | undefined): boolean {
  return isJsonObject(group) && isList(group.filters) && group.filters.length > 1;
}

/** The same for a new campaign: `users who did "Purchase"`. */
export function recipientsOf(segmentation: JsonObject | undefined): string {
  const words = audienceOf(segmentation);
  if (words === undefined) return 'nobody yet: it has no segmentation_details';
  if (/^(all )?users\b/.test(words)) return words;
  if (words.startsWith('did ')) return `users who ${words}`;
  return /^(in "|not |\()/.test(words) ? `users ${words}` : `users whose ${words}`;
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
  if (filter.filter_type === 'custom_segments') return `in "${text(filter.name)}"`;
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
  const often = `${TIMES[text(execution.type)] ?? 'at least'} ${count} ${count === '1' ? 'time' : 'times'}`;
  const times = once ? '' : ` ${often}`;
  const where = filterWords(filter.attributes);
  return `${did} "${text(filter.action_name)}"${times}${where === undefined ? '' : ` where ${where}`}`;
}

const OPERATORS: Readonly<Record<string, string>> = {
  is: 'is',
  in: 'is one of',
  exists: 'exists',
  lessThan: 'is less than',
  greaterThan: 'is greater than',
  containsInTheFollowing: 'contains one of',
  startWithInTheFollowing: 'starts with one of',
  endsWithInTheFollowing: 'ends with one of',
  inTheLast: 'in the last',
  inTheNext: 'in the next',
  today: 'is today',
};

function attributeWords(filter: JsonObject): string {
  const operator = text(filter.operator);
  const value = filter.value === undefined ? '' : ` ${valueWords(filter.value)}`;
  const words = `${text(filter.name)} ${OPERATORS[operator] ?? operator}${value}`;
  return filter.negate === true ? `not (${words})` : words;
}

function valueWords(value: JsonValue): string {
  if (isList(value)) return value.map(valueWords).join(', ');
  if (isJsonObject(value)) return Object.values(value).map(valueWords).join(' ');
  return typeof value === 'string' ? `"${value}"` : String(value);
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '?';
}
