import { expect, it } from 'vitest';
import { nearest, nearestNames } from '../../src/model/nearest.ts';

const KEYS = [
  'onboarding/welcome-email',
  'onboarding/welcome-push',
  'promo/black-friday-push',
  'promo/spring-sale',
  'retention/spring-sale',
];

it.each([
  ['promo/sprnig-sale', ['promo/spring-sale', 'retention/spring-sale']],
  ['spring_sale', ['promo/spring-sale', 'retention/spring-sale']],
  ['onboarding/welcome-emial', ['onboarding/welcome-email']],
  ['friday', ['promo/black-friday-push']],
  ['campaigns/nope.yaml', []],
  ['zzz', []],
  ['', []],
  ['x'.repeat(10_000), []],
])('near %s', (name, near) => {
  expect(nearestNames(name, KEYS)).toEqual(near);
});

it.each([
  ['INACTIVE', ['ACTIVE', 'PAUSED'], undefined],
  ['nor', ['and', 'or'], undefined],
  ['not_included_filters', ['included_filters', 'excluded_filters'], undefined],
  ['exclude_filters', ['included_filters'], undefined],
  ['is_not_all_user_campaign', ['is_all_user_campaign'], undefined],
  ['queuing_disabled', ['queuing_enabled'], undefined],
  ['inluded_filters', ['included_filters', 'excluded_filters'], 'included_filters'],
  ['nname', ['name'], 'name'],
  ['excluded_filter', ['included_filters', 'excluded_filters'], 'excluded_filters'],
])('a name is not its opposite: %s', (name, known, near) => {
  expect(nearest(name, known)).toBe(near);
});
