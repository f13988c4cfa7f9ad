import { describe, expect, it } from 'vitest';
import { inEntryOrder } from '../../src/load/entry-order.ts';

interface Move {
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

const MOVES: readonly Move[] = [
  {
    what: 'our own keys come first, overrides last',
    before: 'overrides: {}\nchannel: PUSH\nworkspaces: [local]\nstatus: DRAFT\nkey: a\n',
    after: 'key: a\nstatus: DRAFT\nworkspaces: [local]\nchannel: PUSH\noverrides: {}\n',
  },
  {
    what: 'components follow in the order of the specification',
    before: `campaign_audience_limit: 12
utm_params: 11
control_group_details: 10
conversion_goal_details: 9
advanced: 8
delivery_controls: 7
scheduling_details: 6
segmentation_details: 5
campaign_content: 4
trigger_condition: 3
connector: 2
basic_details: 1
campaign_delivery_type: ONE_TIME
`,
    after: `campaign_delivery_type: ONE_TIME
basic_details: 1
connector: 2
trigger_condition: 3
campaign_content: 4
segmentation_details: 5
scheduling_details: 6
delivery_controls: 7
advanced: 8
conversion_goal_details: 9
control_group_details: 10
utm_params: 11
campaign_audience_limit: 12
`,
  },
  {
    what: 'names that nobody knows keep their order, before overrides',
    before: 'version_number: 2\noverrides: {}\nid: 1\nutm_params: {}\nchanel: PUSH\n',
    after: 'utm_params: {}\nversion_number: 2\nid: 1\nchanel: PUSH\noverrides: {}\n',
  },
  {
    what: 'comments and blank lines above a key go with it',
    before: 'channel: PUSH\nutm_params: {}\n\n# Who it is\n\n# for good.\nkey: a\n',
    after: '\n# Who it is\n\n# for good.\nkey: a\nchannel: PUSH\nutm_params: {}\n',
  },
  {
    what: 'comments above the first key stay on top',
    before: '# yaml-language-server: $schema=x\n# About.\nchannel: PUSH\n# Mine\nkey: a\n',
    after: '# yaml-language-server: $schema=x\n# About.\n# Mine\nkey: a\nchannel: PUSH\n',
  },
  {
    what: 'a blank line parts entries still, whichever comes first',
    before: 'channel: PUSH\n\nutm_params: {}\n\nkey: a\n',
    after: 'key: a\n\nchannel: PUSH\n\nutm_params: {}\n',
  },
  {
    what: 'unindented comments below the last entry stay at the end',
    before: 'channel: PUSH\nkey: a\n\n# The end.\n',
    after: 'key: a\nchannel: PUSH\n\n# The end.\n',
  },
  {
    what: 'indented comments at the end of an entry belong to it',
    before: 'basic_details:\n  name: A\n  # tags: [x]\n# Its channel\nchannel: PUSH\n  # of two\n',
    after: '# Its channel\nchannel: PUSH\n  # of two\nbasic_details:\n  name: A\n  # tags: [x]\n',
  },
  {
    what: 'comments behind a value go with it',
    before: 'channel: PUSH # not EMAIL\nkey: a # for good\n',
    after: 'key: a # for good\nchannel: PUSH # not EMAIL\n',
  },
  {
    what: 'what looks like a comment or a key in a block is text',
    before: 'campaign_content:\n  html: |\n    # no comment\n\n    key: b\n\nkey: a\n',
    after: 'key: a\n\ncampaign_content:\n  html: |\n    # no comment\n\n    key: b\n',
  },
  {
    what: 'blank lines that a block keeps are part of it',
    before: 'advanced: |+\n  a\n\n\nkey: a\n',
    after: 'key: a\nadvanced: |+\n  a\n\n\n',
  },
  {
    what: 'a comment in an unindented list is part of the list',
    before: 'workspaces:\n- local\n# and\n- staging\n# Mine\nkey: a\n',
    after: '# Mine\nkey: a\nworkspaces:\n- local\n# and\n- staging\n',
  },
  {
    what: 'entries without a value move too',
    before: 'channel:\n# Mine\nkey:\n',
    after: '# Mine\nkey:\nchannel:\n',
  },
  {
    what: 'a last line without an end gets one when it moves',
    before: 'channel: PUSH\nkey: a',
    after: 'key: a\nchannel: PUSH\n',
  },
  {
    what: 'quoted keys are keys',
    before: '"channel": PUSH\n\'key\': a\n',
    after: '\'key\': a\n"channel": PUSH\n',
  },
  {
    what: 'keys with a question mark are keys',
    before: '? channel\n: PUSH\n? key\n: a\n',
    after: '? key\n: a\n? channel\n: PUSH\n',
  },
  {
    what: 'a map may be indented as a whole',
    before: '  channel: PUSH\n  # Mine\n  key: a\n',
    after: '  # Mine\n  key: a\n  channel: PUSH\n',
  },
  {
    what: 'lines may end as on Windows',
    before: 'channel: PUSH\r\n\r\n# Mine\r\nkey: a\r\n',
    after: '\r\n# Mine\r\nkey: a\r\nchannel: PUSH\r\n',
  },
  {
    what: 'directives and marks of a document stay where they are',
    before: '%YAML 1.2\n---\nchannel: PUSH\nkey: a\n...\n# tail\n',
    after: '%YAML 1.2\n---\nkey: a\nchannel: PUSH\n...\n# tail\n',
  },
  {
    what: 'nested order is left alone',
    before: 'basic_details:\n  utm_params: 1\n  key: 2\nkey: a\n',
    after: 'key: a\nbasic_details:\n  utm_params: 1\n  key: 2\n',
  },
];

describe('entries in canonical order', () => {
  it.each(MOVES)('$what', ({ before, after }) => {
    expect(inEntryOrder(before)).toBe(after);
    expect(inEntryOrder(after)).toBe(after);
  });

  it.each([
    ['a flow map', '{ channel: PUSH, key: a }\n'],
    ['an alias that would come before its anchor', 'utm_params: &x { a: 1 }\nadvanced: *x\n'],
    [
      'an anchor that would mean something else',
      'advanced: &x 1\nutm_params: *x\nconnector: &x 2\nchanel: *x\n',
    ],
    ['keys of which not all begin their lines', '? channel\n: PUSH\nkey: a\n'],
    ['keys with an anchor of their own', 'channel: PUSH\n&x key: a\n'],
    ['a list', '- channel: PUSH\n- key: a\n'],
    ['a text', 'channel\n'],
    ['an empty file', ''],
    ['only comments', '# channel: PUSH\n# key: a\n'],
    ['what is no YAML', 'channel: [\nkey: a\n'],
    ['a key that stands twice', 'channel: PUSH\nkey: a\nkey: b\n'],
    ['several documents', 'channel: PUSH\nkey: a\n---\nkey: b\n'],
  ])('%s is not changed', (_, text) => {
    expect(inEntryOrder(text)).toBe(text);
  });
});
