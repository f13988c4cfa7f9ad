import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  CAMPAIGNS,
  checker,
  exampleFiles,
  isMap,
  readSchema,
  readYaml,
  resolved,
  workspaceNames,
  type Json,
} from './schemas.ts';

const asFile = checker('campaign');
const asCampaign = checker('components');
const files = exampleFiles();
const bodies = files.map((file) => resolved(file, 'local'));

describe.each(files)('the example %s', (file) => {
  test('is a campaign file', () => {
    expect(asFile(readYaml(file))).toEqual([]);
  });

  test.each(workspaceNames())('is a campaign in the workspace %s', (workspace) => {
    expect(asCampaign(resolved(file, workspace))).toEqual([]);
  });

  test('names its schema in the first line', () => {
    const up = '../'.repeat(file.split('/').length);
    const [first] = readFileSync(join(CAMPAIGNS, file), 'utf8').split('\n');
    expect(first).toBe(`# yaml-language-server: $schema=${up}schemas/campaign.schema.json`);
  });

  test('has no field that the schema does not list', () => {
    const known = namesIn(readSchema('components'));
    const names = namesOf(resolved(file, 'local')).filter(
      (name) => !/^(variation_\d+|utm_\w+|German)$/.test(name),
    );
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });
});

test('the example workspaces are accepted', () => {
  expect(checker('workspaces')(readYaml('workspaces.yaml'))).toEqual([]);
});

describe('together the examples show', () => {
  const names = new Set(namesOf(bodies));
  const values = new Set(textsOf(bodies));
  const namesInFiles = new Set(namesOf(files.map(readYaml)));

  test.each([
    ...['PUSH', 'EMAIL'],
    ...[
      'ONE_TIME',
      'PERIODIC',
      'EVENT_TRIGGERED',
      'BUSINESS_EVENT_TRIGGERED',
      'DEVICE_TRIGGERED',
      'LOCATION_TRIGGERED',
    ],
    ...['user_attributes', 'actions', 'custom_segments'],
    ...['ASAP', 'AT_FIXED_TIME', 'SEND_IN_BTS', 'SEND_IN_USER_TIMEZONE'],
    ...['DAILY', 'WEEKLY', 'MONTHLY', 'BEFORE', 'AFTER', 'DELAY', 'INTELLIGENT_DELAY', 'dwell'],
    ...[
      'BASIC',
      'STYLIZED_BASIC',
      'SIMPLE_IMAGE_CAROUSEL',
      'IMAGE_BANNER_WITH_TEXT',
      'TIMER_WITH_PROGRESS_BAR',
      'Custom',
    ],
    ...['MANUAL', 'SHERPA', 'INSTANCE', 'TRANSACTIONAL', 'PROMOTIONAL'],
  ])('the value %s', (value) => {
    expect(values).toContain(value);
  });

  test.each([
    ...['secondary_included_filters', 'excluded_filters', 'goal_event_attribute', 'value1'],
    ...[
      'repeat_on_date_of_month',
      'repeat_on_days_of_week',
      'repeat_on_days_of_week_for_month',
      'geo_fence_timelimit',
    ],
    ...[
      'queue_duration',
      'campaign_audience_limit',
      'control_group_details',
      'advanced',
      'utm_season',
      'custom_template_id',
    ],
    ...['android', 'ios', 'web', 'platform_specific_details', 'locales', 'variation_2', 'attachments'],
  ])('the field %s', (name) => {
    expect(names).toContain(name);
  });

  test.each(['$file', '$var', 'overrides', 'workspaces', 'key'])('the key %s', (name) => {
    expect(namesInFiles).toContain(name);
  });
});

/** Every name that a schema knows at some place. */
function namesIn(schema: Json): Set<string> {
  if (Array.isArray(schema)) return new Set(schema.flatMap((part) => [...namesIn(part)]));
  if (!isMap(schema)) return new Set();
  const { properties } = schema;
  const own = properties !== undefined && isMap(properties) ? Object.keys(properties) : [];
  return new Set([...own, ...Object.values(schema).flatMap((part) => [...namesIn(part)])]);
}

function namesOf(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(namesOf);
  return isMap(value) ? Object.entries(value).flatMap(([name, member]) => [name, ...namesOf(member)]) : [];
}

function textsOf(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return isMap(value) ? Object.values(value).flatMap(textsOf) : [];
}
