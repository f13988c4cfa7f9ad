import { describe, expect, test } from 'vitest';
import { audienceSize } from '../../../../src/service/domain/campaign/audience.ts';
import type { CampaignRecord } from '../../../../src/service/domain/campaign/campaign-record.ts';
import type { JsonObject } from '../../../../src/service/domain/json.ts';
import type { User } from '../../../../src/service/domain/user.ts';

/** A user without a push ID, email address and attributes. */
const BARE: User = { id: 'bare', email: null, push_id: null, mobile: null, attributes: {} };

const user = (id: string, attributes: JsonObject = {}): User => {
  return { ...BARE, id, email: `${id}@example.com`, push_id: `push-${id}`, attributes };
};

const USERS: readonly User[] = [
  user('anna', { city: 'Berlin', age: 31, vip: true, tags: ['new', 'Sale'] }),
  user('bo', { city: 'berlin-mitte', age: 17, vip: false }),
  user('cy', { city: 'Hamburg', age: 64, joined: '2026-01-01' }),
  user('di', {}),
];

function record(channel: string, segmentation_details: JsonObject): CampaignRecord {
  const id = '64a1b2c3d4e5f60718293a4b';
  return {
    ...{ id, campaign_id: id, status: 'SCHEDULED', channel, campaign_delivery_type: 'ONE_TIME' },
    ...{ created_at: '2026-01-01 00:00:00.000000', updated_at: '2026-01-01 00:00:00.000000' },
    segmentation_details,
  };
}

const all = (...filters: readonly JsonObject[]): JsonObject => ({ filter_operator: 'and', filters });
const any = (...filters: readonly JsonObject[]): JsonObject => ({ filter_operator: 'or', filters });
const on = (data_type: string, name: string, operator: string, value?: JsonObject[string]): JsonObject => ({
  ...{ filter_type: 'user_attributes', data_type, name, operator },
  ...(value !== undefined && { value }),
});
const not = (filter: JsonObject): JsonObject => ({ ...filter, negate: true });

const IN_BERLIN = on('string', 'city', 'contains', 'berlin');
const ADULT = on('double', 'age', 'greaterThan', 17);
const BOUGHT = {
  ...{ filter_type: 'actions', action_name: 'Order placed', executed: true },
  execution: { type: 'atleast', count: 1 },
};
const LOYAL = { filter_type: 'custom_segments', name: 'Loyal', id: '1' };

/** The users in a segment, by their first letters. */
function members(segment: JsonObject, channel = 'PUSH'): string {
  return USERS.filter((one) => audienceSize(record(channel, segment), [one]) === 1)
    .map(({ id }) => id.slice(0, 1))
    .join('');
}

describe('a condition on an attribute selects', () => {
  test.each<[string, JsonObject, string]>([
    ['string is', on('string', 'city', 'is', 'BERLIN'), 'a'],
    ['string in', on('string', 'city', 'in', ['hamburg', 'berlin']), 'ac'],
    ['string contains', IN_BERLIN, 'ab'],
    ['string startWithInTheFollowing', on('string', 'city', 'startWithInTheFollowing', ['ham', 'x']), 'c'],
    ['string exists', on('string', 'city', 'exists'), 'abc'],
    ['string is, negated', not(on('string', 'city', 'is', 'berlin')), 'bcd'],
    ['double in', on('double', 'age', 'in', [17, '64']), 'bc'],
    ['double between, ends included', on('double', 'age', 'between', [17, 31]), 'ab'],
    ['double lessThan', on('double', 'age', 'lessThan', 31), 'b'],
    ['double greaterThan', on('double', 'age', 'greaterThan', '31'), 'c'],
    ['bool is', on('bool', 'vip', 'is', true), 'a'],
    ['datetime, all who have it', on('datetime', 'joined', 'before', '2020-01-01'), 'c'],
    ["datetime negated: all users, as it can't be evaluated", not(on('datetime', 'joined', 'today')), 'abcd'],
    ['a name that every object has', on('string', 'constructor', 'exists'), ''],
    ['an unknown operator, who has the attribute', on('double', 'age', 'roughly', 3), 'abc'],
  ])('%s', (_case, filter, expected) => {
    expect(members({ included_filters: all(filter) })).toBe(expected);
  });
});

describe('a segment is', () => {
  test.each<[string, JsonObject, string]>([
    ['everybody', { is_all_user_campaign: true }, 'abcd'],
    ['everybody without those left out', { is_all_user_campaign: true, excluded_filters: all(ADULT) }, 'bd'],
    ['everybody when groups are empty', { included_filters: any(), excluded_filters: all() }, 'abcd'],
    ['those who meet all', { included_filters: all(IN_BERLIN, ADULT) }, 'a'],
    ['those who meet one', { included_filters: any(IN_BERLIN, ADULT) }, 'abc'],
    ['without those left out', { included_filters: all(ADULT), excluded_filters: all(IN_BERLIN) }, 'c'],
    ['who may have bought', { included_filters: all(BOUGHT, ADULT) }, 'ac'],
    ['who may be in a segment or are adult', { included_filters: any(LOYAL, ADULT) }, 'abcd'],
    ['not without those who may have bought', { excluded_filters: all(BOUGHT) }, 'abcd'],
    ['without those left out anyhow', { excluded_filters: any(BOUGHT, IN_BERLIN) }, 'cd'],
  ])('%s', (_case, segment, expected) => {
    expect(members(segment)).toBe(expected);
  });

  test.each([
    ['PUSH', 1],
    ['EMAIL', 2],
    ['SMS', 0],
    ['CONNECTORS', 3],
  ])('reached on %s if users have what it requires: %i', (channel, count) => {
    const users = [user('anna'), { ...user('bo'), push_id: null }, BARE];
    expect(audienceSize(record(channel, { is_all_user_campaign: true }), users)).toBe(count);
  });
});
