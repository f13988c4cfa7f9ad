import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { getLanguageService, type LanguageService } from 'yaml-language-server';
import {
  CAMPAIGNS,
  checker,
  exampleFiles,
  isMap,
  readSchema,
  readYaml,
  type Json,
  type JsonMap,
} from './schemas.ts';

// What authors see if they edit campaigns with the YAML language server: VS Code's YAML extension and others use it.

const SCHEMAS = pathToFileURL(join(CAMPAIGNS, '../schemas/')).href;

function serviceFor(name: string): LanguageService {
  const service = getLanguageService({
    schemaRequestService: (uri) => Promise.reject(new Error(`${uri} is asked for`)),
    workspaceContext: { resolveRelativePath: (path, resource) => new URL(path, resource).href },
  });
  service.configure({
    validate: true,
    hover: true,
    completion: true,
    schemas: [{ uri: `${SCHEMAS}${name}.schema.json`, fileMatch: ['*'], schema: readSchema(name) }],
  });
  return service;
}

const campaigns = serviceFor('campaign');
let documents = 0;
/** The server caches what it knows about a document by its name. */
const documentOf = (text: string) =>
  TextDocument.create(`file:///campaigns/${documents++}.yaml`, 'yaml', 0, text);
/** The modeline would make the server look for the schema itself. */
const example = (file: string) =>
  readFileSync(join(CAMPAIGNS, file), 'utf8').replace(/^# yaml-language-server.*$/m, '#');

test.each(exampleFiles())('%s has no mistake for an editor', async (file) => {
  expect(await campaigns.doValidation(documentOf(example(file)), false)).toEqual([]);
});

test('workspaces.yaml has none either', async () => {
  const document = documentOf(example('workspaces.yaml'));
  expect(await serviceFor('workspaces').doValidation(document, false)).toEqual([]);
});

/** The fields that an editor offers at `¦`. */
async function offered(marked: string): Promise<readonly string[]> {
  const document = documentOf(marked.replace('¦', ''));
  const { items } = await campaigns.doComplete(document, document.positionAt(marked.indexOf('¦')), false);
  return items.map(({ label }) => label).sort();
}

const head = (channel: string) => `channel: ${channel}\ncampaign_delivery_type: PERIODIC\n`;
const SHARED = [
  ...['basic_details', 'campaign_audience_limit', 'campaign_content', 'control_group_details'],
  ...['conversion_goal_details', 'delivery_controls', 'scheduling_details', 'segmentation_details'],
  ...['status', 'trigger_condition', 'utm_params'],
];
const FILE_KEYS = ['key', 'overrides', 'workspaces'];

describe('an editor offers exactly', () => {
  test.each<[channel: string, place: string, fields: readonly string[]]>([
    ['PUSH', '¦\n', [...SHARED, ...FILE_KEYS, 'advanced']],
    ['EMAIL', '¦\n', [...SHARED, ...FILE_KEYS, 'connector']],
    ['PUSH', 'campaign_content:\n  content:\n    ¦\n', ['default', 'push']],
    ['EMAIL', 'segmentation_details:\n  included_filters:\n    ¦\n', ['filter_operator', 'filters']],
    ['PUSH', 'overrides:\n  live:\n    ¦\n', [...SHARED, 'advanced']],
  ])('for %s, at %j, %j', async (channel, place, fields) => {
    expect(await offered(head(channel) + place)).toEqual([...fields].sort());
  });
});

const NAMES = ['components', 'campaign', 'workspaces', 'plan', 'result', 'drift'];
test.each(NAMES)('%s.schema.json is self-contained, and an editor has nothing to fetch', (name) => {
  const schema = readSchema(name);
  const used = new Set(referencesIn(schema));
  const defined = Object.keys(schema.$defs as JsonMap).map((definition) => `#/$defs/${definition}`);
  expect([...used].sort()).toEqual(defined.sort());
  expect(schema.$id).toBeUndefined();
  expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
});

function referencesIn(schema: Json): string[] {
  if (Array.isArray(schema)) return schema.flatMap(referencesIn);
  if (!isMap(schema)) return [];
  const own = typeof schema.$ref === 'string' ? [schema.$ref] : [];
  return [...own, ...Object.values(schema).flatMap(referencesIn)];
}

// That the examples load without a word in every workspace is in specification.test.ts.

const asFile = checker('campaign');

test.each(exampleFiles())(
  'the example %s is a campaign file, and names its schema in the first line',
  (file) => {
    expect(asFile(readYaml(file))).toEqual([]);
    const up = '../'.repeat(file.split('/').length);
    const [first] = readFileSync(join(CAMPAIGNS, file), 'utf8').split('\n');
    expect(first).toBe(`# yaml-language-server: $schema=${up}schemas/campaign.schema.json`);
  },
);

test('the example workspaces are accepted', () => {
  expect(checker('workspaces')(readYaml('workspaces.yaml'))).toEqual([]);
});
