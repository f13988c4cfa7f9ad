import { expect } from 'vitest';
import { email, push, put, type Body } from '../../support/contract/bodies.ts';
import { contractOn, group } from '../../support/contract/contract.ts';
import {
  accepted,
  acceptedValues,
  expectBlame,
  expectFailure,
  refused,
  refusedGaps,
  refusedValues,
} from '../../support/contract/verdicts.ts';

const GOALS = 'conversion_goal_details';
const ATTRIBUTE = `${GOALS}.goals.0.goal_event_attribute`;
const DATA_TYPES = [
  ...['STRING', 'DOUBLE', 'BOOL', 'NUMBER', 'GEOPOINT'],
  ...['DATETIME', 'ARRAY_DOUBLE', 'ARRAY_STRING', 'OBJECT', 'ARRAY_OBJECT'],
];
const WITH_GOAL = push('ONE_TIME', {
  [GOALS]: {
    attribution_window_in_hours: 36,
    goals: [
      {
        ...{ goal_name: 'Order', goal_event_name: 'Order placed', is_primary_goal: true },
        ...{ revenue_attribute: 'total', revenue_currency: 'EUR' },
        goal_event_attribute: {
          name: 'City',
          condition: 'is',
          data_type: 'STRING',
          value: 'Bonn',
          negate: false,
        },
      },
    ],
  },
});

const GROUP = 'control_group_details';
const PERCENT = `${GROUP}.campaign_control_group_percentage`;
const WITH_GROUP = push('ONE_TIME', {
  [GROUP]: { is_campaign_control_group_enabled: true, campaign_control_group_percentage: 10 },
});

const WITH_UTM = push('ONE_TIME', { utm_params: utm(0) });

const LIMIT = 'campaign_audience_limit';
const CAPPED = { is_campaign_audience_limit_enabled: true, metric: 'SENT', frequency: 'TOTAL', limit: 1000 };
const WITH_CAP = push('ONE_TIME', { [LIMIT]: CAPPED });
const on = { with: ['audience_limit'] } as const;
const caps = { references: [LIMIT], whole: WITH_CAP, needs: on } as const;

export const measureCases = group('goals, control group, utm, audience limit', [
  accepted([GOALS], 'a goal', WITH_GOAL),
  ...acceptedValues(
    { references: [GOALS, 'Cross-cutting rule 3'], whole: WITH_GOAL },
    DATA_TYPES.map((type) => [`${ATTRIBUTE}.data_type`, type]),
  ),
  ...refusedValues({ references: [GOALS, 'Cross-cutting rule 3', 'V11'], whole: WITH_GOAL }, [
    [`${ATTRIBUTE}.data_type`, 'string'],
    [`${ATTRIBUTE}.data_type`, 'TEXT'],
  ]),
  ...refusedValues({ references: [GOALS], whole: WITH_GOAL }, [
    [`${GOALS}.attribution_window_in_hours`, '36'],
    [`${GOALS}.attribution_window_in_hours`, 1.5],
    [`${GOALS}.goals`, { goal_name: 'Order' }],
    [`${GOALS}.goals.0.goal_name`, 7],
    [`${GOALS}.goals.0.is_primary_goal`, 'yes'],
    [`${GOALS}.goals.0.revenue_currency`, 978],
    [`${ATTRIBUTE}.negate`, 'no'],
  ]),
  ...acceptedValues({ references: ['V5', GOALS], whole: WITH_GOAL }, [
    [`${ATTRIBUTE}.value`, 40],
    [`${ATTRIBUTE}.value`, true],
    [`${ATTRIBUTE}.value1`, 40],
  ]),
  ...refusedValues({ references: ['V5', GOALS], whole: WITH_GOAL }, [[`${ATTRIBUTE}.value`, [40]]]),

  accepted([GROUP], 'a control group', WITH_GROUP),
  accepted(
    [GROUP],
    'the global control group',
    put(WITH_GROUP, GROUP, { is_global_control_group_enabled: true }),
  ),
  accepted([GROUP], 'no control group', put(WITH_GROUP, GROUP, { is_campaign_control_group_enabled: false })),
  ...acceptedValues({ references: ['Limits: control group', GROUP], whole: WITH_GROUP }, [
    [PERCENT, 0],
    [PERCENT, 100],
  ]),
  ...refusedValues({ references: ['Limits: control group', GROUP], whole: WITH_GROUP }, [
    [PERCENT, -1],
    [PERCENT, 101],
    [PERCENT, 2.5],
    [PERCENT, '10'],
  ]),
  ...refusedGaps({ references: [GROUP], whole: WITH_GROUP }, [PERCENT]),
  ...refusedValues({ references: [GROUP], whole: WITH_GROUP }, [
    [`${GROUP}.is_campaign_control_group_enabled`, 'yes'],
    [`${GROUP}.is_global_control_group_enabled`, 1],
  ]),

  accepted(
    ['utm_params'],
    'all five parameters',
    push('ONE_TIME', { utm_params: { ...utm(0), utm_campaign: 'a', utm_term: 'b', utm_content: 'c' } }),
  ),
  ...refusedGaps({ references: ['utm_params'], whole: WITH_UTM }, [
    'utm_params.utm_source',
    'utm_params.utm_medium',
  ]),
  ...refusedValues({ references: ['utm_params'], whole: WITH_UTM }, [
    ['utm_params.utm_source', 7],
    ['utm_params.utm_term', ['a']],
  ]),
  accepted(
    ['Limits: custom utm keys', 'utm_params'],
    'five custom utm keys',
    push('ONE_TIME', { utm_params: utm(5) }),
  ),
  refused(['Limits: custom utm keys', 'utm_params'], 'six utm keys of its own', {
    body: push('ONE_TIME', { utm_params: utm(6) }),
    at: 'utm_params',
  }),
  refused(['utm_params', 'Errors 400'], 'a utm key without its prefix', {
    body: push('ONE_TIME', { utm_params: { ...utm(0), source: 'shop' } }),
    at: 'utm_params.source',
  }),

  ...[{ is_campaign_audience_limit_enabled: false }, CAPPED].map((limit) =>
    contractOn({ without: ['audience_limit'] })(
      [LIMIT, 'Errors 400', 'Create request body'],
      `an audience limit that is ${limit.is_campaign_audience_limit_enabled ? 'on' : 'off'} is refused because the feature is not enabled`,
      async ({ client }) => {
        const answer = await client.create(push('ONE_TIME', { [LIMIT]: limit }));
        expectFailure(answer, 400, 'VALIDATION_FAILED');
        expect(answer.at('error.message')).toEqual(expect.stringMatching(/not enabled/i));
        expectBlame(answer, LIMIT);
      },
    ),
  ),
  ...[
    'ONE_TIME',
    'PERIODIC',
    'EVENT_TRIGGERED',
    'BUSINESS_EVENT_TRIGGERED',
    'DEVICE_TRIGGERED',
    'LOCATION_TRIGGERED',
  ].map((type) =>
    accepted([LIMIT], `a lifetime limit of a push that is ${type}`, push(type, { [LIMIT]: CAPPED }), on),
  ),
  accepted([LIMIT], 'a lifetime limit of an email', email('ONE_TIME', { [LIMIT]: CAPPED }), on),
  accepted(
    [LIMIT],
    'an audience limit that is off',
    put(WITH_CAP, LIMIT, { is_campaign_audience_limit_enabled: false }),
    on,
  ),
  accepted(['V10', LIMIT], 'a limit for each send of a periodic push', capEachSend(push('PERIODIC')), on),
  ...[push('ONE_TIME'), push('EVENT_TRIGGERED'), email('PERIODIC')].map((body) =>
    refused(
      ['V10', LIMIT],
      `a limit for each send of ${String(body.channel)} ${String(body.campaign_delivery_type)}`,
      { ...{ body: capEachSend(body), at: `${LIMIT}.frequency`, needs: on } },
    ),
  ),
  ...refusedGaps(
    { ...caps, whole: push('PERIODIC', { [LIMIT]: CAPPED }) },
    ['metric', 'frequency', 'limit'].map((field) => `${LIMIT}.${field}`),
  ),
  ...[push('ONE_TIME'), email('ONE_TIME')].flatMap((body) =>
    (['metric', 'frequency', 'limit'] as const).map((field) =>
      refused(['V23', LIMIT], `a limit of one ${String(body.channel)} without its ${field}`, {
        ...{ body: put(body, LIMIT, { ...CAPPED, [field]: undefined }), at: `${LIMIT}.${field}`, needs: on },
      }),
    ),
  ),
  ...(['metric', 'frequency', 'limit'] as const).map((field) =>
    refused([LIMIT], `a ${field} in an audience limit that is off`, {
      body: put(WITH_CAP, LIMIT, { is_campaign_audience_limit_enabled: false, [field]: CAPPED[field] }),
      at: `${LIMIT}.${field}`,
      needs: on,
    }),
  ),
  ...acceptedValues({ ...caps, references: ['Limits: audience limit', LIMIT] }, [
    [`${LIMIT}.limit`, 1],
    [`${LIMIT}.limit`, 9_999_999_999],
  ]),
  ...refusedValues({ ...caps, references: ['Limits: audience limit', LIMIT] }, [
    [`${LIMIT}.limit`, 0],
    [`${LIMIT}.limit`, 10_000_000_000],
    [`${LIMIT}.limit`, 1.5],
    [`${LIMIT}.limit`, '1000'],
  ]),
  ...refusedValues(caps, [
    [`${LIMIT}.metric`, 'OPENED'],
    [`${LIMIT}.frequency`, 'DAILY'],
    [`${LIMIT}.is_campaign_audience_limit_enabled`, 'yes'],
  ]),
]);

function utm(custom: number): Body {
  const keys = Array.from({ length: custom }, (_, place) => [`utm_own_${place}`, 'x'] as const);
  return { utm_source: 'shop', utm_medium: 'push', ...Object.fromEntries(keys) };
}

function capEachSend(body: Body): Body {
  return { ...body, [LIMIT]: { ...CAPPED, frequency: 'INSTANCE' } };
}
