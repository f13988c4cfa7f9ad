import { expect, it, test } from 'vitest';
import { parse } from 'yaml';
import {
  differingTexts,
  proposeVariables,
  withReferences,
  withVariables,
  type DifferingFile,
} from '../../src/load/writing/propose-variables.ts';
import type { JsonObject, JsonValue } from '../../src/model/json.ts';

const FILE = `# Our first mail.
connector: { connector_type: SENDGRID, connector_name: northtrail } # paid
campaign_content:
  content:
    email:
      from_address: hello@northtrail.example
segmentation_details:
  included_filters:
    filters:
      - { filter_type: custom_segments, id: "1234" }
`;

const value = (text: string) => parse(text) as JsonObject;
const staging = (text: string) =>
  text.replace('northtrail }', 'sandbox }').replace('hello@', 'test@').replace('1234', '99');

function proposed(texts: readonly string[], known: Record<string, Record<string, JsonValue>> = {}) {
  const files = texts.map((text): DifferingFile => ({
    differences: differingTexts(value(text), value(staging(text))),
    workspaces: ['production'],
  }));
  return proposeVariables(files, { workspace: 'staging', known: new Map(Object.entries(known)) });
}

it('proposes nothing for what differs once', () => {
  expect(proposed([FILE])).toEqual([]);
});

it('proposes a variable for each pair of values in several places', () => {
  expect(proposed([FILE, FILE]).map(({ name, places, values }) => [name, places, ...values])).toEqual([
    ['connector_name', 2, of('production', 'northtrail'), of('staging', 'sandbox')],
    [
      'from_address',
      2,
      of('production', 'hello@northtrail.example'),
      of('staging', 'test@northtrail.example'),
    ],
    ['segmentation_id', 2, of('production', '1234'), of('staging', '99')],
  ]);
});

it('uses a variable that already has the values, and no name with other values', () => {
  const known = {
    production: { sender: 'hello@northtrail.example', connector_name: 'x' },
    staging: { sender: 'test@northtrail.example' },
  };
  expect(proposed([FILE, FILE], known).map(({ name, isNew }) => [name, isNew])).toEqual([
    ['connector_name_2', true],
    ['sender', false],
    ['segmentation_id', true],
  ]);
});

test.each<[string, JsonValue, JsonValue]>([
  ['a time', { scheduling_details: { start_time: 'a' } }, { scheduling_details: { start_time: 'b' } }],
  ["a word of the service's lists", { x: 'ANDROID' }, { x: 'IOS' }],
  ['a number', { x: 1 }, { x: 2 }],
  ['lists of different lengths', { x: ['a'] }, { x: ['b', 'c'] }],
  ['an empty text', { x: '' }, { x: 'b' }],
])('%s is not a variable', (_, production, there) => {
  const file = { differences: differingTexts(production, there), workspaces: ['production'] };
  expect(proposeVariables([file, file], { workspace: 'staging', known: new Map() })).toEqual([]);
});

it('writes references into a file, and changes nothing else', () => {
  const differences = differingTexts(value(FILE), value(staging(FILE)));
  const variables = proposed([FILE, FILE]);
  expect(withReferences(FILE, value(FILE), { differences, variables })).toBe(
    FILE.replace('northtrail }', '{ $var: connector_name } }')
      .replace('hello@northtrail.example', '{ $var: from_address }')
      .replace('"1234"', '{ $var: segmentation_id }'),
  );
});

it('writes the values into workspaces.yaml, and keeps its comments', () => {
  const text = `workspaces:
  # What customers get.
  production:
    app_key: SHOP
    vars: { shop: north } # ours
  staging:
    app_key: TEST
`;
  const [connector] = proposed([FILE, FILE]);
  expect(withVariables(text, value(text), connector ? [connector] : [])).toBe(`workspaces:
  # What customers get.
  production:
    app_key: SHOP
    vars: { shop: north, connector_name: northtrail } # ours
  staging:
    app_key: TEST
    vars: { connector_name: sandbox }
`);
});

function of(workspace: string, is: string) {
  return { workspace, value: is };
}
