import { expect, test } from 'vitest';
import { android, email, located, push, utm, type Row } from './campaigns.ts';
import { checker, merge, type JsonMap } from './schemas.ts';

const asFile = checker('campaign');

/** Mistakes that only a campaign file can have. */
const MISTAKES_OF_FILES: readonly Row[] = [
  ['no name', push, { basic_details: { name: null } }, ['/basic_details/name', 'required']],
  ['no basic_details', push, { basic_details: null }, ['/basic_details', 'required']],
  ['a misspelled component', push, { utm_parameters: {} }, ['/utm_parameters', 'additionalProperties']],
  [
    'a misspelled component of an unknown channel',
    push,
    { channel: { $var: 'channel' }, utm_parameters: {} },
    ['/utm_parameters', 'additionalProperties'],
  ],
  ['a connector on a push', push, { connector: {} }, ['/connector', 'additionalProperties']],
  ['push priorities on an email', email, { advanced: {} }, ['/advanced', 'additionalProperties']],
  ['a status that is not wanted of anybody', push, { status: 'SENT' }, ['/status', 'enum']],
  ['a key with capitals', push, { key: 'Promo/Sale' }, ['/key', 'pattern']],
  ['a key that looks like a record', push, { key: 'promo/sale.json' }, ['/key', 'pattern']],
  ['a workspace by an impossible name', push, { workspaces: ['Production!'] }, ['/workspaces/0', 'pattern']],
  [
    'an override of another channel',
    push,
    { overrides: { staging: { channel: 'EMAIL' } } },
    ['/overrides/staging/channel', 'additionalProperties'],
  ],
  [
    'an override with a broken reference',
    push,
    { overrides: { staging: { basic_details: { tags: [{ $var: 1 }] } } } },
    ['/overrides/staging/basic_details/tags/0/$var', 'type'],
  ],
  [
    'a reference with something beside it',
    email,
    { connector: { connector_type: 'A', connector_name: { $var: 'x', or: 'y' } } },
    ['/connector/connector_name/or', 'additionalProperties'],
  ],
  [
    'two references at once',
    email,
    { connector: { connector_type: 'A', connector_name: { $var: 'x', $file: 'y' } } },
    ['/connector/connector_name/$var', 'false schema'],
  ],
  [
    'values for the text of a variable',
    email,
    { connector: { connector_type: 'A', connector_name: { $var: 'x', with: {} } } },
    ['/connector/connector_name/with', 'false schema'],
  ],
  [
    'a number for a placeholder',
    email,
    { connector: { connector_type: 'A', connector_name: { $file: 'x', with: { a: 5 } } } },
    ['/connector/connector_name/with/a', 'type'],
  ],
  [
    'a file for a placeholder',
    email,
    { connector: { connector_type: 'A', connector_name: { $file: 'x', with: { a: { $file: 'y' } } } } },
    ['/connector/connector_name/with/a/$file', 'additionalProperties'],
  ],
  [
    'a file where a number belongs',
    push,
    { delivery_controls: { campaign_throttle_rpm: { $file: 'x' } } },
    ['/delivery_controls/campaign_throttle_rpm/$file', 'additionalProperties'],
  ],
  [
    'a file where a component belongs',
    push,
    { delivery_controls: { $file: 'x' } },
    ['/delivery_controls/$file', 'additionalProperties'],
  ],
  [
    'a reference by a number',
    push,
    { utm_params: { ...utm, utm_term: { $file: 5 } } },
    ['/utm_params/utm_term/$file', 'type'],
  ],
  [
    'a map where a text belongs',
    email,
    { connector: { connector_type: 'A', connector_name: { name: 'x' } } },
    ['/connector/connector_name', 'type'],
  ],
];

test.each(MISTAKES_OF_FILES)('%s is one error in a campaign file', (_, base, patch, error) => {
  expect(asFile(merge(base, patch))).toEqual([error]);
});

const v = { $var: 'x' };
const ACCEPTED_IN_FILES: readonly (readonly [what: string, base: JsonMap, patch: JsonMap])[] = [
  [
    'a component as a variable',
    push,
    { campaign_delivery_type: 'BUSINESS_EVENT_TRIGGERED', basic_details: v },
  ],
  [
    'values for placeholders',
    email,
    { connector: { connector_type: 'A', connector_name: { $file: 'x', with: { a: 'b', 'c-1': v } } } },
  ],
  ['the channel as a variable', email, { channel: v, connector: {}, advanced: {} }],
  ['the delivery type as a variable', push, { campaign_delivery_type: v }],
  [
    'every part of a delay as a variable',
    email,
    {
      trigger_condition: {
        trigger_delay_type: 'DELAY',
        trigger_delay_value: v,
        trigger_delay_granularity: v,
        trigger_relation: v,
        trigger_attr: v,
      },
    },
  ],
  [
    'a filter and its parts as variables',
    push,
    {
      segmentation_details: {
        included_filters: {
          filter_operator: v,
          filters: [
            v,
            { filter_type: v },
            { filter_type: 'user_attributes', name: v, data_type: v, operator: v, value: v },
          ],
        },
      },
    },
  ],
  ['a list and a member as variables', push, { basic_details: { platforms: v, tags: [v] } }],
  [
    'a switch and what depends on it as variables',
    push,
    {
      delivery_controls: { queuing_enabled: v, queue_duration: v },
      control_group_details: { is_campaign_control_group_enabled: v },
    },
  ],
  [
    'a schedule whose kind is a variable',
    push,
    { campaign_delivery_type: 'PERIODIC', scheduling_details: { delivery_type: v, periodic_details: v } },
  ],
  ['content as a variable', push, { campaign_content: { locales: v, variation_details: v, content: v } }],
  [
    'a language, a variation and a platform as variables',
    push,
    {
      campaign_content: {
        content: { default: v, German: { variation_1: v, variation_2: { push: { android: v } } } },
      },
    },
  ],
  ['a text file for a text', push, android({ basic_details: { message: { $file: './message.txt' } } })],
  ['geofences as a variable', push, merge(located, { basic_details: { geofences: v } }) as JsonMap],
  ['the keys of the file', push, { key: 'promo/sale', status: 'PAUSED', workspaces: ['local'] }],
  [
    'names that the service gives',
    push,
    {
      id: 'a',
      campaign_id: 'b',
      version_number: 2,
      created_by: 'c',
      created_at: 'd',
      updated_by: 'e',
      updated_at: 'f',
      request_id: 'g',
    },
  ],
];

test.each(ACCEPTED_IN_FILES)('%s is accepted in a campaign file', (_, base, patch) => {
  expect(asFile(merge(base, patch))).toEqual([]);
});

test('an override may remove a component, and anything inside one', () => {
  const overrides = {
    staging: {
      status: null,
      utm_params: null,
      basic_details: { tags: null, team: { $var: 'team' } },
      delivery_controls: { $var: 'controls' },
    },
  };
  for (const base of [push, email]) expect(asFile({ ...base, overrides })).toEqual([]);
});

test('an override has only the components of its channel', () => {
  const overrides = { staging: { connector: { $var: 'connector' } } };
  expect(asFile({ ...email, overrides })).toEqual([]);
  expect(asFile({ ...push, overrides })).toEqual([['/overrides/staging/connector', 'additionalProperties']]);
});
