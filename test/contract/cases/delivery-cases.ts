import { email, push, put } from '../../support/contract/bodies.ts';
import { group } from '../../support/contract/contract.ts';
import {
  accepted,
  acceptedValues,
  refused,
  refusedGaps,
  refusedValues,
} from '../../support/contract/verdicts.ts';

const D = 'delivery_controls';
const QUEUE = { queuing_enabled: true, queue_duration: 24 };
const CONTROLS = {
  ...{ bypass_dnd: true, count_for_frequency_capping: true, ignore_frequency_capping: false },
  ...{ minimum_delay_between_two_notification_in_hour: 4, ignore_global_minimum_delay: true },
};
const TRIGGERED = push('EVENT_TRIGGERED', { [D]: CONTROLS });
const DEVICE = push('DEVICE_TRIGGERED', {
  [D]: {
    ...{ max_time_to_show_message_of_same_camapign: '2', expiry_time_of_sync_data_in_hour: '24' },
    send_message_in_offline_mode: true,
  },
});
const LOCATED = push('LOCATION_TRIGGERED', {
  [D]: { send_limit_value: '3', send_limit_granularity_in_hours: '24' },
});
const MAIL = email('EVENT_TRIGGERED', {
  [D]: { bypass_dnd: true, campaign_throttle_rpm: 1000, minimum_delay_between_two_notification_in_hour: 4 },
});
const QUEUED = push('EVENT_TRIGGERED', { [D]: { ...CONTROLS, ...QUEUE } });
const QUEUING_TYPES = ['ONE_TIME', 'PERIODIC', 'EVENT_TRIGGERED', 'BUSINESS_EVENT_TRIGGERED'];
const off = { without: ['queuing'] } as const;
const on = { with: ['queuing'] } as const;

export const deliveryCases = group('delivery_controls', [
  accepted(['Push delivery_controls'], 'the controls of an event-triggered push', TRIGGERED),
  accepted(['Push delivery_controls', 'V5'], 'the controls of a device-triggered push', DEVICE),
  accepted(['Push delivery_controls', 'V5'], 'the controls of a location-triggered push', LOCATED),
  accepted(
    ['Push delivery_controls'],
    'a throttle',
    push('ONE_TIME', { [D]: { campaign_throttle_rpm: 500 } }),
  ),
  accepted(['Email delivery_controls'], 'the controls of an email', MAIL),
  ...refusedGaps({ references: ['Cross-cutting rule 6', 'Push delivery_controls'], whole: TRIGGERED }, [
    `${D}.bypass_dnd`,
  ]),
  accepted(
    ['Cross-cutting rule 6', 'Email delivery_controls'],
    'an event-triggered email without bypass_dnd',
    email('EVENT_TRIGGERED', { [D]: { ignore_frequency_capping: true } }),
  ),
  ...refusedValues({ references: ['Push delivery_controls'], whole: TRIGGERED }, [
    [`${D}.bypass_dnd`, 'yes'],
    [`${D}.campaign_throttle_rpm`, '500'],
    [`${D}.campaign_throttle_rpm`, 0.5],
    [`${D}.count_for_frequency_capping`, 1],
    [`${D}.ignore_frequency_capping`, 'no'],
    [`${D}.minimum_delay_between_two_notification_in_hour`, '4'],
    [`${D}.ignore_global_minimum_delay`, 'no'],
  ]),
  ...refusedValues({ references: ['Push delivery_controls', 'V5'], whole: DEVICE }, [
    [`${D}.max_time_to_show_message_of_same_camapign`, 2],
    [`${D}.expiry_time_of_sync_data_in_hour`, 24],
    [`${D}.send_message_in_offline_mode`, 'yes'],
  ]),
  ...refusedValues({ references: ['Push delivery_controls', 'V5'], whole: LOCATED }, [
    [`${D}.send_limit_value`, 3],
    [`${D}.send_limit_granularity_in_hours`, 24],
  ]),
  ...refusedValues({ references: ['Email delivery_controls'], whole: MAIL }, [
    [`${D}.bypass_dnd`, 'yes'],
    [`${D}.campaign_throttle_rpm`, '1000'],
    [`${D}.minimum_delay_between_two_notification_in_hour`, 1.5],
  ]),

  ...(
    [
      ['queuing_enabled', true],
      ['queuing_enabled', false],
      ['queue_duration', 0],
    ] as const
  ).map(([field, value]) =>
    refused(['Push delivery_controls', 'Errors 400'], `${field} ${value} if there is no queuing`, {
      body: put(TRIGGERED, `${D}.${field}`, value),
      at: `${D}.${field}`,
      needs: off,
    }),
  ),
  ...QUEUING_TYPES.map((type) =>
    accepted(
      ['Push delivery_controls'],
      `queuing for ${type}`,
      push(type, { [D]: { bypass_dnd: false, ...QUEUE } }),
      on,
    ),
  ),
  ...['DEVICE_TRIGGERED', 'LOCATION_TRIGGERED'].flatMap((type) =>
    [{ queue_duration: 0 }, { queuing_enabled: false }, QUEUE].map((fields) =>
      refused(['V16', 'Push delivery_controls'], `${JSON.stringify(fields)} for ${type}`, {
        body: push(type, { [D]: { bypass_dnd: false, ...fields } }),
        at: `${D}.${Object.keys(fields)[0] ?? ''}`,
        needs: on,
      }),
    ),
  ),
  ...acceptedValues(
    { references: ['Limits: queue_duration', 'Cross-cutting rule 7'], whole: QUEUED, needs: on },
    [
      [`${D}.queue_duration`, 1],
      [`${D}.queue_duration`, 48],
    ],
  ),
  accepted(
    ['Limits: queue_duration', 'Push delivery_controls'],
    'queuing that is off with a duration of 0',
    put(QUEUED, D, { bypass_dnd: true, queuing_enabled: false, queue_duration: 0 }),
    on,
  ),
  ...refusedValues(
    { references: ['Limits: queue_duration', 'Cross-cutting rule 7'], whole: QUEUED, needs: on },
    [
      [`${D}.queue_duration`, 0],
      [`${D}.queue_duration`, 49],
      [`${D}.queue_duration`, -1],
      [`${D}.queue_duration`, 1.5],
      [`${D}.queue_duration`, '24'],
      [`${D}.queuing_enabled`, 'yes'],
    ],
  ),
  refused(['Push delivery_controls'], 'queuing that is off with a duration', {
    body: put(QUEUED, `${D}.queuing_enabled`, false),
    at: `${D}.queue_duration`,
    needs: on,
  }),
]);
