import { expect, it } from 'vitest';
import { load, placeAndCode, unmark } from '../support/load/marked.ts';

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
