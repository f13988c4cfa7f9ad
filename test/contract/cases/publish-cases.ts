import { expect } from 'vitest';
import {
  DAILY,
  drop,
  email,
  inAnHour,
  onEvent,
  push,
  put,
  startingIn,
  WEB,
  type Body,
} from '../../support/contract/bodies.ts';
import { contract, group, type CaseContext } from '../../support/contract/contract.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../support/contract/control.ts';
import { AUTHOR } from '../../support/contract/operations.ts';
import { column, listAt, lookUp, type Reply } from '../../support/contract/reply.ts';
import { A_TEXT, concerns, expectFailure, expectStatus } from '../../support/contract/verdicts.ts';

const MAIL = 'campaign_content.content.email';
const WEB_TEXTS = 'campaign_content.content.push.web.basic_details';
const DEVICE = push('DEVICE_TRIGGERED');
const PROMOTION = put(email('ONE_TIME'), 'basic_details.content_type', 'PROMOTIONAL');
const KEYED = push('ONE_TIME', {
  campaign_content: { content: { default: { variation_1: { push: WEB } } } },
});

const IOS = 'campaign_content.content.push.ios';
const FILTER = 'trigger_condition.included_filters';
const BUSINESS_EVENT = 'basic_details.business_event';
const START = 'scheduling_details.start_time';
const TITLE = 'campaign_content.content.default.variation_1.push.web.basic_details.title';
const DELAYED = {
  ...{ included_filters: onEvent('App opened'), trigger_delay_type: 'DELAY', trigger_delay_value: 5 },
  ...{ trigger_delay_granularity: 'MINUTES', trigger_relation: 'AFTER', trigger_attr: 'If Action' },
};

/** Campaigns, and the path of what creation does not need of them, and publishing does. Open point V2. */
const GAPS: readonly [string, Body, string][] = [
  ['push without a name', push('ONE_TIME'), 'basic_details.name'],
  ['email without a name', email('ONE_TIME'), 'basic_details.name'],
  ['push without content', push('ONE_TIME'), 'campaign_content'],
  ['push without a title', push('ONE_TIME'), `${WEB_TEXTS}.title`],
  ['push without a message', push('ONE_TIME'), `${WEB_TEXTS}.message`],
  ['push without segmentation', push('ONE_TIME'), 'segmentation_details'],
  ['email without segmentation', email('ONE_TIME'), 'segmentation_details'],
  ['periodic push for nobody', push('PERIODIC'), 'segmentation_details'],
  ['one-time push without a schedule', push('ONE_TIME'), 'scheduling_details'],
  ['one-time email without a schedule', email('ONE_TIME'), 'scheduling_details'],
  ['periodic push without a schedule', push('PERIODIC'), 'scheduling_details'],
  ['event-triggered push without a filter', push('EVENT_TRIGGERED'), FILTER],
  ['email without a connector', email('ONE_TIME'), 'connector'],
  ['email without a sender address', email('ONE_TIME'), `${MAIL}.from_address`],
];

/** Drafts that creation accepts and publishing refuses, with the path of the mistake. Open point V2. */
const UNFIT: readonly [string, Body, string][] = [
  ...GAPS.map(([what, body, path]): [string, Body, string] => [what, drop(body, path), path]),
  ['a platform without content', put(push('ONE_TIME'), 'basic_details.platforms', ['WEB', 'IOS']), IOS],
  ['push with an empty title', put(push('ONE_TIME'), `${WEB_TEXTS}.title`, ''), `${WEB_TEXTS}.title`],
  ['push with an empty message', put(push('ONE_TIME'), `${WEB_TEXTS}.message`, ''), `${WEB_TEXTS}.message`],
  ['keyed content with an empty title', put(KEYED, TITLE, ''), TITLE],
  ...Object.entries({ trigger_delay_value: 5, trigger_delay_granularity: 'MINUTES' }).map(
    ([field, value]): [string, Body, string] => [
      `device-triggered push with a ${field}`,
      put(DEVICE, `trigger_condition.${field}`, value),
      `trigger_condition.${field}`,
    ],
  ),
  [
    'device-triggered push with a delay',
    put(DEVICE, 'trigger_condition', DELAYED),
    'trigger_condition.trigger_delay_type',
  ],
  ['one-time push that starts in the past', put(push('ONE_TIME'), 'scheduling_details', inThePast()), START],
  [
    'periodic email that starts in the past',
    put(email('PERIODIC'), 'scheduling_details', { ...DAILY, ...inThePast() }),
    START,
  ],
  [
    'event-triggered push without delivery controls',
    drop(push('EVENT_TRIGGERED'), 'delivery_controls'),
    'delivery_controls.bypass_dnd',
  ],
  [
    'event-triggered email with no filter in its group',
    put(email('EVENT_TRIGGERED'), `${FILTER}.filters`, []),
    FILTER,
  ],
  ['push without its event', drop(push('BUSINESS_EVENT_TRIGGERED'), 'basic_details'), BUSINESS_EVENT],
  ['email without its event', drop(email('BUSINESS_EVENT_TRIGGERED'), 'basic_details'), BUSINESS_EVENT],
  ['location-triggered push', drop(push('LOCATION_TRIGGERED'), 'basic_details'), 'basic_details.geofences'],
  ['email with an empty subject', put(email('ONE_TIME'), `${MAIL}.subject`, ''), `${MAIL}.subject`],
  ['email with neither html nor template', drop(email('ONE_TIME'), `${MAIL}.html_content`), MAIL],
  ['a promotion without its category', PROMOTION, 'basic_details.subscription_category'],
];

/** Campaigns that can be published. */
const FIT: readonly [string, Body][] = [
  ...['ONE_TIME', 'PERIODIC', 'EVENT_TRIGGERED', 'BUSINESS_EVENT_TRIGGERED', 'LOCATION_TRIGGERED'].map(
    (type): [string, Body] => [`push ${type}`, push(type)],
  ),
  ...['ONE_TIME', 'PERIODIC', 'EVENT_TRIGGERED', 'BUSINESS_EVENT_TRIGGERED'].map((type): [string, Body] => [
    `email ${type}`,
    email(type),
  ]),
  ['push DEVICE_TRIGGERED without a schedule', drop(DEVICE, 'scheduling_details')],
  ['push EVENT_TRIGGERED without a schedule', drop(push('EVENT_TRIGGERED'), 'scheduling_details')],
  ...['EVENT_TRIGGERED', 'BUSINESS_EVENT_TRIGGERED', 'DEVICE_TRIGGERED', 'LOCATION_TRIGGERED'].map(
    (type): [string, Body] => [`push ${type} without segmentation`, drop(push(type), 'segmentation_details')],
  ),
  ['push with keyed content', KEYED],
  [
    'email with a template',
    put(drop(email('ONE_TIME'), `${MAIL}.html_content`), `${MAIL}.custom_template_id`, 't-1'),
  ],
  ['a promotion with its category', put(PROMOTION, 'basic_details.subscription_category', 'News')],
];

export const publishCases = group('validate and publish', [
  ...UNFIT.map(([what, body, place]) =>
    contract(
      [
        'W11',
        'V2',
        'Validate Campaign',
        ...(place.endsWith('.name') ? (['V21'] as const) : []),
        ...(place.endsWith('start_time') ? (['V15'] as const) : []),
      ],
      `validate finds ${what}`,
      async ({ client }) => {
        const answer = await client.validate(await client.created(body));
        expectStatus(answer, 200);
        expect(answer.at('data.valid')).toBe(false);
        const errors = listAt(answer, 'data.errors');
        expect(errors.map((error) => lookUp(error, 'issue'))).toEqual(errors.map(() => A_TEXT));
        expect(
          column(answer, 'data.errors', 'field').some((field) => concerns(field, place)),
          answer.text,
        ).toBe(true);
      },
    ),
  ),
  ...FIT.map(([what, body]) =>
    contract(
      ['W11', 'V2', 'V15', 'Validate Campaign'],
      `validate finds nothing in ${what}`,
      async ({ client }) => {
        const answer = await client.validate(await client.created(body));
        expectStatus(answer, 200);
        expect(answer.at('data')).toEqual({ valid: true, errors: [] });
      },
    ),
  ),
  contract(['W11', 'V2'], 'validate reports every failure', async ({ client }) => {
    const answer = await client.validate(
      await client.created(drop(drop(email('ONE_TIME'), 'connector'), 'segmentation_details')),
    );
    const fields = column(answer, 'data.errors', 'field');
    expect(fields).toEqual(expect.arrayContaining(['connector', 'segmentation_details']));
  }),
  contract(['Validate Campaign'], 'validate changes neither content nor status', async ({ client }) => {
    const id = await client.created(drop(push('ONE_TIME'), 'segmentation_details'));
    const before = await client.get(id);
    await client.validate(id);
    expect((await client.get(id)).at('data')).toEqual(before.at('data'));
  }),
  contract(['V2', 'V15'], 'a start becomes past as time passes', async ({ client, control }) => {
    const id = await client.created(push('ONE_TIME', { scheduling_details: inAnHour(await control.now()) }));
    expect((await client.validate(id)).at('data.valid')).toBe(true);
    await control.advance(HOUR_MS + MINUTE_MS);
    expect((await client.validate(id)).at('data.valid')).toBe(false);
  }),

  contract(['W19', 'Service 6', 'States rule 3'], 'publishing answers 204, no body', async ({ client }) => {
    const id = await client.created(push('EVENT_TRIGGERED'));
    const answer = await publish(client, id);
    expect([answer.status, answer.text]).toEqual([204, '']);
  }),
  ...[
    push('EVENT_TRIGGERED'),
    push('BUSINESS_EVENT_TRIGGERED'),
    email('EVENT_TRIGGERED'),
    push('DEVICE_TRIGGERED'),
  ].map((body) =>
    contract(
      ['W19', 'States rule 3'],
      `${String(body.channel)} ${String(body.campaign_delivery_type)} without a start is ACTIVE once published`,
      async ({ client }) => {
        const id = await client.created(body);
        expectStatus(await publish(client, id), 204);
        expect(await client.statusOf(id)).toBe('ACTIVE');
      },
    ),
  ),
  ...[push, email].flatMap((make) =>
    ['ONE_TIME', 'PERIODIC', 'EVENT_TRIGGERED'].map((type) =>
      contract(
        ['W19', 'States rule 3'],
        `${make.name} ${type} that starts later is SCHEDULED once published`,
        async ({ client, now }) => {
          const schedule = { ...(type === 'PERIODIC' ? DAILY : {}), ...startingIn(DAY_MS, await now()) };
          const id = await client.created(make(type, { scheduling_details: schedule }));
          expectStatus(await publish(client, id), 204);
          expect(await client.statusOf(id)).toBe('SCHEDULED');
        },
      ),
    ),
  ),
  contract(['W19', 'V2', 'Errors 422', 'Error codes'], 'what validate finds stops it', async ({ client }) => {
    const id = await client.created(drop(drop(email('ONE_TIME'), 'connector'), 'segmentation_details'));
    const found = column(await client.validate(id), 'data.errors', 'field');
    const answer = await publish(client, id);
    expectFailure(answer, 422, 'UNPROCESSABLE_ENTITY');
    expect(column(answer, 'error.details', 'target')).toEqual(found);
    expect(await client.statusOf(id)).toBe('DRAFT');
  }),
  ...[{ updated_by: AUTHOR }, { updated_by: AUTHOR, status: 'ACTIVE' }].map((body) =>
    contract(['W19'], `publishing with ${JSON.stringify(body)} is refused`, async ({ client }) => {
      const id = await client.created(push('EVENT_TRIGGERED'));
      const answer = await client.send('PATCH', `core-services/v1/campaigns/${id}`, body);
      expectFailure(answer, 400, 'VALIDATION_FAILED');
      expect(await client.statusOf(id)).toBe('DRAFT');
    }),
  ),
  contract(
    ['Service 1', 'Service 2'],
    'a campaign is created, built up, validated, published and paused',
    async ({ client }) => {
      const { channel, campaign_delivery_type, created_by, ...components } = push('EVENT_TRIGGERED');
      const { trigger_condition, ...rest } = components;
      const id = await client.created({ channel, campaign_delivery_type, created_by, trigger_condition });
      expect((await client.validate(id)).at('data.valid')).toBe(false);
      expectStatus(await client.update(id, rest), 200);
      expect((await client.validate(id)).at('data.valid')).toBe(true);
      expectStatus(await publish(client, id), 204);
      expectStatus(await client.act(id, 'PAUSE'), 200);
      const found = await client.search({ limit: 1, page: 1, campaign_fields: { ids: [id] } });
      expect(found.at('data.campaigns.0.status')).toBe('PAUSED');
    },
  ),
]);

/** Publishes with the complete body, like the client. */
function publish(client: CaseContext['client'], id: string): Promise<Reply> {
  const body = { request_id: `publish-${id}`, updated_by: AUTHOR, status: 'PUBLISH' };
  const headers = { 'X-SVC-Request-Id': body.request_id };
  return client.send('PATCH', `core-services/v1/campaigns/${id}`, body, { headers });
}

function inThePast(): Body {
  return startingIn(0, new Date('2020-01-01T00:00:00Z'));
}
