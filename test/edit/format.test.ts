import { describe, expect, it } from 'vitest';
import { formatCampaign, formatYaml } from '../../src/edit/format.ts';

const MOVES: readonly (readonly [what: string, before: string, after: string])[] = [
  [
    'our own keys come first, overrides last',
    'overrides: {}\nchannel: PUSH\nworkspaces: [local]\nstatus: DRAFT\nkey: a\n',
    'key: a\nstatus: DRAFT\nworkspaces: [local]\nchannel: PUSH\noverrides: {}\n',
  ],
  [
    'components follow in the order of the specification',
    'campaign_audience_limit: 5\nutm_params: 4\nadvanced: 3\nconnector: 2\nbasic_details: 1\ncampaign_delivery_type: ONE_TIME\n',
    'campaign_delivery_type: ONE_TIME\nbasic_details: 1\nconnector: 2\nadvanced: 3\nutm_params: 4\ncampaign_audience_limit: 5\n',
  ],
  [
    'unknown names keep their order, before overrides',
    'version_number: 2\noverrides: {}\nid: 1\nutm_params: {}\nchanel: PUSH\n',
    'utm_params: {}\nversion_number: 2\nid: 1\nchanel: PUSH\noverrides: {}\n',
  ],
  [
    'comments above a key go with it, and those above the first key stay on top',
    '# yaml-language-server: $schema=x\n# About.\nchannel: PUSH\n# Mine\nkey: a\n',
    '# yaml-language-server: $schema=x\n# About.\n\n# Mine\nkey: a\nchannel: PUSH\n',
  ],
  [
    'a blank line still separates entries, whichever comes first',
    'channel: PUSH\n\nutm_params: {}\n\nkey: a\n',
    'key: a\n\nchannel: PUSH\n\nutm_params: {}\n',
  ],
  [
    'unindented comments below the last entry stay at the end',
    'channel: PUSH\nkey: a\n\n# The end.\n',
    'key: a\nchannel: PUSH\n\n# The end.\n',
  ],
  [
    'comments behind a value go with it',
    'channel: PUSH # not EMAIL\nkey: a # for good\n',
    'key: a # for good\nchannel: PUSH # not EMAIL\n',
  ],
  [
    'what looks like a comment or a key in a block is text',
    'campaign_content:\n  html: |\n    # no comment\n\n    key: b\n\nkey: a\n',
    'key: a\n\ncampaign_content:\n  html: |\n    # no comment\n\n    key: b\n',
  ],
  [
    'blank lines that a block keeps are part of it',
    'advanced: |+\n  a\n\n\nkey: a\n',
    'key: a\nadvanced: |+\n  a\n\n\n',
  ],
];

const LONG = 'a text that takes much of a line and three of them do not fit into one';

const LAYOUTS: readonly (readonly [what: string, text: string, form: string])[] = [
  ['a short map stays on its line', 'a: {b: 1,   c: [ 2, 3 ]}\n', 'a: { b: 1, c: [2, 3] }\n'],
  ['a short map comes back onto one line', 'a: {\n  b: 1,\n  c: 2 }\n', 'a: { b: 1, c: 2 }\n'],
  [
    'a long map becomes a block, and what is short in it stays',
    `a: { b: ${LONG}, c: ${LONG}, d: { e: 1, f: [2] } }\n`,
    `a:\n  b: ${LONG}\n  c: ${LONG}\n  d: { e: 1, f: [2] }\n`,
  ],
  [
    'so does a long list, with its maps',
    `a: [{ b: ${LONG}, c: 1 }, { b: ${LONG}, c: 2 }]\n`,
    `a:\n  - { b: ${LONG}, c: 1 }\n  - { b: ${LONG}, c: 2 }\n`,
  ],
  ['and one with comments', 'a: [one,\n  two, # why\n  three]\n', 'a:\n  - one\n  - two # why\n  - three\n'],
  [
    'pasted JSON, with anchors and names without a value',
    `{ "a": &x { "b":"${LONG}", "c":"${LONG}" }, d: }\n`,
    `'a': &x\n  'b': '${LONG}'\n  'c': '${LONG}'\nd:\n`,
  ],
  ['a file that is no campaign keeps its order', 'workspaces: {}\ndefault: a\n', 'workspaces: {}\ndefault: a\n'],
  ['an empty one stays', 'a: {  }\nb: [  ]\n', 'a: {}\nb: []\n'],
  ['double quotes become single ones, unless they need escapes', 'a: "b"\nc: "it\'s"\nd: "e\\tf"\n', 'a: \'b\'\nc: "it\'s"\nd: "e\\tf"\n'],
  ['characters that turn the text around them stay escaped', 'a: "b\\u202ec"\n', 'a: "b\\u202ec"\n'],
  ['numbers and dates stay as they are written', 'a: 0x1F\nb: 1e3\nc: 2031-01-01\nd: 1.50\n', 'a: 0x1F\nb: 1e3\nc: 2031-01-01\nd: 1.50\n'],
]; // prettier-ignore

describe('the formatter', () => {
  it.each(MOVES)('%s', (_, before, after) => {
    expect(formatCampaign(before)).toBe(after);
    expect(formatCampaign(after)).toBe(after);
  });

  it.each(LAYOUTS)('%s', (_, text, form) => {
    expect(formatYaml(text)).toBe(form);
    expect(formatYaml(form)).toBe(form);
  });

  it('writes the preferred spelling of a value (open point V25)', () => {
    const written = 'advanced: { interruption_level: Time sensitive } # soon\n';
    expect(formatCampaign(written)).toBe('advanced: { interruption_level: TIME_SENSITIVE } # soon\n');
    expect(formatYaml(written)).toBe(written);
  });

  it.each([
    ['is no YAML', 'channel: [\nkey: a\n'],
    ['has a key twice', 'channel: PUSH\nkey: a\nkey: b\n'],
    ['has several documents', 'channel: PUSH\n---\nkey: b\n'],
    ['would mean something else', 'advanced: &x 1\nutm_params: *x\nconnector: &x 2\nchanel: *x\n'],
  ])('refuses what %s', (_, text) => {
    expect(formatCampaign(text)).toBeUndefined();
  });
});
