import { expect, it } from 'vitest';
import { storedText, withLineEnds } from '../../src/load/line-ends.ts';
import { load, placeAndCode, PUSH, unmark } from '../support/load/marked.ts';

// Texts that are no YAML, or not the YAML that their author meant. The first error is reported where the parser stopped.

const UTM = `${PUSH}utm_params:\n  utm_source: a\n`;
const mail = (subject: string) =>
  `channel: EMAIL\nbasic_details: { name: A }\ncampaign_content:\n  content:\n    email:\n      subject: ${subject}\n      preview_text: b\n`;

/** Where the line that is reported begins: ». */
const ROWS: readonly (readonly [what: string, code: string, marked: string])[] = [
  ['a field one space too deep', 'YAML', `${PUSH}utm_params:\n»  utm_source: a\n   utm_medium: b\n`],
  ['a line of a text, at the left margin', 'YAML', mail('|\n        <p>a\n»<p>b')],
  ['a tab', 'YAML', `${PUSH}utm_params:\n»\tutm_source: a\n`],
  ['a bracket that is never closed', 'YAML', `${PUSH}basic: { a: b\n»utm_params: { utm_source: a }\n`],
  ['a quote that is never closed', 'YAML', `${mail('"Hello')}»`],
  ['an apostrophe in single quotes', 'YAML', mail("»'Don't miss it'")],
  ['a second colon', 'YAML', mail('»Sale: now')],
  ['an expression', 'YAML', mail('»{{ user.first_name }}')],
  ['an exclamation mark', 'YAML', mail('»!Last chance!')],
  ['a text that goes on at the left margin', 'YAML', `${UTM}»and more\n`],
  ['a colon that is missing', 'YAML', `»channel PUSH\nstatus: DRAFT\n`],
  ['a comma in braces', 'YAML', `${PUSH}utm_params: { utm_source: a, »and more, utm_medium: b }\n`],
  ['a second campaign', 'DUPLICATE_KEY', `${PUSH}»${PUSH}`],
]; // prettier-ignore

it.each(ROWS)('%s is E_%s at its line', (_, code, marked) => {
  const { text, places } = unmark(marked);
  const { diagnostics } = load({ 'a.yaml': text });
  const lines = (all: readonly string[]) => all.map((one) => one.replace(/:\d+(?= |$)/, ''));
  expect(lines(diagnostics.map(placeAndCode))).toEqual(lines(places).map((line) => `${line} E_${code}`));
});

it('a sentence that goes on after a dash is not a list that was joined', () => {
  const text = mail('Only today\n        - while stocks last');
  expect(load({ 'a.yaml': text }).diagnostics.map(({ code }) => code)).not.toContain('E_YAML');
});

it.each([
  ['no lines', 'a', undefined],
  ['line feeds', 'a\nb\n', undefined],
  ['those of Windows', 'a\r\nb\r\n', 'crlf'],
  ['mixed ones', 'a\r\nb\n', undefined],
  ['carriage returns', 'a\rb\r\n', undefined],
])('a text with %s is sent unchanged', (_, text, eol) => {
  const stored = storedText(text);
  expect(stored.eol).toBe(eol);
  expect(withLineEnds(stored.text, stored.eol)).toBe(text);
  expect(stored.text.includes('\r')).toBe(text.includes('\r') && eol === undefined);
});

const HEAD = 'channel: EMAIL\ncampaign_delivery_type: ONE_TIME\n';
const MAIL = `${HEAD}basic_details: { name: A, content_type: TRANSACTIONAL, user_attribute_identifier: a }
campaign_content: { content: { email: { html_content: { $file: ./body.html } } } }
`;
const conflict = (ours: string, theirs: string, end = '\n') =>
  ['»<<<<<<< HEAD', ours, '=======', theirs, '>>>>>>> spring', ''].join(end);

const html = (text: string) =>
  load({ 'a.yaml': MAIL }, { texts: { 'campaigns/body.html': text } }).diagnostics;

it.each([
  ['basic_details: { name: A }', 'basic_details: { name: B }'],
  ['', 'utm_params: { utm_source: a, utm_medium: b }'],
])('a campaign file with both %j and %j is reported as a conflict', (ours, theirs) => {
  const { text, places } = unmark(`${HEAD}${conflict(ours, theirs)}`);
  expect(load({ 'a.yaml': text }).diagnostics.map(placeAndCode)).toEqual([
    `${places.join()} E_MERGE_CONFLICT`,
  ]);
});

it.each(['\n', '\r\n'])('a text that would be sent with both sides is an error at its line', (end) => {
  const { text, places } = unmark(`<p>Hello</p>${end}${conflict('<p>Ten</p>', '<p>Five</p>', end)}`);
  const found = html(text);
  expect(found.map(placeAndCode)).toEqual([`${places.join()} E_MERGE_CONFLICT`]);
  expect(found[0]?.file).toBe('campaigns/body.html');
});

it.each(['<p>\n=======\n</p>', '<<<<<<< HEAD\n', 'a <<<<<<< b\na >>>>>>> b\n', '<<<<<<<<<\n>>>>>>>>>\n'])(
  'has nothing against %j',
  (text) => {
    expect(html(text).filter(({ code }) => code === 'E_MERGE_CONFLICT')).toEqual([]);
  },
);
