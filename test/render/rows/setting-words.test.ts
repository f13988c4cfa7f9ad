import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Components } from '../../../src/model/campaign.ts';
import { settingLines } from '../../../src/render/rows/setting-words.ts';

const lines = (components: Components) => settingLines({ components });

const NO_IOS_AUDIENCE = {
  send_to_all_eligible_device: false,
  exclude_provisional_push_devices: false,
  send_to_only_provisional_push_enabled_devices: false,
};

describe('a setting that widens the audience or the times of a campaign is in its plan', () => {
  it.each<readonly [what: string, components: Components, line: string]>([
    [
      'opted-out users',
      { segmentation_details: { is_all_user_campaign: true, send_campaign_to_opt_out_users: true } },
      'audience: also users who opted out (send_campaign_to_opt_out_users)',
    ],
    [
      'quiet hours and capping',
      {
        delivery_controls: {
          ...{ bypass_dnd: true, ignore_frequency_capping: true, count_for_frequency_capping: false },
          ...{ ignore_global_minimum_delay: true, queuing_enabled: true, queue_duration: 12 },
        },
      },
      'delivery: ignores quiet hours (bypass_dnd) · ignores frequency capping (ignore_frequency_capping) · does not count toward frequency capping · ignores the minimum delay of the workspace (ignore_global_minimum_delay) · messages that are blocked wait up to 12 h',
    ],
    [
      'a limit that is no number',
      { delivery_controls: { send_limit_value: 'abc', send_limit_granularity_in_hours: '24' } },
      'delivery: at most abc (not a number) to a user in 24 h',
    ],
    [
      'transactional content',
      { basic_details: { name: 'A', content_type: 'TRANSACTIONAL' } },
      'content type: TRANSACTIONAL, which also reaches users who unsubscribed from promotional messages',
    ],
    [
      'control groups',
      {
        control_group_details: {
          ...{ is_campaign_control_group_enabled: true, campaign_control_group_percentage: 5 },
          is_global_control_group_enabled: false,
        },
      },
      'control group: 5% of the audience gets no message · the global control group gets it, too',
    ],
    [
      'the end, and users whose time has passed',
      {
        scheduling_details: {
          ...{ delivery_type: 'SEND_IN_USER_TIMEZONE', start_time: '2031-01-01T09:00:00' },
          ...{ expiry_time: '2031-02-01T09:00:00' },
          user_timezone_details: { send_in_user_timezone: true, send_if_user_timezone_has_passed: true },
        },
      },
      'timing: ends Sat 2031-02-01 09:00 UTC · sent at once where the local time has passed (send_if_user_timezone_has_passed)',
    ],
    [
      'Push Amp+',
      {
        basic_details: {
          platforms: ['ANDROID', 'IOS'],
          platform_specific_details: { android: { push_amp_plus_enabled: true } },
        },
      },
      'delivery: on ANDROID, IOS · Push Amp+ on Android',
    ],
    ...[
      ['send_to_all_eligible_device', 'iOS: to all eligible devices of these users'],
      ['exclude_provisional_push_devices', 'iOS: not to devices with provisional permission'],
      ['send_to_only_provisional_push_enabled_devices', 'iOS: only to devices with provisional permission'],
    ].map(([field = '', words = '']): [string, Components, string] => [
      field,
      { basic_details: { platform_specific_details: { ios: { ...NO_IOS_AUDIENCE, [field]: true } } } },
      `delivery: ${words}`,
    ]),
    ...[
      ['TOTAL', 'audience: at most 100 messages in all'],
      ['INSTANCE', 'audience: at most 100 messages each time'],
    ].map(([frequency = '', line = '']): [string, Components, string] => [
      `an audience limit (${frequency})`,
      {
        campaign_audience_limit: {
          ...{ is_campaign_audience_limit_enabled: true, metric: 'SENT' },
          ...{ frequency, limit: 100 },
        },
      },
      line,
    ]),
    [
      'how often a user gets it',
      { delivery_controls: { send_limit_value: '1', send_limit_granularity_in_hours: '36' } },
      'delivery: at most 1 message to a user in 36 h',
    ],
    [
      'the times of a place',
      {
        scheduling_details: {
          geo_fence_timelimit: {
            notification_schedule: 'LIMITED_TIME',
            timebounds: [
              { start_time: '2031-05-03T10:00:00', end_time: '2031-05-03T19:00:00' },
              { start_time: '2031-05-10T10:00:00', end_time: '2031-05-10T19:00:00', repeats: true },
            ],
          },
        },
      },
      'timing: only from Sat 2031-05-03 10:00 to Sat 2031-05-03 19:00, {"start_time":"2031-05-10T10:00:00","end_time":"2031-05-10T19:00:00","repeats":true}',
    ],
    [
      'a place at all times',
      { scheduling_details: { geo_fence_timelimit: { notification_schedule: 'ALWAYS' } } },
      'timing: at times: ALWAYS',
    ],
    [
      'best times',
      {
        scheduling_details: {
          delivery_type: 'SEND_IN_BTS',
          bts_details: {
            ...{ send_in_bts: true, window_end_time: '2031-03-01T20:00:00' },
            ...{
              if_user_bts_is_not_available: 'SEND_AT_START',
              if_user_bts_outside_time_window: 'SEND_AT_END',
            },
          },
        },
      },
      'timing: best time until Sat 2031-03-01 20:00 · users without a best time: SEND_AT_START · users whose best time is outside the window: SEND_AT_END',
    ],
    [
      'the bounds of a delay',
      {
        trigger_condition: {
          intelligent_delay_optimization: {
            ...{ min_delay_value: 1, min_delay_granularity: 'HOURS' },
            ...{ max_delay_value: 2, max_delay_granularity: 'DAYS' },
          },
        },
      },
      'timing: between 1 hour and 2 days later',
    ],
  ])('%s', (_, components, line) => {
    expect(lines(components)).toContain(line);
  });
});

it('shows a setting without words by its name, so that nothing is left out', () => {
  const components: Components = {
    basic_details: {
      platform_specific_details: { android: { vibrates: true } },
    },
    delivery_controls: { send_share: '3' },
    advanced: {
      limit: 100,
      platform_level_priority: { ios_specific_priority: { interruption_level: 'CRITICAL' } },
    },
    scheduling_details: { bts_details: { window_start_time: '9' } },
    trigger_condition: { intelligent_delay_optimization: { max_delay_value: 3 } },
  };
  expect(lines(components)).toEqual([
    'delivery: send_share 3',
    'timing: bts_details.window_start_time 9 · intelligent_delay_optimization {"max_delay_value":3}',
    'also set: basic_details.platform_specific_details.android.vibrates true · advanced.limit 100 · advanced.platform_level_priority.ios_specific_priority.interruption_level CRITICAL',
  ]);
});

it('shows a field that a later version of the service has', () => {
  const field = fc.stringMatching(/^[a-z]{12,20}$/);
  fc.assert(
    fc.property(
      field,
      fc.constantFrom('delivery_controls', 'segmentation_details', 'scheduling_details'),
      (name, component) => {
        expect(lines({ [component]: { [name]: 'a-value' } }).join()).toContain(`${name} a-value`);
      },
    ),
  );
});
