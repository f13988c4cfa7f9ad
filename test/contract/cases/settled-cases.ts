import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import {
  BARE_EMAIL,
  BARE_PUSH,
  CONNECTOR,
  email,
  GEOFENCE,
  MAIL,
  onEvent,
  push,
  put,
  startingIn,
  WEB,
  type Body,
} from '../../support/contract/bodies.ts';
import { contract, group } from '../../support/contract/contract.ts';
import { HOUR_MS, MINUTE_MS } from '../../support/contract/control.ts';
import { AUTHOR, FIRST_PAGE, GROUP_LIST, inlineTest, previewFor } from '../../support/contract/operations.ts';
import type { Reply } from '../../support/contract/reply.ts';
import {
  accepted,
  expectBlame,
  expectFailure,
  expectStatus,
  refused,
  refusedValues,
} from '../../support/contract/verdicts.ts';
import type { ContractClient } from '../../support/contract/client.ts';

// Points in which an answer of ours once said less, or other things, than the specification does.

const LIMIT = 'campaign_audience_limit';
const SCHEDULE = 'scheduling_details';
const PLACE = 'basic_details.geofences.name';
const at = push('LOCATION_TRIGGERED', {
  [SCHEDULE]: {
    delivery_type: 'ASAP',
    geo_fence_timelimit: {
      notification_schedule: 'LIMITED_TIME',
      timebounds: [{ start_time: '2090-03-01T09:00:00', end_time: '2090-03-01T18:00:00' }],
    },
  },
});
const BOUND = `${SCHEDULE}.geo_fence_timelimit.timebounds.0`;
const BEST = push('ONE_TIME', {
  [SCHEDULE]: {
    ...{ delivery_type: 'SEND_IN_BTS', start_time: '2090-03-01T09:00:00', timezone: 'UTC' },
    bts_details: { send_in_bts: true, window_end_time: '2090-03-01T18:00:00' },
  },
});

const placed = (name: string): Body =>
  put(push('LOCATION_TRIGGERED'), 'basic_details.geofences', { ...GEOFENCE, name });

/** Requests with one field more than the operation knows. */
const UNKNOWN: readonly (readonly [
  what: string,
  field: string,
  send: (client: ContractClient, id: string) => Promise<Reply>,
])[] = [
  ['a search', 'sort', (client) => client.search({ ...FIRST_PAGE, sort: 'name' })],
  [
    'a filter of a search',
    'campaign_fields.sender_name',
    (client) => client.search({ ...FIRST_PAGE, campaign_fields: { sender_name: 'a' } }),
  ],
  ['metadata', 'sort', (client) => client.meta({ ...FIRST_PAGE, sort: 'name' })],
  [
    'a status change',
    'reason',
    (client, id) => client.send('PATCH', `v5/campaigns/${id}/status`, { action: 'PAUSE', reason: 'a' }),
  ],
  [
    'a validation',
    'deep',
    (client, id) => client.send('POST', `v5/campaigns/${id}/validate`, { deep: true }),
  ],
  ['a test', 'note', (client) => client.test({ ...inlineTest('a'), note: 'a' })],
  ['a preview', 'note', (client) => client.preview({ ...previewFor('a'), note: 'a' })],
  [
    'a publication',
    'note',
    (client, id) =>
      client.send('PATCH', `core-services/v1/campaigns/${id}`, {
        ...{ updated_by: 'growth@example.com', status: 'PUBLISH', note: 'a' },
      }),
  ],
  ['the control group', 'note', (client) => client.controlGroup({ ...GROUP_LIST, note: 'a' })],
];

const OF_PUSH = {
  delivery_controls: { queuing_enabled: false },
  basic_details: { name: 'A', platforms: ['IOS'] },
  trigger_condition: { intelligent_delay_optimization: { min_delay_value: 1 } },
};

export const settledCases = group('settled points', [
  contract(['V12', 'Geofences'], 'a geofence has a name of its own', async ({ client }) => {
    const name = `Place ${randomUUID()}`;
    const id = await client.created(placed(name));
    const second = await client.create(placed(name));
    expectFailure(second, 400, 'VALIDATION_FAILED');
    expectBlame(second, PLACE);
    const { basic_details } = placed(name);
    expectStatus(await client.update(id, { basic_details }), 200);
    const other = await client.created(placed(`${name} too`));
    expectFailure(await client.update(other, { basic_details }), 400, 'VALIDATION_FAILED');
  }),
  ...refusedValues({ references: ['V19', SCHEDULE], whole: at }, [
    [`${SCHEDULE}.expiry_time`, '2090-02-30T09:00:00'],
    [`${SCHEDULE}.expiry_time`, '2090-04-31T09:00:00+02:00'],
    [`${BOUND}.start_time`, '2090-02-30T09:00:00'],
    [`${BOUND}.end_time`, '2090-03-01T24:61:00'],
  ]),
  ...refusedValues({ references: ['V19', SCHEDULE], whole: BEST }, [
    [`${SCHEDULE}.bts_details.window_end_time`, '2090-02-30T18:00:00'],
    [`${SCHEDULE}.bts_details.window_end_time`, '24:61'],
    [`${SCHEDULE}.bts_details.window_end_time`, '2090-03-01T18:00:00+99:00'],
  ]),
  ...UNKNOWN.map(([what, field, send]) =>
    contract(['V20'], `${what} with an unknown field is refused`, async ({ client }) => {
      const answer = await send(client, await client.created(push('EVENT_TRIGGERED')));
      expectFailure(answer, 400, 'VALIDATION_FAILED');
      expectBlame(answer, field);
    }),
  ),
  ...Object.entries(OF_PUSH).map(([name, value]) =>
    refused(['V20'], `${name} of a push in an email`, {
      body: {
        ...email('EVENT_TRIGGERED'),
        ...(name === 'trigger_condition'
          ? { [name]: { included_filters: onEvent('a'), ...value } }
          : { [name]: value }),
      },
      at: name,
    }),
  ),
  refused(['V20'], 'the content type of an email in a push', {
    body: put(push('ONE_TIME'), 'basic_details.content_type', 'PROMOTIONAL'),
    at: 'basic_details.content_type',
  }),
  refused(['V7', 'Push campaign_content'], 'flat and keyed content at once', {
    body: put(push('ONE_TIME'), 'campaign_content.content', {
      push: WEB,
      default: { variation_1: { push: WEB } },
    }),
    at: 'campaign_content.content.default',
  }),
  refused(['V7', 'Push campaign_content'], 'content of the other channel', {
    body: put(push('ONE_TIME'), 'campaign_content.content', { push: WEB, email: MAIL }),
    at: 'campaign_content.content.email',
  }),
  ...(['PUSH', 'EMAIL'] as const).map((channel) =>
    refused(
      ['V7', channel === 'PUSH' ? 'Push campaign_content' : 'Email campaign_content'],
      `a variation with content of both channels for ${channel}`,
      {
        body: put(channel === 'PUSH' ? push('ONE_TIME') : email('ONE_TIME'), 'campaign_content.content', {
          default: { variation_1: { push: WEB, email: MAIL } },
        }),
        at: `campaign_content.content.default.variation_1.${channel === 'PUSH' ? 'email' : 'push'}`,
      },
    ),
  ),
  refused(['V7', 'Email campaign_content'], 'an email in both shapes at once', {
    body: put(email('ONE_TIME'), 'campaign_content.content', {
      email: MAIL,
      default: { variation_1: { email: MAIL } },
    }),
    at: 'campaign_content.content.default',
  }),
  contract(['V23', LIMIT], 'a live activity gets no audience limit', async ({ client, control }) => {
    const kind = { channel: 'PUSH', campaign_delivery_type: 'BROADCAST_LIVE_ACTIVITY' };
    const id = await control.seedOne({ ...push('ONE_TIME'), ...kind, status: 'ACTIVE' });
    const limit = { is_campaign_audience_limit_enabled: true, metric: 'SENT', frequency: 'TOTAL', limit: 5 };
    const answer = await client.update(id, { ...kind, updated_by: AUTHOR, [LIMIT]: limit });
    expectFailure(answer, 400, 'VALIDATION_FAILED');
    expectBlame(answer, LIMIT);
  }),
  ...['WEEKLY', 'MONTHLY'].map((sending_frequency) =>
    accepted(
      ['V26', SCHEDULE],
      `a ${sending_frequency} rhythm without days`,
      put(push('PERIODIC'), `${SCHEDULE}.periodic_details`, { sending_frequency }),
    ),
  ),
  contract(
    ['S11'],
    'what is sent at once is sending once published, then sent',
    async ({ client, control }) => {
      const id = await client.published(push('ONE_TIME'));
      expect(await client.statusOf(id)).toBe('SENDING');
      await control.advance(MINUTE_MS);
      expect(await client.statusOf(id)).toBe('SENT');
    },
  ),
  contract(['S13'], 'a triggered campaign is over when it expires', async ({ client, control }) => {
    const { start_time: expiry_time, timezone } = startingIn(HOUR_MS, await control.now());
    const schedule = { delivery_type: 'ASAP', expiry_time, timezone };
    const id = await client.published(push('EVENT_TRIGGERED', { [SCHEDULE]: schedule }));
    const late = await client.created(push('EVENT_TRIGGERED', { [SCHEDULE]: schedule }));
    const paused = await client.published(push('EVENT_TRIGGERED', { [SCHEDULE]: schedule }));
    expectStatus(await client.act(paused, 'PAUSE'), 200);
    expect(await client.statusOf(id)).toBe('ACTIVE');
    await control.advance(HOUR_MS + MINUTE_MS);
    expect(await client.statusOf(id)).toBe('SENT');
    expect(await client.statusOf(paused)).toBe('SENT');
    const answer = await client.publish(late);
    expectFailure(answer, 422, 'UNPROCESSABLE_ENTITY');
    expectBlame(answer, `${SCHEDULE}.expiry_time`);
  }),
  contract(['W16', 'Test Campaign'], 'a test of an email needs no basic details', async ({ client }) => {
    const answer = await client.test({
      ...{ channel: 'EMAIL', campaign_content: { content: { email: MAIL } }, connector: CONNECTOR },
      test_campaign_meta: { identifier: 'EMAIL', identifier_values: ['a@example.com'] },
    });
    expectStatus(answer, 200);
  }),
  contract(
    ['V20', 'Create request body'],
    'a draft of either channel needs nothing else',
    async ({ client }) => {
      for (const body of [BARE_PUSH, BARE_EMAIL]) expectStatus(await client.create(body), 201);
    },
  ),
  contract(
    ['W18', 'Personalized Preview'],
    'a preview of something unknown is refused',
    async ({ client, control }) => {
      const { id } = await control.user();
      for (const title of [
        "{{ ContentBlock['a'] }}",
        '{{ usr.first_name }}',
        '{% for p in ProductSet.x %}{% endfor %}',
      ]) {
        const answer = await client.preview(
          put(previewFor(id), 'campaign_content.content.push.web.basic_details.title', title),
        );
        expectFailure(answer, 400, 'VALIDATION_FAILED');
        expectBlame(answer, 'campaign_content.content.push.web.basic_details.title');
      }
    },
  ),
  contract(
    ['W18', 'Test Campaign'],
    'a test of something unknown is refused, and sends nothing',
    async ({ client, control }) => {
      const { email: to } = await control.user();
      const before = await control.outbox();
      for (const subject of [
        "{{ ContentBlock['a'] }}",
        '{{ usr.first_name }}',
        '{% if usr.tier %}a{% endif %}',
      ]) {
        const answer = await client.test({
          ...{ channel: 'EMAIL', campaign_content: { content: { email: { ...MAIL, subject } } } },
          ...{ connector: CONNECTOR, test_campaign_meta: { identifier: 'EMAIL', identifier_values: [to] } },
        });
        expectFailure(answer, 400, 'VALIDATION_FAILED');
        expectBlame(answer, 'campaign_content.content.email.subject');
      }
      expect(await control.outbox()).toEqual(before);
    },
  ),
]);
