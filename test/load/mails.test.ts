import { expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Components } from '../../src/model/campaign.ts';
import { CONTENT_RULES, type ContentSetting, type TeamRules } from '../../src/model/team-rules.ts';
import { load, MARK, placeAndCode, unmark, workspace } from '../support/load/marked.ts';
import { CONTENTS } from '../support/load/mails/contents.ts';
import { EXPORT_FAULTS, EXPORTS, exportedHtml } from '../support/load/mails/exports.ts';
import { LAYOUTS, type Pieces } from '../support/load/mails/layouts.ts';

// How much the content checks find, and how little they say about emails that are fine: 42 emails in fourteen styles and
// three languages, and mistakes made in them.

const ATTRIBUTES = ['first_name', 'city', 'tier', 'points', 'has_app', 'unsubscribe_url', 'shop_name'];
/** Those that only exported emails have. */
const OF_EXPORTS = ['last_name', 'badge', 'salutation', 'favorite_store'];
const WORKSPACES = [workspace({ attributes: [...ATTRIBUTES, ...OF_EXPORTS] })];
const RULES: TeamRules = { mailClients: ['gmail', 'outlook', 'apple-mail'] };

const [ENGLISH] = CONTENTS as readonly [Pieces];
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** An email whose HTML is in a file of its own. */
function mail({ subject, preview }: Pick<Pieces, 'subject' | 'preview'>, kind = 'PROMOTIONAL'): string {
  const preview_text = preview === '' ? '' : `      preview_text: ${quoted(preview)}\n`;
  return `channel: EMAIL
campaign_delivery_type: ONE_TIME
basic_details: { name: An email, content_type: ${kind}, ${kind === 'PROMOTIONAL' ? 'subscription_category: News, ' : ''}user_attribute_identifier: Email }
campaign_content:
  content:
    email:
      subject: ${quoted(subject)}
${preview_text}      html_content: { $file: ./body.html }
`;
}

function findings(text: string, html: string, rules = RULES) {
  const texts = { 'campaigns/body.html': html };
  return load({ 'a.yaml': text }, { texts, rules, workspaces: WORKSPACES }).diagnostics;
}

const CLEAN = Object.entries(LAYOUTS).flatMap(([style, layout]) =>
  CONTENTS.map((content) => ({ name: `${style}, ${content.lang}`, content, html: layout(content) })),
);

it.each(CLEAN)('there is nothing to say about $name', ({ content, html }) => {
  expect(findings(mail(content), html).map((one) => `${placeAndCode(one)} ${one.message}`)).toEqual([]);
});

it('there are 42 of them', () => {
  expect(CLEAN).toHaveLength(42);
});

const exported = (name: string): string => {
  const { kind, ...pieces } = EXPORTS[name] ?? { kind: '', subject: '', preview: '' };
  return mail(pieces, kind);
};

it.each(Object.keys(EXPORTS))('there is nothing to say about the exported email %s', (name) => {
  const said = findings(exported(name), exportedHtml(name));
  expect(said.map((one) => `${placeAndCode(one)} ${one.message}`)).toEqual([]);
});

it.each(EXPORT_FAULTS)('%s in the exported email %s: %s', (code, name, was, is) => {
  const html = exportedHtml(name);
  expect(html).toContain(was);
  const { text, places } = unmark(html.replace(was, () => is));
  const found = findings(exported(name), text);
  expect(found.map((one) => one.code)).toEqual([`W_${code}`]);
  if (is.includes(MARK)) expect(found.map(placeAndCode)).toEqual(places.map((place) => `${place} W_${code}`));
});

const FIRST = 'a table of one column';
const HREF = ENGLISH.href;

/** A part of an email, and the mistake in its place, with a mark where it should be found. */
const IN_HTML: readonly (readonly [code: string, style: string, was: string, is: string])[] = [
  ['LINK', FIRST, `href="${HREF}"`, '»href="#"'],
  ['LINK', FIRST, `href="${HREF}"`, '»href="shop.northtrail.example/boots"'],
  ['LINK', 'the output of MJML', `href="${HREF}"`, '»href="www.northtrail.example"'],
  ['LINK', 'a letter without a layout', `href="${HREF}"`, "»href='https://www.example.com/'"],
  ['LINK', 'branches and loops', `href="${HREF}"`, '»href="http://localhost:8080/boots"'],
  ['LINK', 'right to left', `href="${HREF}"`, '»href="http://shop.northtrail.example/boots"'],
  ['LINK', 'a receipt', `href="${HREF}"`, '»href="https://shop.northtrail.example/TODO"'],
  ['LINK', FIRST, 'src="https://cdn.northtrail.example/logo.png"', '»src="images/logo.png"'],
  ['LINK', 'a list with anchors', 'href="https://shop.northtrail.example/blog', '»href="//shop.northtrail.example/blog'],
  ['LINK', 'a receipt', `href="${HREF}"`, '»href="htps://shop.northtrail.example/boots"'],
  ['ALT', FIRST, '<img src="https://cdn.northtrail.example/logo.png" alt="Northtrail"', '»<img src="https://cdn.northtrail.example/logo.png"'],
  ['ALT', 'branches and loops', '<img src="{{ item.image_url }}" alt="{{ item.name | escape }}"', '»<img src="{{ item.image_url }}"'],
  ['FALLBACK', FIRST, '{{ user.first_name | default: "there" }}', '»{{ user.first_name }}'],
  ['FALLBACK', 'the output of MJML', '{{ user.city | default("the hills") }}', "»{{ UserAttribute['City'] }}"],
  ['FALLBACK', 'Jinja', "{% set name = user.first_name|default('you') %}", '{% set name = user.first_name %}'],
  ['ATTRIBUTE', FIRST, 'user.first_name | default: "there"', 'user.firstname | default: "there"'],
  ['ATTRIBUTE', 'a receipt', '{{ user.city', '»{{ user.favorite_hill'],
  ['EXPRESSION', FIRST, '{{ user.first_name | default: "there" }}', '»{{ user.first_name | default: "there" }'],
  ['EXPRESSION', 'a hero that Outlook draws', '{{ user.first_name | default: "there" }}', '»{ user.first_name }}'],
  ['EXPRESSION', 'a picture in parts', '{{ user.first_name', '{{ »usr.first_name'],
  ['EXPRESSION', FIRST, '| default: "there"', '| »defualt: "there"'],
  ['EXPRESSION', 'branches and loops', '{% endunless %}', ''],
  ['EXPRESSION', 'branches and loops', '{% if user.tier == "gold" %}Thank', '»{% if user.tier = "gold" %}Thank'],
  ['UNSUBSCRIBE', FIRST, '<a href="{{ user.unsubscribe_url }}" style="color:#777777">Unsubscribe</a> · ', ''],
  ['UNSUBSCRIBE', 'a letter without a layout', '<p><a href="{{ user.unsubscribe_url }}">Unsubscribe</a></p>', '<p>Based on your preferences. No more waiting.</p>'],
  ['CLIENT_SUPPORT', FIRST, 'style="padding:24px;font-family', 'style="»display: flex;font-family'],
  ['CLIENT_SUPPORT', 'dark mode and fonts', ':root {', '.card { »display:grid; gap: 4px }\n:root {'],
  ['CLIENT_SUPPORT', 'a film for those who can', /<a href="[^"]*"><img[^>]*><\/a><\/video>/.exec(LAYOUTS['a film for those who can']?.(ENGLISH) ?? '')?.[0] ?? '', '</video>'],
  ['CLIENT_SUPPORT', 'a receipt', '<hr>', '<hr>»<form action="https://shop.northtrail.example/vote"><button>Vote</button></form>'],
  ['CLIENT_SUPPORT', FIRST, 'https://cdn.northtrail.example/logo.png', 'https://cdn.northtrail.example/logo.svg'],
  ['SIZE', FIRST, '</style>', `${'.a { color: #123456 }\n'.repeat(5_000)}</style>`],
  ['HTML', FIRST, '</a></td></tr>', '</td></tr>'],
]; // prettier-ignore

it.each(IN_HTML)('%s in %s: %s', (code, style, was, is) => {
  const html = LAYOUTS[style]?.(ENGLISH) ?? '';
  expect(html).toContain(was);
  const { text, places } = unmark(html.replace(was, () => is));
  const found = findings(mail(ENGLISH), text).filter((one) => one.code === `W_${code}`);
  expect(found.length).toBeGreaterThan(0);
  if (is.includes(MARK)) expect(found.map(placeAndCode)).toEqual(places.map((place) => `${place} W_${code}`));
  expect(findings(mail(ENGLISH), text)).toHaveLength(found.length);
});

it.each([
  ['{% assign a = user.city %}{{ a }}', 1],
  ['{% assign a = user.city | capitalize %}{{ a }}{% assign b = a %}{{ b }}', 2],
  ['{% assign a = user.city %}{% if a == blank %}{% assign a = "Rome" %}{% endif %}{{ a }}', 0],
  ['{% assign a = "Rome" %}{% if user.city %}{% assign a = user.city %}{% endif %}{{ a }}', 0],
  ['{% assign a = user.city %}{{ a | default: "Rome" }}{% if a %}{{ a }}{% endif %}', 0],
  ["{% if UserAttribute['City'] %}{{ user.city }}{% endif %}{{ user.tier }}", 1],
  ['{% for a in event.cities %}{{ a }}{% endfor %}<a href="https://a.example/{{ user.city }}">x</a>', 0],
])('defaults of variables: %s', (text, count) => {
  const html = `${text}<a href="{{ user.unsubscribe_url }}">Unsubscribe</a>`;
  expect(findings(mail(ENGLISH), html).map(({ code }) => code)).toEqual(Array(count).fill('W_FALLBACK'));
});

it.each([
  ...[
    'Avprenumerera',
    'Avmeld deg',
    'Avslutt abonnementet',
    'Odjava',
    'Zrezygnuj',
    'Loobu uudiskirjast',
    'Atsisakyti',
  ],
  ...[
    'Atrakstīties',
    'Berhenti berlangganan',
    'Hủy đăng ký',
    'Wypisz się',
    'Leiratkozás',
    'Peruuta tilaus',
    'Odhlásit',
  ],
])('a link to unsubscribe: %s', (words) => {
  const html = (way: string) => `<p>Hi</p><p><a href="https://shop.northtrail.example/m/1">${way}</a></p>`;
  expect(findings(mail(ENGLISH), html(words))).toEqual([]);
  expect(findings(mail(ENGLISH), html('Shop'))).toMatchObject([{ code: 'W_UNSUBSCRIBE' }]);
});

const LONG = 'Everything that you need for the summer, for the autumn and for the winter is here';

it.each([
  ['LENGTH', { subject: LONG }, 7],
  ['LENGTH', { subject: `{% if user.tier %}Hi{% else %}${LONG}{% endif %}` }, 7],
  ['PREVIEW_TEXT', { preview: '' }, 7],
  ['PREVIEW_TEXT', { subject: 'Boots are here', preview: 'Boots are here!' }, 8],
  ['FALLBACK', { subject: 'Hi {{ user.first_name }}' }, 7],
  ['EXPRESSION', { preview: 'For {{ user.city | default: "you" }' }, 8],
] as const)('%s beside the HTML: %j', (code, pieces, line) => {
  const text = mail({ ...ENGLISH, ...pieces });
  expect(findings(text, LAYOUTS[FIRST]?.(ENGLISH) ?? '')).toMatchObject([
    { file: 'campaigns/a.yaml', line, code: `W_${code}` },
  ]);
});

it('the preview text may be in the HTML, and only promotional emails need one', () => {
  const html = LAYOUTS['the output of MJML']?.(ENGLISH) ?? '';
  expect(findings(mail({ ...ENGLISH, preview: '' }), html)).toEqual([]);
  const plain = LAYOUTS[FIRST]?.(ENGLISH) ?? '';
  expect(findings(mail({ ...ENGLISH, preview: '' }, 'TRANSACTIONAL'), plain)).toEqual([]);
});

const push = (title: string, message: string) => `channel: PUSH
campaign_delivery_type: ONE_TIME
basic_details: { name: A push }
campaign_content:
  content:
    push:
      android:
        template_type: BASIC
        basic_details:
          title: ${quoted(title)}
          message: ${quoted(message)}
`;

it.each([
  ['x'.repeat(65), 'y'.repeat(240), []],
  ['x'.repeat(66), 'y', ['10:18 W_LENGTH']],
  ['x', `${'y'.repeat(239)}🏔️🏔️`, ['11:20 W_LENGTH']],
  ['x', `{% if user.tier %}${'y'.repeat(200)}{% else %}${'z'.repeat(200)}{% endif %}`, []],
  ['Hi {{ user.first_name | default: "you" }}', '{{ event.text }}', []],
])('a push message with the title %s, %s', (title, message, expected) => {
  const { diagnostics } = load({ 'a.yaml': push(title, message) }, { workspaces: WORKSPACES });
  expect(diagnostics.map(placeAndCode)).toEqual(expected);
});

/** Breaks every rule of content; that of the size only on request, because it takes longest to read. */
const wrong = (paragraphs: number) => `channel: EMAIL
campaign_delivery_type: ONE_TIME
basic_details: { name: A, content_type: PROMOTIONAL, subscription_category: News, user_attribute_identifier: Email }
campaign_content:
  content:
    email:
      subject: '${'x'.repeat(80)} {{ user.first_nam }}{{ user. }}'
      html_content: '<a href="#">x</a><img src="https://a.example/x"><video></video>${'<p>y</p>'.repeat(paragraphs)}'
`;

it.each(CONTENT_RULES)('the team can switch %s off, make it an error, and exempt campaigns', (name) => {
  const code = name.toUpperCase();
  const text = wrong(name === 'size' ? 14_000 : 1);
  const codes = (rule: ContentSetting | undefined, more = {}) =>
    load(
      { 'a.yaml': text },
      { workspaces: WORKSPACES, rules: { ...RULES, ...(rule && { content: { [name]: rule } }) }, ...more },
    )
      .diagnostics.map((one) => one.code)
      .sort((one, other) => (one.slice(2) < other.slice(2) ? -1 : 1));
  const usual = codes(undefined);
  const others = usual.filter((one) => one !== `W_${code}`);
  expect(others.length).toBeLessThan(usual.length);
  expect(codes({ level: 'warn', except: [] })).toEqual(usual);
  expect(codes({ level: 'off', except: [] })).toEqual(others);
  expect(codes({ level: 'error', except: ['a*'] })).toEqual(others);
  const asError = codes({ level: 'error', except: [] });
  expect(asError).toEqual(usual.map((one) => (one === `W_${code}` ? `E_${code}` : one)));
  // What is live may stay, until the file changes it.
  const { campaign_content: content, basic_details: details } = parse(text) as Required<Components>;
  const observed = { a: { campaign_content: content, basic_details: details } };
  expect(codes({ level: 'error', except: [] }, { live: ['a'], observed })).toEqual(usual);
});

it('a client that shows it, or none in the policy, is no reason for a warning', () => {
  const html = (LAYOUTS[FIRST]?.(ENGLISH) ?? '').replace('padding:24px;font', 'display:flex;font');
  const codes = (mailClients?: string[]) =>
    findings(mail(ENGLISH), html, mailClients ? { mailClients } : {}).map(({ code }) => code);
  expect(codes()).toEqual([]);
  expect(codes(['apple-mail', 'gmail'])).toEqual([]);
  expect(codes(['outlook'])).toEqual(['W_CLIENT_SUPPORT']);
  const hidden = html.replace(/<table role="presentation" class[\s\S]*<\/table>/, (part) => `<!--[if !mso]><!-->${part}<!--<![endif]-->`);
  expect(findings(mail(ENGLISH), hidden, { mailClients: ['outlook'] })).toEqual([]);
}); // prettier-ignore
