import { expect } from 'vitest';
import { BARE_EMAIL, BARE_PUSH, email, EVERYBODY, push, type Body } from '../../support/contract/bodies.ts';
import { contract, group } from '../../support/contract/contract.ts';
import {
  accepted,
  expectBlame,
  expectFailure,
  expectStatus,
  refused,
} from '../../support/contract/verdicts.ts';

const PUSH_TYPES = [
  'ONE_TIME',
  'PERIODIC',
  'EVENT_TRIGGERED',
  'BUSINESS_EVENT_TRIGGERED',
  'DEVICE_TRIGGERED',
  'LOCATION_TRIGGERED',
];
const EMAIL_TYPES = PUSH_TYPES.slice(0, 4);
const TRIGGER = { trigger_condition: { trigger_delay_type: 'ASAP' } };

/** Drafts without the `trigger_condition` that their delivery type needs. */
const TRIGGERLESS: readonly [string, Body][] = [
  ['push EVENT_TRIGGERED', of(BARE_PUSH, 'EVENT_TRIGGERED')],
  ['push DEVICE_TRIGGERED', of(BARE_PUSH, 'DEVICE_TRIGGERED')],
  ['push LOCATION_TRIGGERED', of(BARE_PUSH, 'LOCATION_TRIGGERED')],
  ['email EVENT_TRIGGERED', of(BARE_EMAIL, 'EVENT_TRIGGERED')],
];

/** Drafts with only the fields that their delivery type requires on creation. */
const BAREST: readonly [string, Body][] = [
  ['push ONE_TIME', BARE_PUSH],
  ['push PERIODIC', of(BARE_PUSH, 'PERIODIC')],
  ['push BUSINESS_EVENT_TRIGGERED', of(BARE_PUSH, 'BUSINESS_EVENT_TRIGGERED')],
  ['push EVENT_TRIGGERED', { ...of(BARE_PUSH, 'EVENT_TRIGGERED'), ...TRIGGER }],
  ['push DEVICE_TRIGGERED', { ...of(BARE_PUSH, 'DEVICE_TRIGGERED'), ...TRIGGER }],
  ['push LOCATION_TRIGGERED', { ...of(BARE_PUSH, 'LOCATION_TRIGGERED'), ...TRIGGER }],
  ['email ONE_TIME', BARE_EMAIL],
  ['email PERIODIC', of(BARE_EMAIL, 'PERIODIC')],
  ['email BUSINESS_EVENT_TRIGGERED', of(BARE_EMAIL, 'BUSINESS_EVENT_TRIGGERED')],
  ['email EVENT_TRIGGERED', { ...of(BARE_EMAIL, 'EVENT_TRIGGERED'), ...TRIGGER }],
];

/** Mistakes at the top of the body. */
const TOP: readonly [string, Body, string][] = [
  ['no channel', { ...BARE_PUSH, channel: undefined }, 'channel'],
  ['no delivery type', { ...BARE_PUSH, campaign_delivery_type: undefined }, 'campaign_delivery_type'],
  ['an unknown delivery type', of(BARE_PUSH, 'WEEKLY'), 'campaign_delivery_type'],
  ['no author', { ...BARE_PUSH, created_by: undefined }, 'created_by'],
  ["an author that isn't an address", { ...BARE_PUSH, created_by: 'me' }, 'created_by'],
  ['a component that is a text', { ...BARE_PUSH, basic_details: 'A' }, 'basic_details'],
  ['a component that is a list', { ...BARE_PUSH, segmentation_details: [EVERYBODY] }, 'segmentation_details'],
  ['a component that is null', { ...BARE_PUSH, utm_params: null }, 'utm_params'],
];

/** Fields that a creation doesn't have, at least on its channel. */
const UNKNOWN: readonly [string, Body][] = [
  ['colour', { ...BARE_PUSH, colour: 'red' }],
  ['status', { ...BARE_PUSH, status: 'ACTIVE' }],
  ['updated_at', { ...BARE_EMAIL, updated_at: '2030-01-01 00:00:00.000000' }],
  ['connector', { ...BARE_PUSH, connector: { connector_type: 'SENDGRID', connector_name: 'sandbox' } }],
  ['advanced', { ...BARE_EMAIL, advanced: {} }],
];

export const creationCases = group('creation', [
  ...PUSH_TYPES.map((type) =>
    accepted(
      ['Service 4', 'Service 3', 'Create Campaign Draft'],
      `a complete push campaign that is ${type}`,
      push(type),
    ),
  ),
  ...EMAIL_TYPES.map((type) =>
    accepted(
      ['Service 4', 'Service 3', 'Create Campaign Draft'],
      `a complete email campaign that is ${type}`,
      email(type),
    ),
  ),
  ...['DEVICE_TRIGGERED', 'LOCATION_TRIGGERED', 'BROADCAST_LIVE_ACTIVITY'].map((type) =>
    refused(['Service 4'], `an email that is ${type}`, {
      body: { ...of(BARE_EMAIL, type), ...TRIGGER },
      at: 'campaign_delivery_type',
    }),
  ),
  refused(['Service 4'], 'a live activity', {
    body: of(BARE_PUSH, 'BROADCAST_LIVE_ACTIVITY'),
    at: 'campaign_delivery_type',
  }),
  ...['WHATSAPP', 'FACEBOOK', 'GOOGLE ADS', 'CONNECTORS', 'push'].map((channel) =>
    refused(['Service 3', 'Create request body'], `the channel ${channel}`, {
      body: { ...BARE_PUSH, channel },
      at: 'channel',
    }),
  ),
  refused(['Service 5'], 'the channel SMS', { body: { ...BARE_PUSH, channel: 'SMS' }, at: 'channel' }),
  ...TOP.map(([what, body, at]) => refused(['Create request body', 'Errors 400'], what, { body, at })),
  ...UNKNOWN.map(([field, body]) =>
    contract(
      ['V20', 'Create request body'],
      `creation refuses the field ${field} for ${String(body.channel)}`,
      async ({ client }) => {
        const answer = await client.create(body);
        expectFailure(answer, 400, 'VALIDATION_FAILED');
        expect(answer.at('error.target')).toBe(field);
      },
    ),
  ),
  ...TRIGGERLESS.map(([what, body]) =>
    refused(['Cross-cutting rule 1', 'V1', 'trigger_condition'], `${what} without trigger_condition`, {
      body,
      at: 'trigger_condition',
    }),
  ),
  ...BAREST.map(([what, body]) => accepted(['V1', 'V21'], `${what} without what may be added later`, body)),
  accepted(['V16', 'trigger_condition'], 'a trigger_condition if nothing is triggered', {
    ...BARE_PUSH,
    ...TRIGGER,
  }),
  accepted(
    ['V16', 'trigger_condition'],
    'a trigger_condition together with a business event',
    push('BUSINESS_EVENT_TRIGGERED', TRIGGER),
  ),
  contract(['V6', 'W3'], 'unknown fields inside a component are accepted and stored', async ({ client }) => {
    const basic_details = { name: 'A', colour: { of: ['the', 'rainbow'] } };
    const id = await client.created({ ...BARE_PUSH, basic_details });
    expect((await client.get(id)).at('data.basic_details')).toEqual(basic_details);
  }),
  contract(['V16', 'W3'], 'fields without effect are accepted and stored', async ({ client }) => {
    const delivery_controls = { bypass_dnd: true, campaign_throttle_rpm: 1000 };
    const id = await client.created(push('EVENT_TRIGGERED', { delivery_controls }));
    expect((await client.get(id)).at('data.delivery_controls')).toEqual(delivery_controls);
  }),
  contract(
    ['States: creation', 'Limits: request_id reuse', 'V1'],
    'a refused creation leaves nothing behind',
    async ({ client }) => {
      const created_by = 'nobody-at-all@example.com';
      const answer = await client.create({ ...BARE_PUSH, created_by, basic_details: { name: 7 } });
      expectFailure(answer, 400, 'VALIDATION_FAILED');
      expectBlame(answer, 'basic_details.name');
      const campaign_fields = { created_by: [created_by], status: ['DRAFT'] };
      const found = await client.search({ limit: 1, page: 1, campaign_fields });
      expectStatus(found, 200);
      expect(found.at('data.campaigns')).toEqual([]);
    },
  ),
]);

function of(bare: Body, type: string): Body {
  return { ...bare, campaign_delivery_type: type };
}
