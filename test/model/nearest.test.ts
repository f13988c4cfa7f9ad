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
  ['spring-sale', ['promo/spring-sale', 'retention/spring-sale']],
  ['spring_sale', ['promo/spring-sale', 'retention/spring-sale']],
  ['onboarding/welcome-emial', ['onboarding/welcome-email']],
  ['friday', ['promo/black-friday-push']],
  ['zzz', []],
  ['', []],
  ['x'.repeat(10_000), []],
])('near %s', (name, near) => {
  expect(nearestNames(name, KEYS)).toEqual(near);
});

it.each([
  ['campaigns/nope.yaml', []],
  ['campaigns/promo/sprnig-sale.yaml', ['campaigns/promo/spring-sale.yaml']],
  ['campaigns/promo/spring-sale.yml', ['campaigns/promo/spring-sale.yaml']],
  ['campaigns/prmo/spring-sale.yaml', ['campaigns/promo/spring-sale.yaml']],
  ['campaigns/workspace.yaml', ['campaigns/workspaces.yaml']],
])('a folder and an extension that paths share say nothing: %s', (name, near) => {
  expect(nearestNames(name, ['campaigns/promo/spring-sale.yaml', 'campaigns/workspaces.yaml'])).toEqual(near);
});

it.each([
  ['INACTIVE', ['ACTIVE', 'PAUSED'], undefined],
  ['unpaused', ['ACTIVE', 'PAUSED'], undefined],
  ['NON_TRANSACTIONAL', ['PROMOTIONAL', 'TRANSACTIONAL'], undefined],
  ['nor', ['and', 'or'], undefined],
  ['nand', ['and', 'or'], undefined],
  ['not_included_filters', ['included_filters', 'excluded_filters'], 'excluded_filters'],
  ['not_includd_filters', ['included_filters'], undefined],
  ['exclude_filters', ['included_filters'], undefined],
  ['is_not_all_user_campaign', ['is_all_user_campaign'], undefined],
  ['queuing_disabled', ['queuing_enabled'], undefined],
  ['inluded_filters', ['included_filters', 'excluded_filters'], 'included_filters'],
  ['nname', ['name'], 'name'],
  ['excluded_filter', ['included_filters', 'excluded_filters'], 'excluded_filters'],
])('a name that resembles its opposite: %s', (name, known, near) => {
  expect(nearest(name, known)).toBe(near);
});
