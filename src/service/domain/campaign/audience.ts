import type { CampaignRecord } from './campaign-record.ts';
import { isJsonObject, isList, listAt, textAt, valueAt, type JsonObject, type JsonValue } from '../json.ts';
import type { User } from '../user.ts';

/** Whether a condition holds for a user; some can't be known here. */
type Match = 'yes' | 'no' | 'maybe';

/** The most users that a campaign can reach: a condition that can't be evaluated here excludes nobody. */
export function audienceSize(record: CampaignRecord, users: readonly User[]): number {
  const segment = record.segmentation_details;
  const everybody = valueAt(segment, 'is_all_user_campaign') === true;
  const included = everybody ? undefined : valueAt(segment, 'included_filters');
  const excluded = valueAt(segment, 'excluded_filters');
  return users.filter(
    (user) =>
      isReachable(user, record.channel) &&
      matchGroup(included, user) !== 'no' &&
      matchGroup(excluded, user) !== 'yes',
  ).length;
}

/** The address that a user needs to receive messages on a channel. Channels that aren't listed need none. */
const ADDRESSES = new Map(Object.entries({ PUSH: 'push_id', EMAIL: 'email', SMS: 'mobile' } as const));

function isReachable(user: User, channel: string): boolean {
  const address = ADDRESSES.get(channel);
  return address === undefined || (user[address] ?? '') !== '';
}

/** A group without conditions neither includes nor excludes anyone. */
function matchGroup(group: JsonValue | undefined, user: User): Match | null {
  const matches = listAt(group, 'filters')
    .map((filter) =>
      isList(valueAt(filter, 'filters')) ? matchGroup(filter, user) : matchFilter(filter, user),
    )
    .filter((match) => match !== null);
  if (matches.length === 0) return null;
  const decisive = textAt(group, 'filter_operator') === 'or' ? 'yes' : 'no';
  if (matches.includes(decisive)) return decisive;
  return matches.includes('maybe') ? 'maybe' : OPPOSITE[decisive];
}

const OPPOSITE = { yes: 'no', no: 'yes', maybe: 'maybe' } as const satisfies Record<Match, Match>;

function matchFilter(filter: JsonValue, user: User): Match {
  if (!isJsonObject(filter) || filter.filter_type !== 'user_attributes') return 'maybe';
  const attribute = valueAt(user.attributes, textAt(filter, 'name') ?? '') ?? null;
  const match = matchAttribute(filter, attribute);
  return filter.negate === true ? OPPOSITE[match] : match;
}

/** A user without the attribute never meets a condition on it. A condition of an unknown form can't be evaluated. */
function matchAttribute(filter: JsonObject, attribute: JsonValue): Match {
  const [type, operator] = [textAt(filter, 'data_type') ?? '', textAt(filter, 'operator') ?? ''];
  if (operator === 'exists') return attribute === null ? 'no' : 'yes';
  if (attribute === null) return 'no';
  const condition = CONDITIONS.get(`${type} ${operator}`);
  const wanted = wantedValues(filter);
  const isClear = operator === 'between' ? wanted.length === 2 : wanted.length > 0;
  if (!condition || !isClear) return 'maybe';
  const values = isList(attribute) ? attribute : [attribute];
  return values.some((value) => condition(comparable(value, filter), wanted)) ? 'yes' : 'no';
}

type Condition = (value: JsonValue, wanted: readonly JsonValue[]) => boolean;

const isOneOf: Condition = (value, wanted) => wanted.includes(value);
const contains: Condition = (value, wanted) => wanted.some((part) => text(value).includes(text(part)));

function isOrdered(low: JsonValue | undefined, high: JsonValue | undefined): boolean {
  return typeof low === 'number' && typeof high === 'number' && low <= high;
}

/** Operators with their data types (Specification, Filters). The values of dates are unspecified. */
const CONDITIONS: ReadonlyMap<string, Condition> = new Map<string, Condition>([
  ['bool is', isOneOf],
  ['double in', isOneOf],
  ['double lessThan', (value, [bound]) => isOrdered(value, bound) && value !== bound],
  ['double greaterThan', (value, [bound]) => isOrdered(bound, value) && value !== bound],
  ['double between', (value, [low, high]) => isOrdered(low, value) && isOrdered(value, high)],
  ['string is', isOneOf],
  ['string in', isOneOf],
  ['string contains', contains],
  ['string containsInTheFollowing', contains],
  ['string startWithInTheFollowing', (value, all) => all.some((part) => text(value).startsWith(text(part)))],
  ['string endsWithInTheFollowing', (value, all) => all.some((part) => text(value).endsWith(text(part)))],
]);

function wantedValues(filter: JsonObject): readonly JsonValue[] {
  const value = filter.value ?? [];
  return (isList(value) ? value : [value]).map((wanted) => comparable(wanted, filter));
}

/** Numbers may be written as text. Case matters only if the filter says so. */
function comparable(value: JsonValue, { data_type, case_sensitive }: JsonObject): JsonValue {
  if (data_type === 'double') return typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (data_type !== 'string') return value;
  return case_sensitive === true ? text(value) : text(value).toLowerCase();
}

function text(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
