import { describe, expect, it } from 'vitest';
import { load, PUSH, placeAndCode, unmark, workspace } from '../support/load/marked.ts';

// Where a mistake is reported: in the file in which the value was written.

const EMAIL = `channel: EMAIL
campaign_delivery_type: ONE_TIME
basic_details: { name: An email }
`;
const WORKSPACES = `workspaces:
  local:
    base_url: http://127.0.0.1:4010/
    app_key: local
    api_key_env: CAMPAIGNS_KEY
    vars:
      sender: »hello
      count: 3
      group:
        filter_operator: or
        filters:
          - { filter_type: custom_segments, id: a }
          - { filter_type: custom_segments, id: »7 }
      text: "Hello »{{ user.name"
      typo: { »utm_sorce: a, utm_medium: b, utm_source: c }
`;
const VARS = {
  sender: 'hello',
  count: 3,
  group: {
    filter_operator: 'or',
    filters: [
      { filter_type: 'custom_segments', id: 'a' },
      { filter_type: 'custom_segments', id: 7 },
    ],
  },
  text: 'Hello {{ user.name',
  typo: { bypass_dns: true },
};

const BOTH = { workspaces: [workspace(), workspace({ name: 'staging' })] };

function check(text: string, texts: Readonly<Record<string, string>> = {}) {
  const configuration = unmark(WORKSPACES);
  const { diagnostics } = load(
    { 'a.yaml': text },
    { workspaces: [workspace({ vars: VARS })], texts, configuration: configuration.text },
  );
  const lines = diagnostics.map((one) => `${one.file}:${placeAndCode(one)}`);
  return { lines, places: configuration.places };
}

describe('a mistake in a variable is reported in workspaces.yaml', () => {
  it.each([
    ['a plain value', `${EMAIL}campaign_content: { content: { email: { from_address: { $var: sender } } } }\n`, 0, 'E_FORMAT'],
    ['a value deep inside', `${PUSH}segmentation_details: { included_filters: { $var: group } }\n`, 1, 'E_TYPE'],
    ['a part of a text', `${EMAIL}campaign_content: { content: { email: { subject: { $var: text } } } }\n`, 2, 'W_EXPRESSION'],
  ])('%s', (_, text, place, code) => {
    const { lines, places } = check(text);
    expect(lines).toEqual([`campaigns/workspaces.yaml:${String(places[place])} ${code}`]);
  }); // prettier-ignore
});

it('a mistake in the text of a $file is reported in that file', () => {
  const file = `${EMAIL}campaign_content: { content: { email: { html_content: { $file: ./body.html } } } }\n`;
  const body = unmark('<p>Hello\n  »{{ user.name }</p>\n');
  const { lines } = check(file, { 'campaigns/body.html': body.text });
  expect(lines).toEqual([`campaigns/body.html:${body.places.join()} W_EXPRESSION`]);
});

describe('a part of a text is reported at its position in the file', () => {
  it.each([
    ['plain', 'subject: Hello »{{ a, b: c'],
    ['in single quotes', "subject: 'Hello »{{ a'"],
    ['in double quotes', 'subject: "Hello\\t»{{ a"'],
    ['as a block', 'preview_text: |\n        Hello\n        {{ a }} »{{ b\n'],
    ['folded', 'subject: >-\n        Hello\n        {{ a }}\n        »{{ b\n'],
  ])('%s', (_, field) => {
    const { text, places } = unmark(`${EMAIL}campaign_content:\n  content:\n    email:\n      ${field}\n`);
    const flow = text.replace(', b: c', '');
    expect(check(flow).lines).toEqual(places.map((place) => `campaigns/a.yaml:${place} W_EXPRESSION`));
  });
});

it('all mistakes of all files are collected, each once, in the order of their positions, or those of one', () => {
  const files = {
    'b.yaml': `${PUSH}status: RUNNING\nutm_params: { utm_source: 1, utm_medium: 2 }\n`,
    'a.yaml': 'channel: PUSH\nbasic_details: [',
    'c.yaml': PUSH,
  };
  const ofB = [
    'campaigns/b.yaml:4:9 E_STATUS',
    'campaigns/b.yaml:5:27 E_TYPE',
    'campaigns/b.yaml:5:42 E_TYPE',
  ];
  const linesOf = ({ diagnostics }: ReturnType<typeof load>) =>
    diagnostics.map((one) => `${one.file}:${placeAndCode(one)}`);
  const loaded = load(files, BOTH);
  expect(linesOf(loaded)).toEqual(['campaigns/a.yaml:2:17 E_YAML', ...ofB]);
  expect(loaded.desired.get('local')?.map(({ key }) => key)).toEqual(['c']);
  expect(linesOf(load(files, { chosen: new Set(['campaigns/b.yaml']) }))).toEqual(ofB);
});

describe('what only an override makes invalid', () => {
  const SCHEDULED = `${PUSH}scheduling_details: { delivery_type: AT_FIXED_TIME, start_time: 2031-05-01T09:00:00, timezone: UTC }\n`;

  it.each([
    ['a start that loses its effect', 'W_SCHEDULE', SCHEDULED.replace('start_time', '»start_time') + 'overrides:\n  staging:\n    scheduling_details: { delivery_type: ASAP }\n'],
    ['a component that is taken out', 'E_MISSING', `»channel: PUSH\ncampaign_delivery_type: EVENT_TRIGGERED\nbasic_details: { name: A }\ntrigger_condition: { included_filters: { filter_operator: and, filters: [] } }\noverrides:\n  staging:\n    trigger_condition: null\n`],
    ['another delivery type', 'E_MISSING', `${SCHEDULED.replace('{ delivery', '»{ delivery')}overrides:\n  staging:\n    campaign_delivery_type: PERIODIC\n`],
  ])('is reported: %s', (_, code, marked) => {
    const { text, places } = unmark(marked);
    const { diagnostics } = load({ 'a.yaml': text }, BOTH);
    expect(diagnostics.map(placeAndCode)).toEqual(places.map((place) => `${place} ${code}`));
  }); // prettier-ignore

  it.each([
    ['a value', 'utm_params: { utm_medium: »3 }', 'E_TYPE'],
    ['a reference', 'utm_params: { utm_medium: »{ $var: nothing } }', 'E_VAR_UNKNOWN'],
    ['an unknown field', 'delivery_controls: { »bypass_dns: true }', 'W_UNKNOWN_FIELD'],
    ['a component that becomes incomplete', 'scheduling_details: »{ delivery_type: AT_FIXED_TIME }', 'E_MISSING'],
  ])('is reported inside the override, and only for its workspace: %s', (_, marked, code) => {
    const own = 'utm_params: { utm_source: a, utm_medium: b }';
    const { text, places } = unmark(`${PUSH}${own}\noverrides:\n  staging:\n    ${marked}\n`);
    const { diagnostics, desired } = load({ 'a.yaml': text }, BOTH);
    const found = new Set(diagnostics.map(placeAndCode));
    expect([...found]).toEqual(places.map((place) => `${place} ${code}`));
    expect(desired.get('local')).toHaveLength(1);
  }); // prettier-ignore
});
