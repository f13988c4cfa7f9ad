import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { quotedYaml } from '../../src/load/yaml/quoted.ts';
import { draws } from '../support/draws.ts';
import { load, placeAndCode, unmark } from '../support/load/marked.ts';

// Texts that need quotes. What a hint shows must be what was meant once it is pasted.

const HEAD = 'channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: A push }\n';

it.each([
  [`${HEAD}utm_params:\n  utm_source: 'It'»s here'\n`, 'in double quotes'],
  [`${HEAD}utm_params:\n  utm_source: 'It'»s here\n  utm_medium: b\n`, 'in double quotes'],
  [`${HEAD}utm_params:\n  utm_source: "a "»b" c"\n  utm_medium: b\n`, `in single quotes: 'a "b" c'`],
])('%j: the hint says how to write a quote inside a quoted text', (marked, hint) => {
  const { text, places } = unmark(marked);
  const { diagnostics } = load({ 'a.yaml': text });
  expect(diagnostics.map(placeAndCode)).toEqual([`${places.join()} E_YAML`]);
  expect(diagnostics[0]?.hint).toContain(hint);
});

const utm = (source: string) => `${HEAD}utm_params:\n  utm_source: ${source}\n  utm_medium: b\n`;

it.each([
  ['quotes around a part', utm('"Welcome" »to the shop'), 'text follows the closing quote', `'"Welcome" to the shop'`],
  ['apostrophes around a part', utm(`'Welcome' »to the "shop"`), 'text follows the closing quote', `'''Welcome'' to the "shop"'`],
  ['quotes around a part, and a comment', utm('"Welcome" »to the shop # a note'), 'text follows the closing quote', `'"Welcome" to the shop'`],
  ['brackets', utm('[Gold] »New'), 'text follows the closing bracket', '"[Gold] New"'],
  ['braces', utm('{Gold} »New'), 'text follows the closing bracket', '"{Gold} New"'],
  ['a dash', utm('»- 20% today'), `text can't begin with "- "`, '"- 20% today"'],
  ['an at sign', utm('»@you'), 'text that begins with @ needs quotes', '"@you"'],
  ['a star', utm('*Sale* »now'), 'text that begins with * needs quotes', '"*Sale* now"'],
  ['an angle bracket', utm('> »50% off'), 'text that begins with > needs quotes', '"> 50% off"'],
])('%s: the message says why, and the hint shows the text in quotes', (_, marked, message, hint) => {
  const { text, places } = unmark(marked);
  const { diagnostics } = load({ 'a.yaml': text });
  expect(diagnostics.map(placeAndCode)).toEqual([`${places.join()} E_YAML`]);
  expect(diagnostics[0]?.message).toContain(message);
  expect(diagnostics[0]?.hint).toContain(`: ${hint}`);
  expect(load({ 'a.yaml': utm(hint) }).diagnostics).toEqual([]);
}); // prettier-ignore

it.each([
  ['quotes, and text below them', `${HEAD}utm_params:\n  utm_source: "Welcome"\n»    to the shop\n  utm_medium: b\n`, 'put the whole text in quotes'],
  ['a dash without a space, at its key', 'channel: PUSH\nbasic_details:\n  tags:\n  »-a\n  -b\n  name: A\n', 'put a space after each dash: "- a"'],
  ['a dash without a space, after others', 'channel: PUSH\nbasic_details:\n  tags:\n    - a\n»    -b\n', 'put a space after each dash: "- b"'],
  ['a list on the line of its key', 'channel: PUSH\nbasic_details:\n  tags: »- a\n        - b\n', 'for a list, write each entry on a line of its own'],
])('%s: the hint says what to write', (_, marked, hint) => {
  const { text, places } = unmark(marked);
  const { diagnostics } = load({ 'a.yaml': text });
  expect(diagnostics.map(placeAndCode)).toEqual([`${places.join()} E_YAML`]);
  expect(diagnostics[0]?.hint).toContain(hint);
}); // prettier-ignore

it.each([
  ['among others', `channel: PUSH\nutm_params:\n  utm_source: a\n  »utm_medium:push\n  utm_campaign: c\n`, 'write utm_medium: push'],
  ['last, with a comment', `channel: PUSH\nutm_params:\n  utm_source: a\n  »utm_medium:push # note\n`, 'write utm_medium: push'],
  ['first in a list', `channel: PUSH\nfilters:\n  - »filter_type:actions\n    action_name: a\n`, 'write filter_type: actions'],
  ['at the top', `»channel:PUSH\nstatus: DRAFT\n`, 'write channel: PUSH'],
])('a colon without a space after it, %s: the hint shows the corrected line', (_, marked, hint) => {
  const { text, places } = unmark(marked);
  const { diagnostics } = load({ 'a.yaml': text });
  expect(diagnostics.map(placeAndCode)).toEqual([`${places.join()} E_YAML`]);
  expect(diagnostics[0]).toMatchObject({ message: 'a space is missing after the colon', hint });
}); // prettier-ignore

it('a map whose colons all lack a space is a text: the hint shows its first line corrected', () => {
  const text = 'channel: PUSH\nutm_params:\n  utm_source:app\n  utm_medium:push\n';
  const found = load({ 'a.yaml': text }).diagnostics.find(({ code }) => code === 'E_TYPE');
  expect(found?.hint).toBe('put a space after the colon: utm_source: app');
});

const mail = (subject: string) =>
  `channel: EMAIL\nbasic_details: { name: A }\ncampaign_content:\n  content:\n    email:\n      subject: ${subject}\n      preview_text: b\n`;

it.each([
  ['a second colon', '»Sale: Hello, {{ user.first_name }}', 'there is a second ": " on this line', 'put the whole text in quotes: "Sale: Hello, {{ user.first_name }}"'],
  ['a second colon and a comment', '»Sale: now # note', 'there is a second ": " on this line', 'put the whole text in quotes: "Sale: now"'],
  ['an expression before a colon', '»{{ user.first_name }}: hello # note', 'text that begins with {{ needs quotes', 'put the whole text in quotes: "{{ user.first_name }}: hello"'],
  ['an expression', '»{{ user.first_name }}', 'text that begins with {{ needs quotes', 'put the whole text in quotes: "{{ user.first_name }}"'],
  ['an exclamation mark', '»!Last chance!', 'text that begins with ! needs quotes', 'put the whole text in quotes: "!Last chance!"'],
  ['an apostrophe in single quotes', "'Don'»t miss it'", "the quoted text ends at this '", `put the whole text in double quotes: "Don't miss it"`],
  ['an apostrophe in single quotes, and a colon', "'Don'»t miss it: this week' # note", "the quoted text ends at this '", `put the whole text in double quotes: "Don't miss it: this week"`],
  ['an apostrophe at the end of a word', "'Dogs'» days: now'", "the quoted text ends at this '", `put the whole text in double quotes: "Dogs' days: now"`],
  ['two apostrophes, and a colon', "'rock '»n' roll: now'", "the quoted text ends at this '", `put the whole text in double quotes: "rock 'n' roll: now"`],
  ['an apostrophe after an expression', "'{{ user.first_name }}'»s gift: now'", "the quoted text ends at this '", `put the whole text in double quotes: "{{ user.first_name }}'s gift: now"`],
  ['a quote in double quotes', '"He said "»hi" to you"', 'the quoted text ends at this "', `put the whole text in single quotes: 'He said "hi" to you'`],
  ['a quote in double quotes, and a colon', '"He said "»hi: there" to you"', 'the quoted text ends at this "', `put the whole text in single quotes: 'He said "hi: there" to you'`],
  ['inches in double quotes', '"5"» screens: now"', 'the quoted text ends at this "', `put the whole text in single quotes: '5" screens: now'`],
  ['quotes around words, and a colon', '»"a" and "b": c', 'there is a second ": " on this line', `put the whole text in quotes: '"a" and "b": c'`],
  ['quotes in single quotes', `'It'»s "on"'`, "the quoted text ends at this '", `put the whole text in quotes: 'It''s "on"'`],
  ['quotes around the first word', '"Hello"», {{ user.first_name }}', 'the quoted text ends at this "', `put the whole text in quotes: '"Hello", {{ user.first_name }}'`],
  ['an open quote', '»"Hello', 'the text begins with " but the quote is never closed', 'write " where the text ends: "Hello"'],
  ['an open quote, with a curly one at its end', '»"Hello”', 'the text begins with " but the quote is never closed', 'write " where the text ends: "Hello"'],
  ['an open single quote', "»'Hello", "the text begins with ' but the quote is never closed", "write ' where the text ends: 'Hello'"],
  ['an apostrophe first', "»'Tis the season, friend", "the text begins with ' but the quote is never closed", `put the whole text in double quotes: "'Tis the season, friend"`],
])('%s: the hint shows the corrected text', (_, marked, message, hint) => {
  const { text, places } = unmark(mail(marked));
  const { diagnostics } = load({ 'a.yaml': text });
  expect(diagnostics.map((one) => `${placeAndCode(one).split(' ')[0]}`)).toEqual(places);
  expect(diagnostics[0]).toMatchObject({ message, hint });
  const [, shown = ''] = /: (["'].*)$/.exec(hint) ?? [];
  expect(load({ 'a.yaml': mail(shown) }).diagnostics.map(({ code }) => code)).not.toContain('E_YAML');
}); // prettier-ignore

it.each([
  ['"Hello"»,', '"', 'remove the , after it', '"Hello"'],
  ['"Hello"»; # a note', '"', 'remove the ; after it', '"Hello" # a note'],
  ["'Hello'».", "'", 'remove the . after it', "'Hello'"],
  ['"Hello"»#new', '"', 'write a space before the #', '"Hello" #new'],
])('%s: the hint says what to do after the quote', (marked, mark, hint, followed) => {
  const { text, places } = unmark(mail(marked));
  const { diagnostics } = load({ 'a.yaml': text });
  expect(diagnostics.map((one) => `${placeAndCode(one).split(' ')[0]}`)).toEqual(places);
  expect(diagnostics).toMatchObject([{ message: `the quoted text ends at this ${mark}`, hint }]);
  expect(load({ 'a.yaml': mail(followed) }).diagnostics).toEqual(load({ 'a.yaml': mail('Hello') }).diagnostics);
}); // prettier-ignore

it.each([
  ['in brackets', 'channel: PUSH\nbasic_details:\n  tags: [a, »"b]\n', 'write " where the text ends'],
  ['in a list', 'channel: PUSH\nbasic_details:\n  tags:\n    - »"b\n', 'write " where the text ends: "b"'],
  ['over two lines', mail('»"Hello\n        there'), 'write " where the text ends'],
  ['before a key', 'channel: PUSH\n»"status: DRAFT\n', 'write " where the text ends'],
  ['after an apostrophe', mail("'Don'»t miss it: this week"), 'put the whole text in double quotes'],
  [
    'with an apostrophe in brackets',
    "channel: PUSH\nbasic_details:\n  team: a\n  tags: ['Don'»t miss', b]\n",
    `put the whole text in double quotes: "Don't miss"`,
  ],
])('a quote that is never closed, or closed too early, %s: reported at its place', (_, marked, hint) => {
  const { text, places } = unmark(marked);
  const { diagnostics } = load({ 'a.yaml': text });
  expect(diagnostics.map(placeAndCode)).toEqual([`${places.join()} E_YAML`]);
  expect(diagnostics[0]?.hint).toBe(hint);
});

it('a reference with its braces is not blamed for another mistake on its line', () => {
  const [found] = load({ 'a.yaml': mail('{ $var: a } x: b') }).diagnostics;
  expect(found?.code).toBe('E_YAML');
  expect(found?.message).not.toContain('reference');
});

it('a list in one text lacks a space', () => {
  const { diagnostics } = load({ 'a.yaml': HEAD.replace('A push', 'A push, tags: -a') });
  expect(diagnostics).toMatchObject([{ code: 'E_TYPE' }]);
  expect(diagnostics[0]?.hint).toContain('"- a"');
});

it('any text is the same after it was quoted', () => {
  const texts = fc.oneof(
    fc.string({ unit: fc.constantFrom('"', "'", '\\', '#', ' ', ':', '{', '\n', '\t', 'a', '-', 'é', '😀', '\u2028') }),
    fc.string({ unit: 'grapheme' }),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(parse(`a: ${quotedYaml(text)}\nb: { c: ${quotedYaml(text)}, d: e }\n`)).toEqual({ a: text, b: { c: text, d: 'e' } });
    }),
    draws(100),
  );
}); // prettier-ignore
