import { Liquid } from 'liquidjs';
import { describe, expect, it } from 'vitest';
import { ROOTS } from '../../src/load/content/expressions.ts';
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
  '{% for a in user.carts %}{% if a %}x»{% endfor %}',
  '»{% comment %} nothing',
  "Hi »{{ UserAttribute['x'] }!",
  'Hi »{{ user.first_name, welcome',
  '<a href="https://a.example/»{{ user.id }">x</a>',
  'Hi »{{ }}',
  '»{{#each event.items }}a»{{/each}}',
  '»{{#if . }}a»{{/if}} »{{ .name }} »{{> footer }} »{{! note }}',
  '»{% %}',
];

/** What is sent in another way than it was meant. */
const DOUBTFUL = [
  'Hi {{ »usr.first_name }}',
  'Hi {{ »first_name }}',
  '{{ »usr.a }} {{ user.a }} {{ »usr.a }}',
  '»{% iff user.a %}x{% endif %}',
  '{% if user.a %}x»{% /if %}',
  '»{% user.first_name | upcase %}',
  'Hi {{ user.first_name | »defualt: "you" }}',
  'Hi »{user.first_name}, and »{ user.first_name }}',
  '»{{ user.first_name | default "you" }}',
  '»{{ user.first_name || "you" }}{{ user.a }}',
  '»{{ user. }}»{{ user.first name }}»{{ user.a | }}»{{ user..a }}',
  '»{% if user.a = 1 %}x{% endif %}»{% if user.a == %}y{% endif %}»{% if user.a && user.b %}z{% endif %}',
  'x»{% else %}y',
  'Hi »{{{ user.first_name }}}, »{{ user["a" | upcase }} »{{ user.b | default("x" }} »{{ user.c | default: }}',
  '{% if user.a %}x»{% else if user.b %}y{% endif %}»{% assign a "b" %}»{% for a on user.b %}{% endfor %}',
];

it.each([...BROKEN, ...DOUBTFUL])('%s: a warning', (marked) => {
  const { places, found } = findings(marked, { status: 'ACTIVE' });
  expect(found.map(placeAndCode)).toEqual(places.map((place) => `${place} W_EXPRESSION`));
});

const FINE = [
  '{{ unsubscribe_url }}{{ webview_link }}{{ now | date: "%Y" }}{{ user.first_name | shop_case }}',
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
  '{% unsubscribe %}{% trans %}x{% endtrans %}',
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
  '{% if user.a %}{% comment %}{% comment %}x{% endcomment %}{% endcomment %}{% endif %}{% doc %}{{ x }} {% if %}{% enddoc %}{% comment %}{% comment %}x{% endcomment %}',
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

it('only content is checked for names', () => {
  const draft = mail('Hi').replace('An email', '"{{ usr.a }}"');
  expect(load({ 'a.yaml': draft }).diagnostics.filter(({ code }) => code.includes('EXPRESSION'))).toEqual([]);
});

describe('compared with the engine of the local service', () => {
  const engine = new Liquid();

  it('knows its roots', () => {
    const user = { id: 'a', email: '', push_id: '', mobile: '', attributes: {} };
    expect(ROOTS).toEqual(expect.arrayContaining(Object.keys(templateScope(user, {}))));
  });

  it.each(FINE)('reads %s', (template) => {
    expect(() => engine.parse(template)).not.toThrow();
  });

  const PIECES = ['{% if user.a %}', '{% endif %}', '{% for a in user.b %}', '{% endfor %}', '{% raw %}', '{% endraw %}', 'x'];
  const templates = PIECES.flatMap((one) => PIECES.flatMap((two) => PIECES.map((three) => one + two + three)));

  it('finds a block unclosed exactly where that engine does', () => {
    const differing = templates.filter((template) => {
      const isRead = (() => { try { engine.parse(template); return true; } catch { return false; } })();
      return isRead !== (findings(template).found.length === 0);
    });
    expect(differing).toEqual([]);
  });
}); // prettier-ignore
