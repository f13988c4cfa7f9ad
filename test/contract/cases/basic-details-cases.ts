import { email, GEOFENCE, push, put } from '../../support/contract/bodies.ts';
import { group } from '../../support/contract/contract.ts';
import {
  accepted,
  acceptedValues,
  refused,
  refusedGaps,
  refusedValues,
  type Mistakes,
} from '../../support/contract/verdicts.ts';

const FENCE = 'basic_details.geofences';
const LOCATED = push('LOCATION_TRIGGERED');
const DWELLING = put(LOCATED, FENCE, {
  ...{ ...GEOFENCE, triggered_at: 'dwell', dwell_time_value: '10', dwell_time_granularity: 'MINUTES' },
});
const REQUIRED_OF_FENCE = [
  ...['name', 'latitude', 'longitude', 'radius', 'triggered_at'],
  ...['response_time_value', 'response_time_granularity'],
];
const fences: Mistakes = { references: ['Geofences'], whole: LOCATED };

export const basicDetailsCases = group('basic details', [
  ...refusedValues({ references: ['Push basic_details'], whole: push('ONE_TIME') }, [
    ['basic_details.name', 7],
    ['basic_details.tags', 'spring'],
    ['basic_details.tags', [7]],
    ['basic_details.team', ['growth']],
    ['basic_details.platforms', ['WINDOWS']],
    ['basic_details.platforms', 'WEB'],
    ['basic_details.send_to_triggered_platform_only', 'yes'],
    ['basic_details.platform_specific_details', 'none'],
  ]),
  ...acceptedValues({ references: ['Push basic_details'], whole: push('ONE_TIME') }, [
    ['basic_details.platforms', ['ANDROID', 'IOS', 'WEB']],
    ['basic_details.team', 'growth'],
    ['basic_details.platform_specific_details', { android: { push_amp_plus_enabled: true } }],
  ]),
  ...refusedGaps(
    {
      references: ['Cross-cutting rule 1', 'V1', 'Push basic_details'],
      whole: push('BUSINESS_EVENT_TRIGGERED'),
    },
    ['basic_details.business_event'],
  ),
  ...refusedGaps(
    {
      references: ['Cross-cutting rule 1', 'V1', 'Email basic_details'],
      whole: email('BUSINESS_EVENT_TRIGGERED'),
    },
    ['basic_details.business_event'],
  ),
  ...acceptedValues({ references: ['Email basic_details'], whole: email('ONE_TIME') }, [
    ['basic_details.content_type', 'PROMOTIONAL'],
    ['basic_details.subscription_category', 'News'],
  ]),
  ...refusedValues({ references: ['Email basic_details'], whole: email('ONE_TIME') }, [
    ['basic_details.content_type', 'SPAM'],
    ['basic_details.content_type', 'promotional'],
    ['basic_details.user_attribute_identifier', 7],
    ['basic_details.subscription_category', ['News']],
  ]),
  ...refusedValues({ references: ['Connector'], whole: email('ONE_TIME') }, [
    ['connector.connector_type', 7],
    ['connector.connector_name', ['sandbox']],
  ]),
  ...refusedGaps({ references: ['V22', 'Connector'], whole: email('ONE_TIME') }, [
    'connector.connector_type',
    'connector.connector_name',
  ]),
  accepted(
    ['V22', 'Connector'],
    'a connector with a type of its own',
    put(email('ONE_TIME'), 'connector.connector_type', 'OWN_SMTP'),
  ),

  ...refusedGaps({ references: ['Cross-cutting rule 1', 'V1', 'Geofences'], whole: LOCATED }, [FENCE]),
  ...refusedGaps(
    fences,
    REQUIRED_OF_FENCE.map((field) => `${FENCE}.${field}`),
  ),
  accepted(['Geofences'], 'a geofence to dwell in', DWELLING),
  ...refusedGaps({ ...fences, whole: DWELLING }, [
    `${FENCE}.dwell_time_value`,
    `${FENCE}.dwell_time_granularity`,
  ]),
  ...acceptedValues(fences, [
    [`${FENCE}.triggered_at`, 'EXIT'],
    [`${FENCE}.response_time_granularity`, 'HOURS'],
    [`${FENCE}.response_time_granularity`, 'DAYS'],
  ]),
  ...refusedValues({ ...fences, whole: DWELLING }, [
    [`${FENCE}.triggered_at`, 'DWELL'],
    [`${FENCE}.triggered_at`, 'entry'],
    [`${FENCE}.dwell_time_granularity`, 'WEEKS'],
    [`${FENCE}.response_time_granularity`, 'SECONDS'],
  ]),
  ...refusedValues({ references: ['Geofences', 'V5'], whole: DWELLING }, [
    [`${FENCE}.latitude`, 52.5],
    [`${FENCE}.longitude`, 13.4],
    [`${FENCE}.radius`, 200],
    [`${FENCE}.dwell_time_value`, 10],
    [`${FENCE}.response_time_value`, 5],
  ]),
  ...[[GEOFENCE], [GEOFENCE, { ...GEOFENCE, name: 'Mall' }]].map((list) =>
    refused(['V12', 'Geofences'], `a list of ${list.length} instead of one geofence`, {
      ...{ body: put(LOCATED, FENCE, list), at: FENCE },
    }),
  ),
]);
