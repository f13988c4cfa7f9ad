import { push } from '../../support/contract/bodies.ts';
import { group } from '../../support/contract/contract.ts';
import { accepted, acceptedValues, refusedValues } from '../../support/contract/verdicts.ts';

const EXPIRY = 'advanced.expiration_settings';
const ANDROID = 'advanced.platform_level_priority.android_specific_priority';
const IOS = 'advanced.platform_level_priority.ios_specific_priority';
const WHOLE = push('ONE_TIME', {
  advanced: {
    expiration_settings: {
      ...{ expire_notification_after_value: 12, expire_notification_after_type: 'HOUR' },
      ...{ remove_from_inbox_after_value: 30, remove_from_inbox_after_type: 'DAY' },
    },
    platform_level_priority: {
      android_specific_priority: { send_with_priority: true },
      ios_specific_priority: { apns_priority: '10', interruption_level: 'Active', relevance_score: 0.5 },
    },
  },
});
const LEVELS = [
  ...['Passive', 'Active', 'Time sensitive', 'Critical'],
  ...['PASSIVE', 'ACTIVE', 'TIME_SENSITIVE', 'CRITICAL'],
];
const whole = { references: ['advanced'], whole: WHOLE } as const;

export const advancedCases = group('advanced', [
  accepted(['advanced'], 'expiry and priority', WHOLE),
  ...acceptedValues(whole, [
    [`${EXPIRY}.expire_notification_after_type`, 'DAY'],
    [`${IOS}.apns_priority`, '1'],
    [`${IOS}.apns_priority`, '5'],
    [`${IOS}.relevance_score`, 0],
    [`${IOS}.relevance_score`, 1],
  ]),
  ...acceptedValues(
    { references: ['V4', 'advanced'], whole: WHOLE },
    LEVELS.map((level) => [`${IOS}.interruption_level`, level]),
  ),
  ...refusedValues(whole, [
    [`${EXPIRY}.expire_notification_after_value`, '12'],
    [`${EXPIRY}.expire_notification_after_value`, 1.5],
    [`${EXPIRY}.expire_notification_after_type`, 'MINUTE'],
    [`${EXPIRY}.remove_from_inbox_after_value`, '30'],
    [`${EXPIRY}.remove_from_inbox_after_type`, 'HOUR'],
    [`${ANDROID}.send_with_priority`, 'yes'],
    [`${IOS}.apns_priority`, '7'],
    [`${IOS}.interruption_level`, 'Urgent'],
    [`${IOS}.relevance_score`, 0.7],
    [`${IOS}.relevance_score`, '1'],
  ]),
  ...refusedValues({ references: ['V5', 'advanced'], whole: WHOLE }, [[`${IOS}.apns_priority`, 10]]),
]);
