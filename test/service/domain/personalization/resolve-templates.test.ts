import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  resolveTemplates,
  type Resolved,
} from '../../../../src/service/domain/personalization/resolve-templates.ts';
import { templateScope, type User } from '../../../../src/service/domain/user.ts';
import { textAt, type JsonObject } from '../../../../src/service/domain/json.ts';
import { draws } from '../../../support/draws.ts';

/** A user who can be reached by push and email. */
const ANNA: User = {
  id: 'anna',
  email: 'anna@example.com',
  push_id: 'push-anna',
  mobile: null,
  attributes: {
    'First Name': 'Anna',
    loyaltyTier: 'gold',
    points: 120,
    vip: true,
    motto: '<b>"Go & run"</b>',
    sly: '{{ user.id }}',
  },
};

const EVENT = { product_name: 'Red shoes', season: 'spring', cart: ['shoes', 'hat'], 'Unit Price': 12.5 };

function resolve(content: JsonObject): Resolved {
  return resolveTemplates(content, templateScope(ANNA, EVENT));
}

/** The resolved text, or the error. */
function text(template: string): string {
  const resolved = resolve({ title: template });
  return resolved.kind === 'resolved' ? (textAt(resolved.content, 'title') ?? '') : `! ${resolved.message}`;
}

/** Open point W18. */
describe('an expression', () => {
  test.each<[string, string, string]>([
    ['an attribute of capitals within', '{{ user.loyalty_tier }}', 'gold'],
    ['an attribute by its own name', "{{ user['First Name'] }}", 'Anna'],
    ['no user attribute by its plain name', "{{UserAttribute['first_name']}}", ''],
    ['identifiers', '{{ user.id }} {{ user.email }} {{ user.push_id }}', 'anna anna@example.com push-anna'],
    ['a list', '{{ event.cart }}', 'shoeshat'],
    ['nothing for null', '[{{ user.mobile }}]', '[]'],
    ['nothing for a missing attribute', 'Hi {{ user.nickname }}!', 'Hi !'],
    ['nothing for a missing attribute of a missing one', '{{ user.a.b.c }}', ''],
    ['text unchanged, not escaped', '{{ user.motto }}', '<b>"Go & run"</b>'],
    ['a date, in UTC', "{{ '2026-03-01T23:30:00Z' | date: '%d.%m. %H:%M' }}", '01.03. 23:30'],
    [
      'a default, called in either way',
      '{{ user.a | default("x") }}{{ user.a | default: "y" | upcase() }}',
      'xY',
    ],
    ['braces that are none', '{ user } } {', '{ user } } {'],
    ['attributes that contain templates, once', '{{ user.sly }}', '{{ user.id }}'],
  ])('resolves %s', (_case, template, expected) => {
    expect(text(template)).toBe(expected);
  });

  test.each([
    '{{ user.constructor }}',
    '{{ user.__proto__ }}',
    '{{ user.constructor.constructor }}',
    "{{ user['__proto__']['toString'] }}",
    '{{ event.cart.constructor }}',
    '{{ user.first_name.constructor }}',
    '{{ user.size }}',
    "{{ event.cart | map: 'constructor' }}",
    "{{ event.cart | where: 'constructor' }}",
  ])('finds nothing under a name that every object has: %s', (template) => {
    expect(text(template)).toBe('');
  });

  test.each([
    '{{ __proto__ }}',
    '{{ globalThis.process }}',
    "{{ ContentBlock['a'] }}",
    '{{ usr.first_name }}',
  ])('has no other source: %s', (template) => {
    expect(text(template)).toMatch(/^! /);
  });

  test('finds an attribute with a name that every object has, if it exists', () => {
    const user = {
      ...ANNA,
      attributes: JSON.parse('{"constructor": "a", "__proto__": "b", "size": 3}') as JsonObject,
    };
    const content = { title: '{{ user.constructor }}{{ user.__proto__ }}{{ user.size }}' };
    const resolved = resolveTemplates(content, templateScope(user, undefined));
    expect(resolved).toEqual({ kind: 'resolved', content: { title: 'ab3' } });
  });
});

const grow = (body: string): string =>
  `{% assign a = 'xxxxxxxxxx' %}{% for i in (1..1000) %}${body}{% endfor %}{{ a }}`;
const times = (count: number, piece: string): string => piece.repeat(count);

test.each<[string, string]>([
  ['loops in loops', `${times(6, '{% for i in (1..1000) %}')}${times(6, '{% endfor %}')}`],
  ['doubling by replace', grow("{% assign a = a | replace: 'x', 'xx' %}")],
  ['padding', "{{ 'now' | date: '%999999999d' }}"],
  ['deep conditions', times(100_000, '{% if user %}')],
  ['many filters', `{{ user.id ${times(100_000, '| upcase ')} }}`],
  ['open braces', times(500_000, '{{')],
  ['many blanks', `{{ '${times(1_000_000, ' ')}' | strip | squish | split: ' ' | join: 'xxxxxxxxxx' }}`],
])('a hostile template is interrupted within a second: %s', (_case, template) => {
  expect(text(template).length).toBeLessThan(8_000_001);
});

test('no text throws, and none without braces changes', () => {
  const piece = fc.oneof(
    fc.constantFrom(...`{{ }} {% %} | .. ( ) [ ] ' " : , - . 1 a`.split(' '), ' '),
    fc.constantFrom(...'user event for if endif endfor assign in date slice times split'.split(' ')),
    fc.string({ maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const template = pieces.join('');
      const resolved = resolve({ template });
      if (!/\{[{%]/.test(template)) expect(resolved).toEqual({ kind: 'resolved', content: { template } });
    }),
    draws(500),
  );
});
