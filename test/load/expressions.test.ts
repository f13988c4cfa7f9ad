import { Liquid } from 'liquidjs';
import { describe, expect, it } from 'vitest';
import { BLOCKS, DECLARING, FILTERS, ROOTS, SINGLE_TAGS } from '../../src/load/content/names.ts';
import { templateScope } from '../../src/service/domain/user.ts';
import { load, placeAndCode, unmark } from '../support/load/marked.ts';

// Templates in an email, in a block so that nothing needs quotes. The marks stand before what is wrong.

const mail = (template: string, type = 'EVENT_TRIGGERED') => `channel: EMAIL
campaign_delivery_type: ${type}
basic_details: { name: An email }
campaign_content:
  content:
    email:
      html_content: |
        ${template.replaceAll('\n', '\n        ')}
`;

function findings(marked: string, { type, status }: { type?: string; status?: string | undefined } = {}) {
  const { text, places } = unmark(mail(marked, type));
  const found = load({ 'a.yaml': text + (status === undefined ? '' : `status: ${status}\n`) }).diagnostics;
  return { places, found: found.filter(({ code }) => code.includes('EXPRESSION')) };
}

/** What no service can evaluate. */
const BROKEN = [
  'Hi »{% if user.vip %}Ada',
  '{% if user.vip %}Ada»{% endfor %}',
  '{% for a in user.carts %}»{% if a %}x{% endfor %}',
  'Hi »{% else %}',
  'Hi »{% if user.vip }Ada{ endif }',
  '»{% comment %} nothing',
  "Hi »{{ UserAttribute['x'] }!",
  'Hi »{{ user.first_name, welcome',
  '<a href="https://a.example/»{{ user.id }">x</a>',
  'Hi »{{ }}',
  '»{% %}',
  '»{% if %}x{% endif %}',
  '{% if user.a %}x»{% elsif %}y{% endif %}',
  'Hi »{{ user. }}',
  '»{{ if user.tier == "Gold" }}x',
  '»{{#if user.tier}}x',
  '»{{#each event.items}}x»{{/each}}',
];

/** What is sent in another way than it was meant. */
const DOUBTFUL = [
  'Hi {{ »usr.first_name }}',
  'Hi {{ »first_name }}',
  '{{ »usr.a }} {{ user.a }} {{ »usr.a }}',
  '{% if user.a and »evnt.b == "c" %}{% endif %}',
  '{{ user[»evnt.name] }}',
  '{% for n in (1..»evnt.count) %}{{ n }}{% endfor %}',
  '{{ user.a | default: »evnt.b }}',
  '{{ user.a | »upcas }}',
  '»{% iff user.a %}x{% endif %}',
  '{% if user.a %}x»{% /if %}',
  '»{% user.first_name | upcase %}',
  '»{% unsubscribe %}',
  '{% if user.a == »Gold %}x{% endif %}',
  'Hi {{ user »first_name }}',
  '{% if user.a »matches "b" %}x{% endif %}',
];

it.each(BROKEN)('%s: a warning in a draft, and an error once it is to be sent', (marked) => {
  for (const [status, level] of [['DRAFT', 'W'], ['ACTIVE', 'E']]) {
    const { places, found } = findings(marked, { status });
    expect(found.map(placeAndCode)).toEqual(places.map((place) => `${place} ${level}_EXPRESSION`));
  }
}); // prettier-ignore

it.each(DOUBTFUL)('%s: a warning', (marked) => {
  const { places, found } = findings(marked, { status: 'ACTIVE' });
  expect(found.map(placeAndCode)).toEqual(places.map((place) => `${place} W_EXPRESSION`));
});

it('no event triggers a campaign that is sent at a time', () => {
  const { places, found } = findings('Hi {{ »event.name }}{{ user.event.x }}', { type: 'ONE_TIME' });
  expect(found.map(placeAndCode)).toEqual(places.map((place) => `${place} W_EXPRESSION`));
});

const FINE = [
  '{% if user.n == 10 %}{{ user.a | slice: 0,3 }}{% endif %}',
  '<p>{ if you like }, (if user.a), {iframe}, [%] (% 5 %) {user} {for}</p>{{ user.a }}',
  '{% if user.a == "x" or user.a == "y" %}a{% elsif "b" == user.c and user.d contains "e" or true %}b{% endif %}',
  '{%- if user.n > -1 -%}{{- user.a | append: "&amp;" -}}{{ user.b | replace: "<b>", "" }}{%- endif -%}',
  '{{ "user" | append: "s" }}{% assign key = "user.first_name" %}{{ user[key] }}{{ UserAttribute["user.email"] }}',
  '{% if user.a == "it\'s" %}{{ \'say "hi"\' }}{% else %}{{ user.a | date: "%d.%m." | default: "x", allow_false: true }}{% endif %}',
  '{% for item in event.items %}{% if forloop.first %}{{ item.first_name | plus: item.n }}{% endif %}{% endfor %}',
  '{% assign Gold = "Gold" %}{% if user.a == Gold %}{{ user.b | default: Gold }}{% endif %}',
  '{{ user.first_name }} {{UserAttribute["First Name"]}} {{ event.product }} {{BusinessEventAttribute[\'season\']}}',
  '{{ EventAttribute["a | b"] }} {{ vars.brand }}',
  '{% capture greeting %}Hi {{ user.first_name }}{% endcapture %}{{ greeting | strip }}',
  '{% for item in event.items limit:3 offset:continue reversed %}{{ item.name }} {{ forloop.index }}{% else %}-{% endfor %}',
  '{%- unless user.vip -%}Hi{%- endunless -%}{{- user.a -}}',
  '{% case user.tier %}{% when "gold", "silver" %}a{% else %}b{% endcase %}',
  '{% raw %}{{ anything | goes }}{% if %}{% endraw %}{% comment %}{{ usr.a }}{% endcomment %}',
  '{% increment count %}{{ count }}{% cycle "a", "b" %}{% echo user.a %}',
  '{% liquid\n  assign x = 1\n  echo x\n%}{{ x }}',
  '{% # a note %}{% tablerow c in (1..3) cols:2 %}{{ c }}{{ tablerowloop.col }}{% endtablerow %}',
  '{% capture "full_name" %}{{ user.first_name }}{% endcapture %}{{ full_name }}<script>{{ event | json }}</script>',
  '<style>a{color:red}@media x{b{c:d}}</style>100{% assign p = 1 %}',
  "{{ user.d | date: '%d.%m.%Y' }}{{ user.d | date: user.format }}{{ user.d | date: 'long' }}",
];
/** What Liquid can't read, and a service whose language is Jinja can. */
const JINJA = [
  '{% for a, b in user.items %}{{ a }}{% endfor %}{% for i in (1..3) reversed %}{{ i }}{% endfor %}',
  '{% if user.a | default("x") == "y" and user.b | length > 2 %}a{% endif %}',
  '{% if (user.a == "x" or user.b) and not user.c %}a{% endif %}{% if user.a in ["x", "y"] and user.b not in ("z", "w") %}b{% endif %}',
  '{% if user.a is not defined or user.n is divisibleby 3 or user.a is none %}a{% endif %}{{ user.a or "you" }}',
  '{% if user.n % 2 == 0 and user.n + 1 > 3 * user.m %}a{% endif %}{% set m = {"a": {"b": 1}} %}{{ m.a if m else {"a": 1}.a }}',
  "{{ UserAttribute['First Name']|default('friend')|title }}",
  "{{ user.first_name | default('it\\'s you') }} it's {{ user.first_name }} {% if user.a == 'it\\'s' or user.b %}x{% endif %}",
  '{{ "say \\"hi\\" to us" }}{{ user.items | count }}{{ user.a | md5 }}{{ user.a | sha1 }}{{ user.a | base64_url_safe_encode }}',
  '{% set greeting %}Hi {{ user.first_name }}{% endset %}{{ greeting }}{% set a = 1 %}{% do user.items.append(a) %}',
  '{% with name = user.first_name, b = 1 %}{{ name }}{{ b }}{% endwith %}{% filter upper %}{{ user.first_name }}{% endfilter %}',
  '{% call price(1) %}x{% endcall %}{% for i in event.items recursive %}{{ i }}{% endfor %}{% ifchanged %}x{% endifchanged %}',
  '{% comment %}{% comment %}x{% endcomment %}{% endcomment %}{% doc %}{{ x }} {% if %}{% enddoc %}{% comment %}{% comment %}x{% endcomment %}',
  '{# a note: {{ usr.a }} #}{{ range(3) }}{% set a = user.x if user.y else "z" %}{{ a ~ user.b }}',
];

/** A backslash in Liquid is a character like any other. */
const BACKSLASHES = '{{ user.a | replace: "\\", "/" | replace: "\\" , "/" | append: "\\" }}';

it.each([...FINE, ...JINJA, BACKSLASHES])('has nothing against %s', (template) => {
  expect(findings(template).found).toEqual([]);
});

it('is reported within the time limit for long texts', () => {
  for (const part of ['{% if a %}', '{% endif %}', '{% iff %}', '{{ a | b }}', '{#', '{{ a', '{% raw %}', '{% "', '{{ if '])
    expect(findings(part.repeat(20_000)).found.length).toBeLessThanOrEqual(20);
  expect(findings('{% comment %}{% comment %}{% endcomment %}'.repeat(5_000)).found.length).toBeLessThanOrEqual(20);
}, 20_000); // prettier-ignore

it('only content is checked for names, and only in content is a broken expression an error', () => {
  const draft = mail('Hi').replace('An email', '"{{ usr.a }}"');
  expect(load({ 'a.yaml': draft }).diagnostics.filter(({ code }) => code.includes('EXPRESSION'))).toEqual([]);
  const { text, places } = unmark(
    `${mail('Hi')}status: ACTIVE\nutm_params: { utm_source: a, utm_medium: "»{{ a" }\n`,
  );
  const found = load({ 'a.yaml': text }).diagnostics.filter(({ code }) => code.includes('EXPRESSION'));
  expect(found.map(placeAndCode)).toEqual(places.map((place) => `${place} W_EXPRESSION`));
});

it('says nothing while the live campaign has it', () => {
  const content = { content: { email: { html_content: 'Hi {{ user.first_name }\n' } } };
  const live = { live: ['a'], managed: ['a'], observed: { a: { campaign_content: content } } };
  const codes = (template: string) =>
    load({ 'a.yaml': `${mail(template)}status: ACTIVE\n` }, live).diagnostics.map(({ code }) => code);
  expect(codes('Hi {{ user.first_name }')).not.toContain('E_EXPRESSION');
  expect(codes('Hello {{ user.first_name }')).toContain('E_EXPRESSION');
});

describe('compared with the engine of the local service', () => {
  const engine = new Liquid();

  it('knows its roots, tags and filters', () => {
    const user = { id: 'a', email: '', push_id: '', mobile: '', attributes: {} };
    expect(ROOTS).toEqual(expect.arrayContaining(Object.keys(templateScope(user, {}))));
    // Pages that are made of pages are refused there; some filters depend on chance or run code of their own.
    const tags = Object.keys(engine.tags).filter((name) => !['layout', 'block'].includes(name));
    expect([...BLOCKS.keys(), ...SINGLE_TAGS]).toEqual(expect.arrayContaining(tags));
    const filters = Object.keys(engine.filters).filter((name) => name !== 'sample' && !name.endsWith('_exp'));
    expect(FILTERS).toEqual(expect.arrayContaining(filters));
    expect([...DECLARING.keys()].filter((name) => ![...BLOCKS.keys(), ...SINGLE_TAGS].includes(name))).toEqual([]);
  });

  it.each(FINE)('reads %s', (template) => {
    expect(() => engine.parse(template)).not.toThrow();
  });

  const PIECES = ['{% if user.a %}', '{% endif %}', '{% for a in user.b %}', '{% endfor %}', '{% else %}', '{% raw %}', '{% endraw %}', 'x'];
  const templates = PIECES.flatMap((one) => PIECES.flatMap((two) => PIECES.map((three) => one + two + three)));

  it('finds a block unclosed exactly where that engine does', () => {
    const differing = templates.filter((template) => {
      const isRead = (() => { try { engine.parse(template); return true; } catch { return false; } })();
      return isRead !== (findings(template).found.length === 0);
    });
    expect(differing).toEqual([]);
  });
}); // prettier-ignore
