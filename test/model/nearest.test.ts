import { expect, it } from 'vitest';
import { nearestNames } from '../../src/model/nearest.ts';

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
  ['onboarding/welcome-emial', ['onboarding/welcome-email', 'onboarding/welcome-push']],
  ['friday', ['promo/black-friday-push']],
  ['zzz', []],
  ['', []],
  ['x'.repeat(10_000), []],
])('near %s', (name, near) => {
  expect(nearestNames(name, KEYS)).toEqual(near);
});
