import { describe, expect, it } from 'vitest';
import type { FileFault } from '../../src/model/file-fault.ts';
import { isThere } from '../../src/load/reference-answer.ts';
import { BOTH, load, placeAndCode, PUSH, unmark, workspace } from '../support/load/marked.ts';

// What authors write if they forget how a reference is spelled. It would be sent to all users literally.

const body = (html: string) => `channel: EMAIL
campaign_delivery_type: ONE_TIME
basic_details: { name: An email }
campaign_content:
  content:
    email:
      subject: Hi
      html_content: ${html}
`;
const TEXTS = {
  'campaigns/welcome.html': '<p>Hi',
  'campaigns/mail/body': '<p>Hi',
  'campaigns/path': './welcome.html',
};

function findings(marked: string) {
  const { text, places } = unmark(body(marked));
  return { places, found: load({ 'a.yaml': text }, { texts: TEXTS }).diagnostics };
}

const FILE = '{ $file: ./welcome.html }';

it('the campaign file in place of its text is one mistake', () => {
  const { text, places } = unmark(body('»{ $file: ./a.yaml }'));
  const found = load({ 'a.yaml': text }, { texts: { 'campaigns/a.yaml': text } }).diagnostics;
  expect(found.map(placeAndCode)).toEqual([`${places.join()} E_REFERENCE`]);
});

it('a comment behind a path is not called a lost part of the text', () => {
  const { places, found } = findings('»./welcome.html # the body');
  expect(found.map(placeAndCode)).toEqual([`${places.join()} E_REFERENCE`]);
});

it.each([
  ['a path', '»./welcome.html'],
  ['a path in quotes', '»"./welcome.html"'],
  ['a path in a block', '»|\n        ./welcome.html'],
  ['a file that is not there yet', '»newsletter.liquid'],
  ['a plain text file', '»../texts/hello.txt'],
  ['a path without a known ending, of a file that is there', '»mail/body'],
  ['quotes around a tag and a path', '»"!include ./welcome.html"'],
  ['a word before a path', '»include ./welcome.html'],
  ['an at sign before a path, in quotes', '»"@welcome.html"'],
  ['a file in a text, in quotes', '"<p>»{ $file: ./welcome.html }</p>"'],
  ['a variable in a body', '"<p>»{ $var: shop }</p>"'],
  ['no colon, in braces', '»{ $file ./welcome.html }'],
  ['an equals sign', '»{ $file = ./welcome.html }'],
  ['a variable without its colon', '»{ $var sender }'],
  ['no name', '»{ $var: }'],
  ['an empty name', '»{ $var: "" }'],
  ['no path', '»{ $file: }'],
  ['no braces, no blank', '»$file:./welcome.html'],
  ['no colon', '»$file ./welcome.html'],
  ['quotes in place of braces', '»"$file: ./welcome.html"'],
  ['quotes around the braces', `»"${FILE}"`],
  ['quotes around two braces', '»"{{ $file: ./welcome.html }}"'],
  ['a variable without braces', '»$var:sender'],
  ['no blank after the colon', '»{ $file:./welcome.html }'],
  ['braces around a text', "»{ '$file: ./welcome.html' }"],
  ['a reference with a neighbor', '»{ $file: ./welcome.html, charset: utf-8 }'],
])('%s: an error at its place', (_, marked) => {
  const { places, found } = findings(marked);
  expect(found.map(placeAndCode)).toEqual([`${places.join()} E_REFERENCE`]);
}); // prettier-ignore

const WHOLE = 'add the whole text to vars in workspaces.yaml as sender_name, and write { $var: sender_name }';

it.each([
  ['"Team »{ $var: medium }"', '"{ $var: medium }" would be sent literally'],
  ['"»{ $var: medium } Team"', '"{ $var: medium }" would be sent literally'],
  ['Team »{$var:medium}', '"{$var:medium}" would be sent literally'],
  ['Team »$medium', '"$medium" would be sent literally'],
  ['Team »${medium}', '"${medium}" would be sent literally'],
])('%s: a variable is the whole text or none of it', (marked, message) => {
  const { text, places } = unmark(body('a').replace('subject: Hi', `subject: Hi\n      sender_name: ${marked}`));
  const found = load({ 'a.yaml': text }, BOTH).diagnostics.filter(({ line }) => line === 8);
  expect(found.map((one) => placeAndCode(one).split(' ')[0])).toEqual(places);
  expect(found).toMatchObject([{ message, hint: WHOLE }]);
}); // prettier-ignore

describe('a text that only looks like a reference', () => {
  it.each([
    ['a reference', FILE],
    ['an address', 'https://shop.example.com/welcome.html'],
    ['a sentence that ends in a name', 'Read terms.txt'],
    ['HTML that names a file', '<a href="https://x.example/a.html">welcome.html'],
    ['a word with a slash that names no file', 'and/or'],
    ['a price', '"$5: today"'],
    ['a price in a text', '"Now $5 off, not $medium-sized"'],
    ['an address after an at sign', '"@welcome"'],
    ['a sentence about a file', '"Include x.html and more"'],
    ['a variable of the template', '"{{ $files }}"'],
  ])('%s is not a reference', (_, text) => {
    expect(findings(text).found.map(({ code }) => code).filter((code) => /REFERENCE|PATH|YAML/.test(code))).toEqual([]);
  });

  it('is reported in any field if it begins with $', () => {
    const { text, places } = unmark('channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: A, team: »$var:team }\n');
    expect(load({ 'a.yaml': text }).diagnostics.map(placeAndCode)).toEqual([`${places.join()} E_REFERENCE`]);
  });

  it('may be a template, an address or a style of a push', () => {
    const push = 'channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: A }\ncampaign_content: { content: { push: { android: { template_type: Custom, custom_template_id: welcome.html } } } }\n';
    expect(load({ 'a.yaml': push }, { texts: TEXTS }).diagnostics).toEqual([]);
  });

  it('is reported in a file: a link that was checked out as its path', () => {
    const { found } = findings('{ $file: ./path }');
    expect(found).toMatchObject([{ file: 'campaigns/path', line: 1, column: 1, code: 'E_REFERENCE' }]);
  });
}); // prettier-ignore

const path = 'campaigns/body.html';

it.each<readonly [fault: FileFault, there: boolean]>([
  [{ code: 'E_FILE', why: 'untracked', path }, true],
  [{ code: 'E_FILE', why: 'ignored', path }, true],
  [{ code: 'E_FILE', why: 'too-large', mebibytes: 2, content: 'text' }, true],
  [{ code: 'E_FILE_MISSING', why: 'nothing' }, false],
  [{ code: 'E_FILE', why: 'outside', path }, false],
  [{ code: 'E_FILE', why: 'folder' }, false],
])('a path that returns $code is that of a file: %s', (fault, there) => {
  expect(isThere({ kind: 'problem', fault })).toBe(there);
});

it.each(['$sender', '${sender}', '"{{ vars.sender }}"', '"{{sender}}"', '"[[sender]]"'])('from_address: %s is not an address: the variable', (written) => {
  const local = { workspaces: [workspace({ vars: { sender: 'a@b.example' } })] };
  const { text, places } = unmark(body('a').replace('subject: Hi', `subject: Hi\n      from_address: »${written}`));
  const found = load({ 'a.yaml': text }, local).diagnostics;
  expect(found.map(placeAndCode)).toEqual(places.map((place) => `${place} E_REFERENCE`));
  expect(found[0]?.hint).toBe('write { $var: sender } for the variable of the workspace');
}); // prettier-ignore

it.each(['$medium', '${medium}', '"$medium"'])('%s is not the variable', (written) => {
  const text = (value: string) => `${PUSH}utm_params: { utm_source: a, utm_medium: ${value} }\n`;
  const { text: file, places } = unmark(text(`»${written.startsWith('$') ? `"${written}"` : written}`));
  const codes = (loading: Parameters<typeof load>[1]) =>
    load({ 'a.yaml': file }, { ...BOTH, ...loading }).diagnostics.map(placeAndCode);
  expect(codes({})).toEqual(places.map((place) => `${place} E_REFERENCE`));
  const utm_params = { utm_source: 'a', utm_medium: written.replaceAll('"', '') };
  expect(codes({ observed: { a: { utm_params } } })).toEqual([]);
});

it('a dollar sign before any other name is a text', () => {
  expect(
    load({ 'a.yaml': `${PUSH}utm_params: { utm_source: a, utm_medium: $ale }\n` }, BOTH).diagnostics,
  ).toEqual([]);
});
