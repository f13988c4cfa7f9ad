import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseDocument, visit, isScalar, type Document, type Pair } from 'yaml';
import { getLanguageService, type LanguageService } from 'yaml-language-server';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { campaignRoot, schemasAt } from '../../src/load/schema/schema-place.ts';
import { CAMPAIGNS, exampleFiles, readSchema } from './schemas.ts';

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

describe.each([
  'promo/flash-sale-push.yaml',
  'retention/win-back-email.yaml',
  'stores/store-visit-push.yaml',
])('over every field of %s', (file) => {
  test('an editor shows what the schema says about it', async () => {
    const text = example(file);
    const document = documentOf(text);
    const root = campaignRoot(file.endsWith('push.yaml') ? 'PUSH' : 'EMAIL');
    const wrong: string[] = [];
    for (const { path, offset } of fieldsOf(text)) {
      const words = schemasAt(root, path)
        .map(({ description }) => description)
        .find((one) => typeof one === 'string')
        ?.replace(/\.$/, '');
      if (words === undefined) continue;
      const hover = await campaigns.doHover(document, document.positionAt(offset));
      const shown = JSON.stringify(hover?.contents ?? '').replaceAll('\\', '');
      if (!shown.includes(words.replaceAll('"', ''))) wrong.push(`${path.join('.')}: ${shown}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** Every key of a file outside of overrides and references, with its path and its position. */
function fieldsOf(text: string): { path: (string | number)[]; offset: number }[] {
  const found: { path: (string | number)[]; offset: number }[] = [];
  const document: Document = parseDocument(text);
  visit(document, {
    Pair: (_, pair, ancestors) => {
      if (!isScalar(pair.key) || !pair.key.range) return;
      const path = [...pathTo(ancestors), String(pair.key.value)];
      if (path[0] === 'overrides' || String(path.at(-1)).startsWith('$')) return;
      found.push({ path, offset: pair.key.range[0] + 1 });
    },
  });
  return found;
}

function pathTo(ancestors: readonly unknown[]): (string | number)[] {
  const path: (string | number)[] = [];
  for (const [at, ancestor] of ancestors.entries()) {
    const next = ancestors[at + 1];
    if (
      typeof ancestor === 'object' &&
      ancestor !== null &&
      'items' in ancestor &&
      Array.isArray(ancestor.items)
    ) {
      const place = ancestor.items.indexOf(next);
      if (place !== -1 && !isPairOf(next)) path.push(place);
    }
    if (isPairOf(ancestor)) path.push(String(isScalar(ancestor.key) ? ancestor.key.value : ''));
  }
  return path;
}

function isPairOf(value: unknown): value is Pair {
  return (
    typeof value === 'object' && value !== null && 'key' in value && 'value' in value && !('range' in value)
  );
}

const BARE = 'channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details:\n  name: A\n';

describe('an editor completes', () => {
  test.each<[what: string, text: string, offered: readonly string[]]>([
    [
      'delivery types',
      'channel: EMAIL\ncampaign_delivery_type: ¦\n',
      ['ONE_TIME', 'PERIODIC', 'EVENT_TRIGGERED'],
    ],
    [
      'weekdays',
      `${BARE}scheduling_details:\n  periodic_details:\n    repeat_on_days_of_week:\n      - ¦\n`,
      ['MONDAY', 'SUNDAY'],
    ],
    [
      'what a reference can have',
      'channel: EMAIL\ncampaign_content:\n  content:\n    email:\n      html_content:\n        $file: ./a.html\n        ¦\n',
      ['with'],
    ],
  ])('%s', async (_, marked, offered) => {
    const document = documentOf(marked.replace('¦', ''));
    const { items } = await campaigns.doComplete(document, document.positionAt(marked.indexOf('¦')), false);
    expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining([...offered]));
  });
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
const SCHEDULE = [
  ...['bts_details', 'delivery_type', 'expiry_time', 'geo_fence_timelimit', 'periodic_details'],
  ...['start_time', 'timezone', 'user_timezone_details'],
];
const LANGUAGES = 'campaign_content:\n  locales: [de]\n  content:\n    ¦\n';

describe('an editor offers exactly', () => {
  test.each<[channel: string, place: string, fields: readonly string[]]>([
    ['PUSH', '¦\n', [...SHARED, ...FILE_KEYS, 'advanced']],
    ['EMAIL', '¦\n', [...SHARED, ...FILE_KEYS, 'connector']],
    [
      'PUSH',
      'basic_details:\n  ¦\n',
      [
        ...['name', 'business_event', 'tags', 'team', 'platforms', 'geofences'],
        ...['send_to_triggered_platform_only', 'platform_specific_details'],
      ],
    ],
    [
      'EMAIL',
      'basic_details:\n  ¦\n',
      [
        ...['name', 'business_event', 'tags', 'team', 'content_type'],
        ...['subscription_category', 'user_attribute_identifier'],
      ],
    ],
    ['PUSH', 'campaign_content:\n  ¦\n', ['content', 'locales', 'variation_details']],
    ['PUSH', 'campaign_content:\n  content:\n    ¦\n', ['default', 'push']],
    ['EMAIL', 'campaign_content:\n  content:\n    ¦\n', ['default', 'email']],
    ['PUSH', LANGUAGES, ['default']],
    ['EMAIL', LANGUAGES, ['default']],
    ['PUSH', 'campaign_content:\n  content:\n    push:\n      ¦\n', ['android', 'ios', 'web']],
    ['PUSH', 'campaign_content:\n  content:\n    email:\n      ¦\n', []],
    ['EMAIL', 'campaign_content:\n  content:\n    push:\n      ¦\n', []],
    [
      'EMAIL',
      'campaign_content:\n  content:\n    email:\n      ¦\n',
      [
        ...['attachments', 'bcc_ids', 'cc_ids', 'custom_template_id', 'custom_template_version'],
        ...['email_editor', 'from_address', 'html_content', 'preview_text', 'reply_to_address'],
        ...['sender_name', 'subject'],
      ],
    ],
    ['PUSH', 'scheduling_details:\n  ¦\n', SCHEDULE],
    ['EMAIL', 'scheduling_details:\n  ¦\n', SCHEDULE],
    [
      'EMAIL',
      'segmentation_details:\n  ¦\n',
      ['excluded_filters', 'included_filters', 'is_all_user_campaign', 'send_campaign_to_opt_out_users'],
    ],
    ['EMAIL', 'segmentation_details:\n  included_filters:\n    ¦\n', ['filter_operator', 'filters']],
    [
      'EMAIL',
      'segmentation_details:\n  included_filters:\n    filters:\n      - filter_type: custom_segments\n        ¦\n',
      ['id', 'name'],
    ],
    [
      'EMAIL',
      'segmentation_details:\n  included_filters:\n    filters:\n      - filter_type: user_attributes\n        data_type: bool\n        operator: ¦\n',
      ['exists', 'is'],
    ],
    ['EMAIL', 'segmentation_details:\n  is_all_user_campaign: ¦\n', ['false', 'true']],
    ['PUSH', 'overrides:\n  live:\n    ¦\n', [...SHARED, 'advanced']],
    ['EMAIL', 'overrides:\n  live:\n    ¦\n', [...SHARED, 'connector']],
  ])('for %s, at %j, %j', async (channel, place, fields) => {
    expect(await offered(head(channel) + place)).toEqual([...fields].sort());
  });

  test('what a campaign of either channel has, in an empty file', async () => {
    const own = [...FILE_KEYS, 'campaign_delivery_type', 'channel'];
    expect(await offered('¦\n')).toEqual([...SHARED, ...own, 'advanced', 'connector'].sort());
  });
});

test('a hover begins with what the field is for, not with the name of the schema', async () => {
  const document = documentOf(`${BARE}overrides:\n  live: {}\n`);
  const hoverOn = async (field: string) =>
    JSON.stringify(
      await campaigns.doHover(document, document.positionAt(document.getText().indexOf(field) + 1)),
    );
  expect(await hoverOn('name')).toContain('"value":"The name of the campaign');
  expect(await hoverOn('overrides')).toContain('"value":"What differs in a workspace');
});
