import { expect, test } from 'vitest';
import { android, email, push, type Row } from './campaigns.ts';
import { checker, merge, type JsonMap } from './schemas.ts';

const asFile = checker('campaign');

const NAME = '/connector/connector_name';
const named = (connector_name: JsonMap): JsonMap => ({ connector: { connector_type: 'A', connector_name } });
const inStaging = (staging: JsonMap): JsonMap => ({ overrides: { staging } });

/** Mistakes that only a campaign file can have. */
const MISTAKES_OF_FILES: readonly Row[] = [
  ['no name', push, { basic_details: { name: null } }, ['/basic_details/name', 'required']],
  ['a misspelled component', push, { utm_parameters: {} }, ['/utm_parameters', 'additionalProperties']],
  ['a connector on a push', push, { connector: {} }, ['/connector', 'additionalProperties']],
  ['a status that is not wanted of anybody', push, { status: 'SENT' }, ['/status', 'enum']],
  ['a key with capitals', push, { key: 'Promo/Sale' }, ['/key', 'pattern']],
  [
    'an override of another channel',
    ...([push, inStaging({ channel: 'EMAIL' })] as const),
    ['/overrides/staging/channel', 'additionalProperties'],
  ],
  [
    'an override with a broken reference',
    ...([push, inStaging({ basic_details: { tags: [{ $var: 1 }] } })] as const),
    ['/overrides/staging/basic_details/tags/0/$var', 'type'],
  ],
  [
    'a reference with something beside it',
    email,
    named({ $var: 'x', or: 'y' }),
    [`${NAME}/or`, 'additionalProperties'],
  ],
  ['two references at once', email, named({ $var: 'x', $file: 'y' }), [`${NAME}/$var`, 'false schema']],
  [
    'a file for a placeholder',
    ...([email, named({ $file: 'x', with: { a: { $file: 'y' } } })] as const),
    [`${NAME}/with/a/$file`, 'additionalProperties'],
  ],
  [
    'a file where a number belongs',
    push,
    { delivery_controls: { campaign_throttle_rpm: { $file: 'x' } } },
    ['/delivery_controls/campaign_throttle_rpm/$file', 'additionalProperties'],
  ],
];

test.each(MISTAKES_OF_FILES)('%s is one error in a campaign file', (_, base, patch, error) => {
  expect(asFile(merge(base, patch))).toEqual([error]);
});

const v = { $var: 'x' };
const BUSINESS_EVENT = { campaign_delivery_type: 'BUSINESS_EVENT_TRIGGERED' };
const condition = { filter_type: 'user_attributes', name: v, data_type: v, operator: v, value: v };
const variations = { variation_1: v, variation_2: { push: { android: v } } };
const ACCEPTED_IN_FILES: readonly (readonly [what: string, base: JsonMap, patch: JsonMap])[] = [
  ['a component as a variable', push, { ...BUSINESS_EVENT, basic_details: v }],
  ['values for placeholders', email, named({ $file: 'x', with: { a: 'b', 'c-1': v } })],
  [
    'a filter and its parts as variables',
    push,
    {
      segmentation_details: {
        included_filters: { filter_operator: v, filters: [v, { filter_type: v }, condition] },
      },
    },
  ],
  [
    'a language, a variation and a platform as variables',
    push,
    { campaign_content: { content: { default: v, German: variations } } },
  ],
  ['a text file for a text', push, android({ basic_details: { message: { $file: './message.txt' } } })],
  ['the keys of the file', push, { key: 'promo/sale', status: 'PAUSED', workspaces: ['local'] }],
  [
    'names that the service gives',
    push,
    {
      ...{ id: 'a', campaign_id: 'b', version_number: 2, request_id: 'g' },
      ...{ created_by: 'c', created_at: 'd', updated_by: 'e', updated_at: 'f' },
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
