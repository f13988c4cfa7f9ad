import { Liquid } from 'liquidjs';
import { describe, expect, it } from 'vitest';
import { BLOCKS, DECLARING, FILTERS, ROOTS, SINGLE_TAGS } from '../../src/load/rules/expression-names.ts';
import { templateScope } from '../../src/service/domain/personalization/template-scope.ts';
import { load, placeAndCode, unmark } from '../support/load/marked.ts';

// Templates in a subject, in a block so that nothing needs quotes. The mark stands before what is wrong.

const mail = (template: string) => `channel: EMAIL
campaign_delivery_type: ONE_TIME
basic_details: { name: An email }
campaign_content:
  content:
    email:
      html_content: |
        ${template.replaceAll('\n', '\n        ')}
`;

function findings(marked: string) {
  const { text, places } = unmark(mail(marked).replace('ONE_TIME', 'EVENT_TRIGGERED'));
  const found = load({ 'a.yaml': text }).diagnostics.filter(({ code }) => code.includes('EXPRESSION'));
  return { places, found };
}

it.each([
  ['a condition that is not closed', 'Hi »{% if user.vip %}Ada', '{% endif %}'],
  ['one that is closed by another end', '{% if user.vip %}Ada»{% endfor %}', 'write {% endif %}'],
  ['one that is closed by another end of a block', '{% unless user.vip %}Ada»{% endif %}', 'write {% endunless %}'],
  ['one whose end has its braces open', '{% if user.vip %}Ada»{% endif }', 'write {% endif %}'],
  ['an inner one that is not closed', '{% for a in user.carts %}»{% if a %}x{% endfor %}', '{% endif %}'],
  ['an end without a beginning', 'Hi »{% endif %}', '{% if'],
  ['an else outside', 'Hi »{% else %}', '{% if'],
  ['a tag whose braces stay open', 'Hi »{% if user.vip }Ada{ endif }', '%}'],
  ['a comment that does not end', '»{% comment %} nothing', '{% endcomment %}'],
])('%s is not closed', (_, marked, hint) => {
  const { places, found } = findings(marked);
  expect(found.map(placeAndCode)).toEqual(places.map((place) => `${place} W_EXPRESSION`));
  expect(found.map((one) => one.hint).join()).toContain(hint);
}); // prettier-ignore

it.each([
  ['an expression without a name', 'Hi »{{ }}', 'this template expression is empty', 'name what it shows, as in {{ user.first_name }}, or remove it'],
  ['one that only trims', 'Hi »{{- -}}', 'this template expression is empty', 'name what it shows, as in {{ user.first_name }}, or remove it'],
  ['a root without a field', 'Hi »{{ user. }}', 'the name of a field is missing after "user."', 'write it after the dot, as in {{ user.first_name }}, or remove the dot'],
  ['a field without its field', 'Hi »{{ user.cart.| upcase }}', 'the name of a field is missing after "cart."', 'write it after the dot, as in {{ user.first_name }}, or remove the dot'],
  ['a condition without a field', '»{% if user. %}x{% endif %}', 'the name of a field is missing after "user."', 'write it after the dot, as in {{ user.first_name }}, or remove the dot'],
  ['a condition', '»{% if %}x{% endif %}', '{% if %} has no condition', 'write one, as in {% if user.first_name %}'],
  ['a second condition', '{% if user.a %}x»{% elsif %}y{% endif %}', '{% elsif %} has no condition', 'write one, as in {% elsif user.first_name %}'],
  ['a list', '»{% for %}x{% endfor %}', '{% for %} has no list', 'write one, as in {% for item in event.items %}'],
  ['a name', '»{% %}', 'this tag has no name', 'write its name right after {%, as in {% if … %}'],
  ['names in braces of their own', 'Hi »{{${first_name}}}', '{{${first_name}}} is written for another program', 'write {{ user.first_name }}'],
  ['the same with a root', 'Hi »{{custom_attribute.${tier}}}', '{{custom_attribute.${tier}}} is written for another program', 'write {{ user.tier }}'],
  ['the same with a filter', 'Hi »{{ ${first_name} | default: "you" }}', '{{ ${first_name} | default: "you" }} is written for another program', 'write {{ user.first_name | default: "you" }}'],
  ['the same with an event', 'Hi »{{event_properties.${item}}}', '{{event_properties.${item}}} is written for another program', 'write {{ event.item }}'],
  ['a block of another program', 'Hi »{{content_blocks.${header}}}', '{{content_blocks.${header}}} is written for another program', 'put the text into campaigns/snippets/header.html, and write [[> header.html]]'],
  ['what another program knows of the campaign', 'Hi »{{campaign.${name}}}', '{{campaign.${name}}} is written for another program', 'write an expression, such as {{ user.first_name }}, or the text itself'],
  ['an unsubscribe link of another program', '»{{${set_user_to_unsubscribed_url}}}', '{{${set_user_to_unsubscribed_url}}} is written for another program', 'write {{ user.unsubscribe_url }}'],
  ['a dot', 'Hi »{{ user first_name }}', 'a dot is missing after user', 'write {{ user.first_name }}'],
  ['a dot before a filter', 'Hi »{{ user first_name | default: "you" }}', 'a dot is missing after user', 'write {{ user.first_name | default: "you" }}'],
  ['a dot in a condition', '»{% if user first_name == "x" %}a{% endif %}', 'a dot is missing after user', 'write {% if user.first_name == "x" %}'],
  ['the percent signs of a tag', '»{{ if user.tier == "Gold" }}x{% endif %}', '{{ if user.tier == "Gold" }} is in the braces of a value, but if is a tag', 'write {% if user.tier == "Gold" %}'],
  ['the percent signs of a tag with #', '»{{#if user.tier}}x{% endif %}', '{{#if user.tier}} is in the braces of a value, but if is a tag', 'write {% if user.tier %}'],
  ['the percent signs of a tag and its end', '»{{ if user.tier }}x', '{{ if user.tier }} is in the braces of a value, but if is a tag', 'write {% if user.tier %}'],
  ['the percent signs of an end', '{% if user.tier %}x»{{/if}}', '{{/if}} is in the braces of a value, but endif is a tag', 'write {% endif %}'],
  ['the percent signs of an else', '{% if user.tier %}x»{{ else if user.a }}y{% endif %}', '{{ else if user.a }} is in the braces of a value, but elsif is a tag', 'write {% elsif user.a %}'],
  ['the percent signs of a loop', '»{{#each event.items}}x{% endfor %}', '{{#each event.items}} is in the braces of a value, but for is a tag', 'write {% for item in event.items %}'],
  ['the condition, and the percent signs', '»{{- if -}}x{% endif %}', '{{- if -}} is in the braces of a value, but if is a tag', 'write {% if … %}'],
  ['the left side again', '»{% if user.tier == "Gold" or "Silver" %}x{% endif %}', '"Silver" is compared with nothing, so it is true for everyone', 'write {% if user.tier == "Gold" or user.tier == "Silver" %}'],
  ['the left side of a long condition', '»{% if user.loyalty_tier == "Gold" or "Silver" %}x{% endif %}', '"Silver" is compared with nothing, so it is true for everyone', 'write user.loyalty_tier == "Silver" in place of "Silver"'],
  ['the left side twice, and another connector', '»{% if user.a != "b" or "c" or "d" %}x{% endif %}', '"c" is compared with nothing, so it is true for everyone', 'write {% if user.a != "b" and user.a != "c" and user.a != "d" %}'],
  ['the left side and quotes', '»{% if user.a == Gold or Silver %}x{% endif %}', 'Gold has no quotes, so it is read as a name', 'write {% if user.a == "Gold" or user.a == "Silver" %}'],
  ['the left side, and or in place of a comma', '»{% if user.a == "b", "c" %}x{% endif %}', '"c" is compared with nothing, so it is true for everyone', 'write {% if user.a == "b" or user.a == "c" %}'],
  ['the left side of a number', '»{% if user.a > 5 and 3 %}x{% endif %}', '3 is compared with nothing, so it is true for everyone', 'write {% if user.a > 5 and user.a > 3 %}'],
  ...[
    ['user.a && user.b', '&&', 'user.a and user.b'],
    ['user.a || user.b', '||', 'user.a or user.b'],
    ['user.a AND user.b', 'AND', 'user.a and user.b'],
    ['user.a === "b"', '===', 'user.a == "b"'],
    ['user.a !== "b"', '!==', 'user.a != "b"'],
    ['user.a => 3', '=>', 'user.a >= 3'],
    ['user.a =< 3 && user.b', '=<', 'user.a <= 3 and user.b'],
    ['user.a is "b"', 'is', 'user.a == "b"'],
    ['user.a is not "b"', 'is not', 'user.a != "b"'],
    ['user.a is Gold', 'is', 'user.a == "Gold"'],
    ['user.a equals "b"', 'equals', 'user.a == "b"'],
    ['user.a | size is equal to 3', 'is equal to', 'user.a | size == 3'],
    ['user.a contain "b"', 'contain', 'user.a contains "b"'],
    ['user.a not "b"', 'not', 'user.a != "b"'],
    ['user.n is greater than 3', 'is greater than', 'user.n > 3'],
    ['!user.a', '!', 'not user.a'],
  ].map(([written = '', sign = '', right = '']): [string, string, string, string] =>
    [`an operator, not ${sign}`, `»{% if ${written} %}x{% endif %}`, `"${sign}" is not an operator here`, `write {% if ${right} %}`]),
  ['an operator that exists', '{% if user.a »matches "b" %}x{% endif %}', '"matches" is not an operator', 'known: ==, !=, <, >, <=, >=, contains, and, or'],
  ['no more than an operator', '{% if user.a »does not contain "b" %}x{% endif %}', '"does" is not an operator', 'known: ==, !=, <, >, <=, >=, contains, and, or'],
  ['nothing at the end', '{% if user.a == "b" »then %}x{% endif %}', '"then" is not an operator', 'remove it, or write an operator before it'],
  ['a bar before a filter', 'Hi »{{ user.a default: "you" }}', 'a | is missing before the filter default', 'write {{ user.a | default: "you" }}'],
  ['a colon, not an equals sign', 'Hi »{{ user.a | default = "you" }}', 'a colon is missing after the filter default', 'write {{ user.a | default: "you" }}'],
  ['a value of a filter', 'Hi {{ user.a | default»: }}', 'nothing follows :', 'write a value, such as "you"'],
  ['braces between two values', 'Hi »{{ user.a user.b }}', 'an expression shows one value', 'write {{ user.a }} {{ user.b }}'],
  ['braces in place of a comma', 'Hi »{{ user.a, user.b }}', 'an expression shows one value', 'write {{ user.a }} {{ user.b }}'],
  ['nothing at the end of a value', 'Hi »{{ user.a; }}', '";" doesn\'t belong in an expression', 'write {{ user.a }}'],
  ['nothing before a value', 'Hi »{{ @user.a | upcase }}', '"@" doesn\'t belong in an expression', 'write {{ user.a | upcase }}'],
  ['a tag in place of a question', 'Hi {{ user.a »? user.a : "you" }}', '"?" is not an operator here', 'write {% if … %} … {% else %} … {% endif %}'],
  ...['->', '..', '/', ':'].map((sign): [string, string, string, string] =>
    [`a dot, not ${sign}`, `Hi »{{ user${sign}first_name }}`, `a dot belongs after user, not ${sign}`, 'write {{ user.first_name }}']),
  ...[
    ['»{ % if user.vip % }x{% endif %}', '{ % if user.vip % }', '{% if user.vip %}'],
    ['»(% if user.vip %)x{% endif %}', '(% if user.vip %)', '{% if user.vip %}'],
    ['{% if user.vip %}x»{ endif }', '{ endif }', '{% endif %}'],
  ].map(([written = '', part = '', meant = '']): [string, string, string, string] =>
    [`the braces of a tag: ${part}`, written, `${part} has the wrong braces for a tag, so it is sent as it is written`, `write ${meant}`]),
  ['an operator', '»{% if user.a "b" %}x{% endif %}', 'an operator is missing before "b"', 'write {% if user.a == "b" %}'],
  ['a point', '»{% if user.n > 3,5 %}x{% endif %}', '3,5 needs a point in place of its comma', 'write {% if user.n > 3.5 %}'],
  ['another condition', '{% if user.a == "b" »and %}x{% endif %}', 'nothing follows and', 'write another condition after it, or remove it'],
  ['what is compared', '{% if user.a »== %}x{% endif %}', 'nothing follows ==', 'write what to compare with, such as "Gold"'],
  ['elsif', '{% if user.a %}x»{% else if user.b == "c" && user.d %}y{% endif %}', "else can't have a condition", 'write {% elsif user.b == "c" and user.d %}'],
  ['elsif before a condition', '{% if user.a %}x»{% else user.b %}y{% endif %}', "else can't have a condition", 'write {% elsif user.b %}'],
  ['nothing but a pair of braces', '»{% if {{ user.a }} == "b" %}x{% endif %}', "a tag can't have other braces inside", 'write {% if user.a == "b" %}'],
  ['quotes that should not be there', 'Hi »{{ "user.first_name" }}', '"user.first_name" is text because of its quotes, not a value', 'write {{ user.first_name }}'],
  ['the same in a condition', '»{% if "user.vip" == true %}x{% endif %}', '"user.vip" is text because of its quotes, not a value', 'write {% if user.vip == true %}'],
  ...[' || "you"', ' ?? "you"', ', "you"', ' , "you"', ' "you"'].map((written): [string, string, string, string] =>
    [`the filter default, not${written}`, `Hi »{{ user.first_name${written} }}`, 'a value for users who have none needs the filter default', 'write {{ user.first_name | default: "you" }}']),
  ['the name of a filter', 'Hi »{{ user.first_name | upcase | }}', 'the name of a filter is missing after |', 'write {{ user.first_name | upcase }}'],
  ['the name of a filter between two', 'Hi »{{ user.first_name | | upcase }}', 'the name of a filter is missing after |', 'write {{ user.first_name | upcase }}'],
  ['a root and an underscore', 'Hi »{{ user first name }}', "a name in an expression can't have spaces", 'write {{ user.first_name }}'],
  ['a root, a dot and an underscore', 'Hi »{{ First Name | upcase }}', "a name in an expression can't have spaces", 'write {{ user.first_name | upcase }}'],
  ['an underscore', 'Hi »{{ user.first name | upcase }}', "a name in an expression can't have spaces", 'write {{ user.first_name | upcase }}'],
  ['an underscore, with capitals', 'Hi »{{ user.First Name }}', "a name in an expression can't have spaces", 'write {{ user.first_name }}'],
  ['brackets', 'Hi »{{ user.Favorite Color }}', "a name in an expression can't have spaces", 'write {{ UserAttribute["Favorite Color"] }}'],
  ['brackets in a condition', '»{% if user.loyalty tier == "a" %}x{% endif %}', "a name in an expression can't have spaces", 'write {% if UserAttribute["loyalty tier"] == "a" %}'],
  ['quotes', 'Hi »{{ user.a | default: frend }}', 'frend has no quotes, so it is read as a name', 'write {{ user.a | default: "frend" }}'],
  ['quotes around two words', 'Hi »{{ user.a | default: dear friend }}', 'dear friend has no quotes, so it is read as a name', 'write {{ user.a | default: "dear friend" }}'],
  ['quotes in a condition', '»{% if user.a == Gold %}x{% endif %}', 'Gold has no quotes, so it is read as a name', 'write {% if user.a == "Gold" %}'],
  ['quotes in a case', '{% case user.a %}»{% when Gold %}x{% endcase %}', 'Gold has no quotes, so it is read as a name', 'write {% when "Gold" %}'],
  ['one of two quotes', '{% if user.a == »"Gold %}x{% endif %}', 'the other quote that belongs to this " is missing', 'write both quotes: "…", also around text with an apostrophe'],
  ['an expression without HTML', 'Hi »{{&nbsp;user.first_name }}', "&nbsp; is HTML, which an expression can't contain", 'write {{ user.first_name }}'],
  ['a condition without HTML', '»{% if user.a &gt; 5 &amp;&amp; user.b == &quot;c&quot; %}x{% endif %}', "&gt; is HTML, which an expression can't contain", 'write {% if user.a > 5 and user.b == "c" %}'],
  ['an expression without tags', 'Hi »{{ <b style="color:red">user.first_name</b> }}', '<b style="color:red"> is HTML, which an expression can\'t contain', 'write {{ user.first_name }}, with HTML only outside the braces'],
  ['two braces, not three', 'Hi »{{{first_name}}}', '{{{first_name}}} has three braces, but an expression has two', 'write {{ user.first_name }}'],
  ['two braces for a link', 'Hi »{{{unsubscribe}}}', '{{{unsubscribe}}} has three braces, but an expression has two', 'write {{ user.unsubscribe_url }}'],
  ['two braces for a path', 'Hi »{{{ event.product }}}', '{{{ event.product }}} has three braces, but an expression has two', 'write {{ event.product }}'],
  ['an end without its name', '{% if user.vip %}x»{% end %}', '{% end %} closes nothing', 'write {% endif %}'],
])('missing: %s', (_, marked, message, hint) => {
  const { places, found } = findings(marked);
  expect(found.map(placeAndCode)).toEqual(places.map((place) => `${place} W_EXPRESSION`));
  expect(found).toMatchObject([{ message, hint }]);
  // What the hint shows, in place of what is marked, has nothing wrong in it.
  const [, meant] = /^write (\{[{%][^…]*[}%]\})(?:, with .*)?$/.exec(hint) ?? [];
  const isWhole = /»\{[{%]/.test(marked) && (marked.includes('{% end') || !/»\{\{-? ?if/.test(marked));
  const corrected = marked.replace(/»[\s\S]*?[}%]\}\}?/, () => meant ?? '');
  expect(meant !== undefined && isWhole ? findings(corrected).found : []).toEqual([]);
}); // prettier-ignore

it.each(['Hi {{ }}', 'Hi {{ user. }}', '{% if %}x{% endif %}'])(
  'in a file that publishes, %s is an error',
  (template) => {
    const found = load({ 'a.yaml': `status: ACTIVE\n${mail(template)}` }).diagnostics;
    expect(found.map(({ code }) => code)).toContain('E_EXPRESSION');
  },
);

it.each([
  ['a root', 'Hi {{ »usr.first_name }}', 'did you mean user?'],
  ['a root in another case', 'Hi {{ »userattribute["First Name"] }}', 'did you mean UserAttribute?'],
  ['a root far from all', 'Hi {{ »weather.today }}', 'known: user, UserAttribute'],
  ['a field without its root', 'Hi {{ »first_name }}', 'did you mean user.first_name?'],
  ['each root', '{{ »usr.a }} {{ user.a }} {{ »usr.a }}', 'did you mean user?'],
  ['a root in a condition', '{% if user.a and »evnt.b == "c" %}{% endif %}', 'did you mean event?'],
  ['a root in an index', '{{ user[»evnt.name] }}', 'did you mean event?'],
  ['a root in a range', '{% for n in (1..»evnt.count) %}{{ n }}{% endfor %}', 'did you mean event?'],
  ['an attribute without its root in a condition', '{% if »loyalty_tier == "Gold" %}x{% endif %}', 'for an attribute of the user, write user.loyalty_tier'],
  ['an argument of a filter', '{{ user.a | default: »evnt.b }}', 'did you mean event?'],
  ['a filter', '{{ user.a | »upcas }}', 'did you mean upcase?'],
  ['an attribute whose letters are swapped', 'Hi {{ user.»frist_name }}', 'did you mean user.first_name?'],
  ['an attribute that lacks a letter', '{% if user.»last_nme %}x{% endif %}', 'did you mean user.last_name?'],
  ['a second filter', '{{ user.a | upcase | »defualt: "friend" }}', 'did you mean default?'],
  ['a filter of an assignment', '{% assign a = user.a | »capitalise %}{{ a }}', 'did you mean capitalize?'],
  ['a tag', '{% »iff user.a %}'.replace('{% »', '»{% '), 'did you mean if?'],
  ['a tag in the wrong order', '»{% fi user.a %}x{% endif %}', 'did you mean if?'],
  ['an end that other programs have', '{% if user.a %}x»{% /if %}', 'did you mean endif?'],
  ['an end that shells have', '{% if user.a %}x»{% fi %}', 'did you mean endif?'],
  ['an attribute with an underscore for its dot', 'Hi {{ »user_first_name }}', 'did you mean user.first_name?'],
  ['a tag in another case', '»{% If user.a %}x{% endif %}', 'did you mean if?'],
  ['the only end of a tag', '{% if user.a %}x»{% endiff %}', 'did you mean endif?'],
  ['the end of a tag', '{% if user.a %}x»{% endiff %}{% endif %}', 'did you mean endif?'],
  ['an unsubscribe link', '<a href="{{ »unsubscribe_link }}">', 'write user.unsubscribe_url'],
  ['a customer for the user', 'Hi {{ »customer.first_name }}', 'write user.first_name'],
  ['a person with an attribute in another spelling', 'Hi {{ »person.firstName }}', 'write user.first_name'],
  ['an attribute in another spelling', 'Hi {{»firstName}}', 'did you mean user.first_name?'],
  ['a value in the braces of a tag', '»{% user.first_name | upcase %}', 'write {{ user.first_name | upcase }}'],
  ['an attribute in the braces of a tag', '»{% first_name %}', 'write {{ user.first_name }}'],
  ['a page of other programs', '<a href="{{ »subscription_center_url }}">', 'write user.unsubscribe_url'],
  ['a tag that other programs have', '»{% unsubscribe %}', 'write <a href="{{ user.unsubscribe_url }}">Unsubscribe</a>'],
])('unknown %s, with the nearest name', (_, marked, hint) => {
  const { places, found } = findings(marked);
  expect(found.map(placeAndCode)).toEqual(places.map((place) => `${place} W_EXPRESSION`));
  expect(found.map((one) => one.hint).join()).toContain(hint);
}); // prettier-ignore

const FINE = [
  '{% if user.n == 10 %}{{ user.a | slice: 0,3 }}{% endif %}',
  '<p>{ if you like }, (if user.a), {iframe}, [%] (% 5 %) {user} {for}</p>{{ user.a }}',
  '{% if user.a == "x" or user.a == "y" %}a{% elsif "b" == user.c and user.d contains "e" or true %}b{% endif %}',
  '{% if user.n >= 1.5 %}a{% endif %}{% if user.a[0].b == event["c d"] %}b{% endif %}',
  '{%- if user.n > -1 -%}{{- user.a | append: "&amp;" -}}{{ user.b | replace: "<b>", "" }}{%- endif -%}',
  '{{ "user" | append: "s" }}{% assign key = "user.first_name" %}{{ user[key] }}{{ UserAttribute["user.email"] }}',
  '{% if user.a == "it\'s" %}{{ \'say "hi"\' }}{% else %}{{ user.a | date: "%d.%m." | default: "x", allow_false: true }}{% endif %}',
  '{% for item in event.items %}{% if forloop.first %}{{ item.first_name | plus: item.n }}{% endif %}{% endfor %}',
  '{% assign Gold = "Gold" %}{% if user.a == Gold %}{{ user.b | default: Gold }}{% endif %}',
  '{{ user.first_name }} {{UserAttribute["First Name"]}} {{ event.product }} {{BusinessEventAttribute[\'season\']}}',
  '{{ EventAttribute["a | b"] }} {{ vars.brand }}',
  '{{ user.first_name | default: "friend", allow_false: true | upcase }}',
  '{% assign name = user.first_name | default: "friend" %}Hi {{ name }}',
  '{% capture greeting %}Hi {{ user.first_name }}{% endcapture %}{{ greeting | strip }}',
  '{% for item in event.items limit:3 offset:continue reversed %}{{ item.name }} {{ forloop.index }}{% else %}-{% endfor %}',
  '{% if user.a contains "x" and user.b != blank or false %}a{% elsif user.c %}b{% else %}c{% endif %}',
  '{%- unless user.vip -%}Hi{%- endunless -%}{{- user.a -}}',
  '{% case user.tier %}{% when "gold", "silver" %}a{% else %}b{% endcase %}',
  '{% raw %}{{ anything | goes }}{% if %}{% endraw %}{% comment %}{{ usr.a }}{% endcomment %}',
  '{% increment count %}{{ count }}{% cycle "a", "b" %}{% echo user.a %}',
  '{% liquid\n  assign x = 1\n  echo x\n%}{{ x }}',
  '{% # a note %}{% tablerow c in (1..3) cols:2 %}{{ c }}{{ tablerowloop.col }}{% endtablerow %}',
  '{% capture "full_name" %}{{ user.first_name }}{% endcapture %}{{ full_name }}<script>{{ event | json }}</script>',
  '<style>a{color:red}@media x{b{c:d}}</style>100{% assign p = 1 %}',
];
/** What Liquid can't read, and a service whose language is Jinja can. */
const JINJA = [
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
  '{% set name = user.first_name %}{{ name }}{% for a in event.items %}{{ loop.index }}{% endfor %}',
  '{{ user.a if user.a is defined else "x" }} {% if user.a is not none %}a{% elif user.b %}b{% endif %}',
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

it.each([
  ['one brace at its end', "Hi »{{ UserAttribute['x'] }!", "write {{ UserAttribute['x'] }}"],
  ['no brace at its end', 'Hi »{{ user.first_name, welcome', 'write {{ user.first_name }}'],
  ['one brace at its beginning', 'Hi { user.first_name »}}!', 'write {{ user.first_name }}'],
  ['no brace at its beginning', 'Hi user.first_name »}}!', 'write {{ user.first_name }}'],
  ['no beginning that is certain', 'Hi. Hello »}}!', 'write {{ … }}'],
  ['no end that is certain', 'Hi »{{ "a" | append: "b"', 'write {{ … }}'],
])('an expression with %s: the hint shows it corrected', (_, marked, hint) => {
  const { places, found } = findings(marked);
  expect(found.map(placeAndCode)).toEqual(places.map((place) => `${place} W_EXPRESSION`));
  expect(found[0]?.hint).toBe(hint);
}); // prettier-ignore

describe('an expression that no service can evaluate', () => {
  const broken = mail('Hi »{{ user.first_name }');
  const codes = (marked: string, more: string, loading: Parameters<typeof load>[1] = {}) => {
    const { text, places } = unmark(marked);
    const found = load({ 'a.yaml': `${text}${more}` }, loading).diagnostics.filter(({ code }) => code.includes('EXPRESSION'));
    expect(found.map(placeAndCode).map((one) => one.split(' ')[0])).toEqual(places);
    return found.map(({ code }) => code);
  };

  it.each([
    ['braces that stay open', broken],
    ['a block that stays open', mail('»{% if user.vip %}Ada')],
    ['a tag that stays open', mail('»{% if user.vip }Ada')],
    ['an end without a beginning', mail('Ada»{% endif %}')],
  ])('%s: a warning in a draft, and an error once it is to be sent', (_, marked) => {
    expect(codes(marked, '')).toEqual(['W_EXPRESSION']);
    expect(codes(marked, 'status: DRAFT\n')).toEqual(['W_EXPRESSION']);
    expect(codes(marked, 'status: STOPPED\n')).toEqual(['W_EXPRESSION']);
    expect(codes(marked, 'status: ACTIVE\n')).toEqual(['E_EXPRESSION']);
  });

  it.each([
    ['what may be text', mail('Hi user.first_name »}}')],
    ['single braces', mail('Hi »{ user.first_name }')],
    ['curly quotes', mail('Hi {{ user.first_name | default: »“you” }}')],
    ['a name that is not content', `${mail('Hi')}utm_params: { utm_source: a, utm_medium: "»{{ a" }\n`],
  ])('%s stays a warning', (_, marked) => {
    expect(codes(marked, 'status: ACTIVE\n')).toEqual(['W_EXPRESSION']);
  });

  it('stays a warning while the live campaign has it', () => {
    const content = { content: { email: { html_content: 'Hi {{ user.first_name }\n' } } };
    const live = { live: ['a'], managed: ['a'], observed: { a: { campaign_content: content } } };
    expect(codes(broken, 'status: ACTIVE\n', live)).toEqual(['W_EXPRESSION']);
    expect(codes(broken.replace('Hi', 'Hello'), 'status: ACTIVE\n', live)).toEqual(['E_EXPRESSION']);
  });
}); // prettier-ignore

it('checks only content, and only closed expressions', () => {
  const push = 'channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: "{{ usr.a }}" }\n';
  expect(load({ 'a.yaml': push }).diagnostics).toEqual([]);
  expect(findings('{{ usr.a »}} }}').found.map(({ code }) => code)).toEqual(
    ['W_EXPRESSION', 'W_EXPRESSION'].slice(1),
  );
});

describe('compared with the engine of the local service', () => {
  const engine = new Liquid();

  it('knows its roots, tags and filters', () => {
    const user = { id: 'a', email: '', push_id: '', mobile: '', attributes: {} };
    expect(ROOTS).toEqual(expect.arrayContaining(Object.keys(templateScope(user, {}))));
    // Pages that are made of pages are refused there; some filters depend on chance or run code of their own.
    const tags = Object.keys(engine.tags).filter((name) => !['layout', 'block'].includes(name));
    expect([...Object.keys(BLOCKS), ...SINGLE_TAGS]).toEqual(expect.arrayContaining(tags));
    const filters = Object.keys(engine.filters).filter((name) => name !== 'sample' && !name.endsWith('_exp'));
    expect(FILTERS).toEqual(expect.arrayContaining(filters));
    expect(Object.keys(DECLARING).filter((name) => ![...Object.keys(BLOCKS), ...SINGLE_TAGS].includes(name))).toEqual([]);
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

it.each([
  ["{{ user.d | date: 'dd.MM.yyyy' }}", "{{ user.d | date: '%d.%m.%Y' }}"],
  ["{{ user.d | date: 'dd/mm/yyyy HH:mm' }}", "{{ user.d | date: '%d/%m/%Y %H:%M' }}"],
  ["{{ user.d | date: 'YYYY-MM-DD' }}", "{{ user.d | date: '%Y-%m-%d' }}"],
  ["{{ user.d | date: 'MMMM d, yyyy' }}", "{{ user.d | date: '%B %-d, %Y' }}"],
  ['{{ $user.first_name }}', '{{ user.first_name }}'],
  ['{% for item user.items %}{% endfor %}', '{% for item in user.items %}'],
  ['{% for item of user.items %}{% endfor %}', '{% for item in user.items %}'],
])('%s: the hint has what is meant', (template, meant) => {
  expect(findings(`»${template}`).found).toMatchObject([{ code: 'W_EXPRESSION', hint: `write ${meant}` }]);
});

it.each([
  "{{ user.d | date: '%d.%m.%Y' }}{{ user.d | date: user.format }}{{ user.d | date: 'long' }}",
  '{% for a, b in user.items %}{{ a }}{% endfor %}{% for i in (1..3) reversed %}{{ i }}{% endfor %}',
])('%s is accepted', (template) => {
  expect(findings(template).found).toEqual([]);
});
