import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/model/json.ts';
import { areApart, oneContainsOther } from '../../src/plan/audiences.ts';

const either = (...filters: readonly JsonValue[]): JsonObject => ({ filter_operator: 'or', filters });
const both = (...filters: readonly JsonValue[]): JsonObject => ({ filter_operator: 'and', filters });

const living = (...value: readonly string[]): JsonObject => ({
  ...{ filter_type: 'user_attributes', data_type: 'string', name: 'country', operator: 'in' },
  value,
});
const notLiving = (...value: readonly string[]): JsonObject => ({ ...living(...value), negate: true });
const segment = (name: string): JsonObject => ({ filter_type: 'custom_segments', name });

const GERMANY = living('Germany');
const MEMBERS = segment('Members');
const GUESTS = segment('Guests');
const STAFF = segment('Staff');
const EVERYONE = { is_all_user_campaign: true };

const including = (group: JsonObject): JsonObject => ({ included_filters: group });

/** Whether one audience contains the other one. Which of the two is named first makes no difference. */
function overlap(one: JsonObject | undefined, other: JsonObject | undefined): boolean {
  const [own, theirs] = [one, other].map((audience) => (audience ? { segmentation_details: audience } : {}));
  const found = oneContainsOther(own ?? {}, theirs ?? {});
  expect(oneContainsOther(theirs ?? {}, own ?? {})).toBe(found);
  return found;
}

type Row = readonly [what: string, one: JsonObject, other: JsonObject];

describe('everyone in one audience is also in the other one', () => {
  it.each<Row>([
    ['if both have the same filters', both(GERMANY, MEMBERS), both(GERMANY, MEMBERS)],
    ['if one has the same filters in another order', both(GERMANY, MEMBERS), both(MEMBERS, GERMANY)],
    ['if one has another condition in addition', both(GERMANY), both(GERMANY, MEMBERS)],
    ['if one has another alternative in addition', either(GERMANY), either(GERMANY, MEMBERS)],
    [
      'if one requires all that is enough for the other one',
      both(GERMANY, MEMBERS),
      either(GERMANY, MEMBERS),
    ],
    ['if one has one of the alternatives and a condition', either(GERMANY, GUESTS), both(GERMANY, MEMBERS)],
    [
      'if one condition of one is one of two alternatives in the other one',
      both(either(GERMANY, MEMBERS)),
      both(GERMANY, GUESTS),
    ],
    [
      'if each alternative of one is within an alternative of the other one',
      either(living('Germany'), both(MEMBERS, GUESTS)),
      either(living('Germany', 'Austria'), MEMBERS),
    ],
    ['if a single alternative is a condition of the other one', either(GERMANY), both(GERMANY, MEMBERS)],
    [
      'if one leaves out fewer countries and has one condition fewer',
      both(notLiving('Germany')),
      both(notLiving('Germany', 'Austria'), MEMBERS),
    ],
    [
      'if one has more countries and one condition fewer',
      both(living('Germany', 'Austria')),
      both(GERMANY, MEMBERS),
    ],
  ])('%s', (_, one, other) => {
    expect(overlap(including(one), including(other))).toBe(true);
  });

  it.each<readonly [operator: string]>([
    ['in'],
    ['containsInTheFollowing'],
    ['startWithInTheFollowing'],
    ['endsWithInTheFollowing'],
  ])('if one has more values of which one is enough: %s', (operator) => {
    const more = { ...living('Germany', 'Austria'), operator };
    expect(overlap(including(both({ ...GERMANY, operator })), including(both(more)))).toBe(true);
  });
});

describe('one value', () => {
  const is = { ...living(), operator: 'is', value: 'Germany' };

  it.each<Row>([
    ['is a list of that value', both(is), both(GERMANY)],
    ['is within a list that has it', both(is), both(living('Germany', 'Austria'))],
    ['is negated like a list of it', both({ ...is, negate: true }), both(notLiving('Germany', 'Austria'))],
  ])('%s', (_, one, other) => {
    expect(overlap(including(one), including(other))).toBe(true);
  });

  it("isn't another value", () => {
    expect(overlap(including(both(is)), including(both({ ...is, value: 'Austria' })))).toBe(false);
  });
});

describe('two audiences are apart', () => {
  const apart = (one: JsonObject, other: JsonObject) => {
    const [own, theirs] = [one, other].map((audience) => ({ segmentation_details: audience }));
    const found = areApart(own ?? {}, theirs ?? {});
    expect(areApart(theirs ?? {}, own ?? {})).toBe(found);
    return found;
  };

  it.each<Row>([
    ['if each is for another country', both(GERMANY), both(living('Austria', 'Italy'))],
    [
      'if one says it as one value',
      both({ ...living(), operator: 'is', value: 'Austria' }),
      both(GERMANY, MEMBERS),
    ],
    ['if both have other conditions, too', both(GERMANY, MEMBERS), both(GUESTS, living('Austria'))],
    [
      'if each alternative is for another country',
      both(GERMANY),
      either(living('Austria'), both(living('Italy'), MEMBERS)),
    ],
  ])('%s', (_, one, other) => {
    expect(apart(including(one), including(other))).toBe(true);
  });

  it.each<Row>([
    [
      'if they have a country in common',
      both(living('Germany', 'Austria')),
      both(living('Italy', 'Germany')),
    ],
    ['if only the letter case differs', both(living('germany')), both(GERMANY)],
    ['if one alternative is for everyone', both(GERMANY), either(living('Austria'), MEMBERS)],
    ['if the attributes differ', both(GERMANY), both({ ...living('Austria'), name: 'home' })],
    ['if one leaves out the other country', both(GERMANY), both(notLiving('Austria'))],
    ['if both leave out another country', both(notLiving('Germany')), both(notLiving('Austria'))],
    [
      'if a text may contain both',
      both({ ...living('a'), operator: 'containsInTheFollowing' }),
      both({ ...living('b'), operator: 'containsInTheFollowing' }),
    ],
    ['if they are in two segments', both(MEMBERS), both(GUESTS)],
  ])('but not %s', (_, one, other) => {
    expect(apart(including(one), including(other))).toBe(false);
  });

  it('but not if one is for all users', () => {
    expect(apart({ ...EVERYONE, ...including(both(GERMANY)) }, including(both(living('Austria'))))).toBe(
      false,
    );
  });
});

describe('neither audience contains the other one', () => {
  it.each<Row>([
    ['if their filters differ', both(MEMBERS), both(GUESTS)],
    ['if each has a condition of its own', both(GERMANY, MEMBERS), both(GERMANY, GUESTS)],
    ['if each has an alternative of its own', either(GERMANY, MEMBERS), either(GERMANY, GUESTS)],
    ['if the conditions of one are none of the alternatives', either(GERMANY, MEMBERS), both(GUESTS, STAFF)],
    [
      'if each has a country of its own',
      both(living('Germany', 'Austria')),
      both(living('Germany', 'Italy')),
    ],
    [
      'if one has more countries, but also one more condition',
      both(living('Germany', 'Austria'), MEMBERS),
      both(GERMANY),
    ],
    [
      'if one has more countries, but one alternative fewer',
      either(living('Germany', 'Austria')),
      either(GERMANY, MEMBERS),
    ],
    [
      'if one leaves out more countries, but has one condition fewer',
      both(notLiving('Germany', 'Austria')),
      both(notLiving('Germany'), MEMBERS),
    ],
    ['if one has the country that the other one leaves out', both(GERMANY), both(notLiving('Germany'))],
    [
      'if one value more is not one choice more',
      both({ ...living('1', '5'), operator: 'between' }),
      both({ ...living('1', '3', '5'), operator: 'between' }),
    ],
    ['if one has a group without filters', both(), both(GERMANY)],
    ['if one has a group of alternatives without filters', either(), both(GERMANY)],
    ['if one has an entry that is not a filter', both(null), both(GERMANY)],
    ['if one names no filters', {}, both(GERMANY)],
  ])('%s', (_, one, other) => {
    expect(overlap(including(one), including(other))).toBe(false);
  });
});

describe('an audience as a whole', () => {
  const without = (group: JsonObject): JsonObject => ({ excluded_filters: group });

  it.each<readonly [what: string, one: JsonObject | undefined, other: JsonObject | undefined, is: boolean]>([
    ['all users contain any of them', EVERYONE, including(both(GERMANY)), true],
    [
      'a campaign that is not for all users is for those that it includes',
      { is_all_user_campaign: false, ...including(both(MEMBERS)) },
      including(both(GERMANY)),
      false,
    ],
    [
      'all users but some do not contain a part of all users',
      { ...EVERYONE, ...without(both(STAFF)) },
      including(both(GERMANY)),
      false,
    ],
    [
      'all users but some contain a part without the same ones',
      { ...EVERYONE, ...without(both(STAFF)) },
      { ...including(both(GERMANY)), ...without(both(STAFF)) },
      true,
    ],
    [
      'the same users without different ones are different',
      { ...including(both(GERMANY)), ...without(both(STAFF)) },
      { ...including(both(GERMANY)), ...without(both(GUESTS)) },
      false,
    ],
    ['nobody excluded is the same as no exclusion', { ...EVERYONE, ...without({}) }, EVERYONE, true],
    ['none at all is not contained in any', undefined, including(both(GERMANY)), false],
    ['none at all equals none', undefined, undefined, true],
  ])('%s', (_, one, other, is) => {
    expect(overlap(one, other)).toBe(is);
  });
});
