import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/model/json.ts';
import { severityOf } from '../../src/model/diagnostic.ts';
import { lookUp } from '../support/contract/reply.ts';
import { load, placeAndCode, unmark, workspace } from '../support/load/marked.ts';

// Texts with placeholders for values and for other texts: `[[shop_url]]` and `[[> footer.html]]`.

const LOCAL = workspace({ vars: { shop_url: 'https://shop.test', count: 3 } });
const STAGING = workspace({ name: 'staging', vars: { shop_url: 'https://staging.test', count: 4 } });

const file = (reference: string, more = '') => `channel: EMAIL
campaign_delivery_type: ONE_TIME
basic_details: { name: An email, content_type: TRANSACTIONAL }
campaign_content:
  content:
    email:
      subject: Hi
      html_content: ${reference}
${more}`;

const MAIL = 'campaigns/mail.html';
const snippet = (name: string) => `campaigns/snippets/${name}`;

function loaded(reference: string, texts: Readonly<Record<string, string>>, more = '') {
  return load({ 'a.yaml': file(reference, more) }, { workspaces: [LOCAL, STAGING], texts });
}

/** The text as it is sent, in each workspace. */
function sent(reference: string, texts: Readonly<Record<string, string>>, more = ''): (string | undefined)[] {
  const { desired, diagnostics } = loaded(reference, texts, more);
  expect(diagnostics.filter((one) => severityOf(one) === 'error')).toEqual([]);
  return ['local', 'staging'].map((name) => bodyOf(desired.get(name)?.[0]?.components.campaign_content));
}

function bodyOf(content: JsonValue | undefined): string | undefined {
  const found = lookUp(content, 'content.email.html_content');
  return typeof found === 'string' ? found : undefined;
}

describe('a text with placeholders', () => {
  it('gets the value of each workspace', () => {
    expect(
      sent('{ $file: ./mail.html, with: { shop_url: { $var: shop_url }, greeting: Hello } }', {
        [MAIL]: '<p>[[greeting]]\n<a href="[[shop_url]]/sale">[[shop_url]]</a>\n',
      }),
    ).toEqual([
      '<p>Hello\n<a href="https://shop.test/sale">https://shop.test</a>\n',
      '<p>Hello\n<a href="https://staging.test/sale">https://staging.test</a>\n',
    ]);
  });

  it('uses another value if a workspace overrides it', () => {
    const override = `overrides:
  staging: { campaign_content: { content: { email: { html_content: { $file: ./mail.html, with: { who: you } } } } } }
`;
    const texts = { [MAIL]: '<p>[[who]]' };
    expect(sent('{ $file: ./mail.html, with: { who: me } }', texts, override)).toEqual(['<p>me', '<p>you']);
  });

  it('names the variables and the files that it consists of', () => {
    const { desired } = loaded('{ $file: ./mail.html, with: { shop_url: { $var: shop_url } } }', {
      [MAIL]: '[[> top.html]]<p>',
      [snippet('top.html')]: '[[> logo.html]]',
      [snippet('logo.html')]: '<b>[[shop_url]]</b>\n',
    });
    const [one] = desired.get('local') ?? [];
    expect(one?.variables).toEqual(['shop_url']);
    expect(one?.sources).toEqual(['campaigns/a.yaml', MAIL, snippet('top.html'), snippet('logo.html')]);
  });

  it('does not search values, so a placeholder can be kept unchanged', () => {
    expect(
      sent('{ $file: ./mail.html, with: { matrix: "[[matrix]]" } }', { [MAIL]: '<p>[[matrix]]' })[0],
    ).toBe('<p>[[matrix]]');
  });
});

it('a snippet is inserted without its last line ending, with its own snippets and the same values', () => {
  const texts = {
    [MAIL]: '<p>\n  [[> de/footer.html]]\n</p>\n',
    [snippet('de/footer.html')]: '<i>[[>legal.txt]]</i>\n',
    [snippet('legal.txt')]: '[[company]], [[> street.txt ]]\n\n',
    [snippet('street.txt')]: 'Main Street',
  };
  const [text] = sent('{ $file: ./mail.html, with: { company: Shop } }', texts);
  expect(text).toBe('<p>\n  <i>Shop, Main Street\n</i>\n</p>\n');
});

/** One text each, with `»` at the position of the finding. */
it.each<[string, string, string, Readonly<Record<string, string>>]>([
  ['a name without a value', 'E_PLACEHOLDER', '{ $file: ./mail.html, with: { a: b } }', { [MAIL]: '<p>[[a]]\n<b>»[[header]]</b>[[header]]' }],
  ['a name that only a snippet has', 'E_PLACEHOLDER', '{ $file: ./mail.html }', { [MAIL]: '[[> a]]', [snippet('a')]: '<p>\n »[[c]]' }],
  ['a name that the text does not have', 'E_PLACEHOLDER', '{ $file: ./mail.html, with: { a: b, »c: d } }', { [MAIL]: '<p>[[a]]' }],
  ['a name that is none', 'E_PLACEHOLDER', '{ $file: ./mail.html, with: { a: b, »"c d": d } }', { [MAIL]: '<p>[[a]]' }],
  ['a with that is no map', 'E_TYPE', '{ $file: ./mail.html, with: »a }', { [MAIL]: '<p>' }],
  ['a variable that is no text', 'E_TYPE', '{ $file: ./mail.html, with: { a: »{ $var: count } } }', { [MAIL]: '<p>[[a]]' }],
  ['a file for a value', 'E_REFERENCE', '{ $file: ./mail.html, with: { a: »{ $file: ./mail.html } } }', { [MAIL]: '<p>[[a]]' }],
  ['a value that begins with the text before it', 'W_LINK', '{ $file: ./mail.html, with: { a: https://a.example } }', { [MAIL]: '<a »href="https://[[a]]/sale">x</a>' }],
  ['a snippet that is not there', 'E_FILE_MISSING', '{ $file: ./mail.html }', { [MAIL]: '<p>\n  »[[> nope.html]]' }],
  ['a snippet outside of its folder', 'E_PLACEHOLDER', '{ $file: ./mail.html }', { [MAIL]: '<p>»[[> ../a.yaml]]' }],
  ['snippets in a circle', 'E_PLACEHOLDER', '{ $file: ./mail.html }', { [MAIL]: '[[> a]]', [snippet('a')]: '[[> b]]', [snippet('b')]: '<p>»[[> a]]' }],
  ['a name in a text that is not filled', 'W_PLACEHOLDER', '{ $file: ./mail.html }', { [MAIL]: '<p>»[[a]] [[1, 2]]' }],
  ['a snippet that never ends', 'W_PLACEHOLDER', '{ $file: ./mail.html }', { [MAIL]: '<p>»[[> a.html\n]]' }],
  ['an expression in a text', 'W_EXPRESSION', '{ $file: ./mail.html, with: { a: "x\\ny" } }', { [MAIL]: '<p>[[a]]\n[[a]]{{ »usr.name }}' }],
  ['an expression in a snippet', 'W_EXPRESSION', '{ $file: ./mail.html }', { [MAIL]: '<p>\n[[> a]]', [snippet('a')]: '<p>\n\n{{ »usr.name }}' }],
  ['an expression in a value', 'W_EXPRESSION', '{ $file: ./mail.html, with: { a: "{{ usr.name }}" } }', { [MAIL]: '<p>\n »[[a]]' }],
])('reports %s at its position: %s', (_, code, marked, texts) => {
  const bare = Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, unmark(text).text]));
  const { text, places } = unmark(file(marked));
  const expected = [
    ...places.map((place) => `campaigns/a.yaml:${place} ${code}`),
    ...Object.entries(texts).flatMap(([path, one]) => unmark(one).places.map((place) => `${path}:${place} ${code}`)),
  ];
  const { diagnostics } = load({ 'a.yaml': text }, { workspaces: [LOCAL], texts: bare });
  expect(diagnostics.map((one) => `${one.file}:${placeAndCode(one)}`)).toEqual(expected);
}); // prettier-ignore

describe('a text without placeholders', () => {
  it('is sent unchanged, whatever it contains', () => {
    const bits = ['[[', ']]', '[', ']', '>', ' ', 'name', '1', '{{ user.name }}', '\n', '"', '<p>', '-', 'ü', '[[']; // prettier-ignore
    const free = fc
      .array(fc.constantFrom(...bits), { maxLength: 40 })
      .map((parts) => parts.join(''))
      .filter((text) => !/\[\[(?:>|[A-Za-z_][\w-]*\]\])/.test(text));
    fc.assert(
      fc.property(free, (text) => {
        expect(sent('{ $file: ./mail.html, with: {} }', { [MAIL]: text })[0]).toBe(text);
      }),
      { numRuns: 60 },
    );
  });

  it('stays unchanged if nothing is to be filled in, although it has such names', () => {
    expect(sent('{ $file: ./mail.html }', { [MAIL]: '<p>[[name]]' })[0]).toBe('<p>[[name]]');
  });
});

describe('texts that insert too much', () => {
  it.each([
    ['a million snippets', Object.fromEntries(Array.from({ length: 30 }, (_, at) => [snippet(`s${at}`), `[[> s${at + 1}]][[> s${at + 1}]]`])), '[[> s0]]'],
    ['a long value, often', {}, '[[a]]'.repeat(1_000)],
  ])('are refused: %s', (_, texts, text) => {
    const mail = { ...texts, [snippet('s30')]: '', [MAIL]: text };
    const reference = text.includes('a') ? `{ $file: ./mail.html, with: { a: ${'x'.repeat(100_000)} } }` : '{ $file: ./mail.html }';
    const codes = loaded(reference, mail).diagnostics.map(({ code }) => code);
    expect(codes).toContain('E_FILE');
  }); // prettier-ignore
});

const block = (text: string) => `|\n        ${text.replaceAll('\n', '\n        ')}`;

it('a text of the campaign file has no placeholders of its own', () => {
  const { text, places } = unmark(file(block('<p>Hi »[[first_name]]\n»[[> footer.html]]')));
  const found = load({ 'a.yaml': text }).diagnostics;
  expect(found.map(placeAndCode)).toEqual(places.map((place) => `${place} W_PLACEHOLDER`));
});

it.each([
  '{%if user.a%}x{%endif%}',
  '${{ event.price }}',
  '[[1, 2]]',
  ...[
    "{{ ContentApi['Labels'][user.lang] }}",
    "{{ {'DE': 'Hallo'}[user.lang] }}",
    '{% if user.city in [user.home] %}x{% endif %}',
    "{% assign a = '}}' %}{{ a }}",
  ],
])('%j is a text like any other', (text) => {
  expect(load({ 'a.yaml': file(block(`<p>${text}`)) }).diagnostics).toEqual([]);
});
