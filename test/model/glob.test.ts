import { expect, it } from 'vitest';
import { isGlob, matchesGlob } from '../../src/model/glob.ts';

it.each([
  ['promo/*', ['promo/spring', 'promo/a.b-c_d'], ['promo', 'promos/spring', 'promo/2031/spring']],
  ['promo/**', ['promo/spring', 'promo/2031/spring'], ['promo', 'other/promo/spring']],
  ['**/spring', ['spring', 'promo/spring', 'a/b/spring'], ['promo/spring-sale', 'offspring']],
  ['*-push', ['sale-push'], ['promo/sale-push', 'sale-push-2']],
  ['week-?', ['week-1', 'week-a'], ['week-', 'week-12', 'week-/']],
  ['week-[1-3]', ['week-1', 'week-3'], ['week-4', 'week-[1-3]']],
  ['week-[!1-3]', ['week-4'], ['week-1', 'week-/']],
  ['{promo,retention}/*', ['promo/a', 'retention/b'], ['loyalty/a']],
  ['a.b', ['a.b'], ['axb']],
  ['week-[3-1]', ['week-[3-1]'], ['week-2']],
  ['a[b', ['a[b'], ['ab']],
  ['(a|b)+$', ['(a|b)+$'], ['a', 'ab']],
])('%s', (glob, yes, no) => {
  expect(yes.filter((name) => matchesGlob(name, glob))).toEqual(yes);
  expect(no.filter((name) => matchesGlob(name, glob))).toEqual([]);
});

it('treats a plain key as a key', () => {
  expect(['promo/spring', 'a.b_c-d'].filter(isGlob)).toEqual([]);
});
