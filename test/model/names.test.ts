import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isGlob, matchesGlob } from '../../src/model/glob.ts';
import { nearest, nearestNames, sameButForCase } from '../../src/model/nearest.ts';
import { clip, looks, show, toldApart } from '../../src/model/show.ts';
import { visibleInline, visibleLine } from '../../src/render/text-layout.ts';

it.each([
  ['promo/*', ['promo/spring', 'promo/a.b-c_d'], ['promo', 'promos/spring', 'promo/2031/spring']],
  ['promo/**', ['promo/spring', 'promo/2031/spring'], ['promo', 'other/promo/spring']],
  ['**/spring', ['spring', 'promo/spring', 'a/b/spring'], ['promo/spring-sale', 'offspring']],
  ['*-push', ['sale-push'], ['promo/sale-push', 'sale-push-2']],
  ['week-?', ['week-1', 'week-a'], ['week-', 'week-12', 'week-/']],
  ['week-[1-3]', ['week-1', 'week-3'], ['week-4', 'week-[1-3]']],
  ['week-[!1-3]', ['week-4'], ['week-1', 'week-/']],
  ['week-[a-]', ['week-a', 'week--'], ['week-b']],
  ['week-[\\^d]', ['week-\\', 'week-^', 'week-d'], ['week-1']],
  ['{promo,retention}/*', ['promo/a', 'retention/b'], ['loyalty/a']],
  ['{promo/**,a*}-x', ['promo/a/b-x', 'ab-x', 'a-x'], ['a/b-x', '{promo/**,a*}-x']],
  ['straße-?', ['straße-ä', 'straße-😀'], ['strasse-a', 'straße-']],
  ['Promo', ['Promo'], ['promo']],
  ['a.b', ['a.b'], ['axb']],
  ['week-[3-1]', ['week-[3-1]'], ['week-2']],
  ['a[b', ['a[b'], ['ab']],
  ['(a|b)+$', ['(a|b)+$'], ['a', 'ab']],
])('%s', (glob, yes, no) => {
  expect(yes.filter((name) => matchesGlob(name, glob))).toEqual(yes);
  expect(no.filter((name) => matchesGlob(name, glob))).toEqual([]);
});

// Engines that try one possibility after the other need minutes and more for these.
it.each([
  ['stars', '*a*a*a*a*a*a*a*a*a*b', 'a'.repeat(90)],
  ['folders', `${'**/'.repeat(8)}b`, 'a/'.repeat(90)],
  ['choices', `${'{a,aa}'.repeat(60)}b`, 'a'.repeat(90)],
  ['all of them', `${'{*a,**/,a**}'.repeat(20)}b`, 'a/'.repeat(45)],
])('a pattern with many %s is matched soon', { timeout: 5000 }, (_, pattern, name) => {
  expect(matchesGlob(name, pattern)).toBe(false);
  expect(matchesGlob(`${name}b`, pattern)).toBe(true);
});

it('treats a plain key as a key', () => {
  expect(['promo/spring', 'a.b_c-d'].filter(isGlob)).toEqual([]);
});

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

/** Names that look like another one. */
const ALIKE = [
  ['a blank at its end', 'No\u00ebl ', 'No\u00ebl'],
  ['a line break at its end', 'No\u00ebl\n', 'No\u00ebl'],
  ['an accent of its own', 'Noe\u0308l', 'No\u00ebl'],
  ['a character without a width', 'No\u200b\u00ebl', 'No\u00ebl'],
  ['a hyphen that only shows at the end of a line', 'VIP\u00ad', 'VIP'],
  ['a blank that does not break', 'Spring\u00a0sale', 'Spring sale'],
  ['a wide blank', 'Spring\u3000sale', 'Spring sale'],
  ['two blanks', 'Spring  sale', 'Spring sale'],
  ['an accent of its own in another script', '\u1112\u1161\u11ab', '\ud55c'],
] as const;

it.each(ALIKE)(
  'a name with %s is meant as the other one, and shown so that the difference is seen',
  (_, name, meant) => {
    expect(nearest(name, [meant, 'Other'])).toBe(meant);
    expect(sameButForCase(name, [meant, 'Other'])).toBe(meant);
    expect(visibleLine(show(name)).normalize('NFC')).not.toBe(visibleLine(show(meant)));
    for (const [one, other] of [toldApart(name, meant), toldApart(meant, name)])
      expect(visibleInline(one).normalize('NFC')).not.toBe(visibleInline(other).normalize('NFC'));
  },
);

it.each(['No\u00ebl', '\u0928\u092e\u0938\u094d\u0924\u0947', '\u05e9\u05c1', 'x\u030c', '😀', 'a "b" \\ c'])(
  '%s has no codes',
  (name) => {
    expect(clip(name)).toBe(name);
  },
);

it('two texts that differ never look the same', () => {
  const text = fc
    .array(
      fc.constantFrom(
        'a',
        'A',
        'e',
        '\u0301',
        '\u00e9',
        ' ',
        '\u00a0',
        '\u200b',
        '\t',
        '\u3000',
        '\u212b',
        '\u00c5',
        '\\',
      ),
      { maxLength: 5 },
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (one, other) => {
      fc.pre(one !== other);
      const [was, now] = toldApart(one, other).map((shown) => visibleInline(shown).normalize('NFC'));
      expect(was).not.toBe(now);
      if (looks(one) !== looks(other)) expect(toldApart(one, other)).toEqual([one, other]);
    }),
  );
});
