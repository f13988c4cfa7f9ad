import { expect } from 'vitest';
import { DAILY, drop, email, push, put, startingIn, type Body } from '../../support/contract/bodies.ts';
import { contract, contractOn, group } from '../../support/contract/contract.ts';
import { HOUR_MS, MINUTE_MS } from '../../support/contract/control.ts';
import {
  accepted,
  acceptedValues,
  expectStatus,
  refused,
  refusedGaps,
  refusedValues,
} from '../../support/contract/verdicts.ts';

const S = 'scheduling_details';
const P = `${S}.periodic_details`;
const START = { start_time: '2090-03-01T09:00:00', timezone: 'Europe/Berlin' };
const FIXED = scheduled({ delivery_type: 'AT_FIXED_TIME', ...START });
const BEST_TIME = scheduled({
  ...{ delivery_type: 'SEND_IN_BTS', ...START },
  bts_details: { send_in_bts: true, window_end_time: '2090-03-01T18:00:00' },
});
const USER_TIME = scheduled({
  ...{ delivery_type: 'SEND_IN_USER_TIMEZONE', ...START },
  user_timezone_details: { send_in_user_timezone: true, send_if_user_timezone_has_passed: false },
});
const PERIODIC = push('PERIODIC');
const WEEKLY = put(PERIODIC, P, {
  sending_frequency: 'WEEKLY',
  repeat_frequency: 1,
  repeat_on_days_of_week: ['MONDAY'],
});
const MONTHLY = put(PERIODIC, P, {
  ...{ sending_frequency: 'MONTHLY', repeat_frequency: 1, repeat_on_date_of_month: [1, 31] },
  repeat_on_days_of_week_for_month: [{ week_granularity: 'LAST', repeat_on_days_of_week: ['FRIDAY'] }],
});
const LIMITED = put(push('LOCATION_TRIGGERED'), S, {
  delivery_type: 'ASAP',
  geo_fence_timelimit: {
    notification_schedule: 'LIMITED_TIME',
    timebounds: [{ start_time: '2090-03-01T09:00:00', end_time: '2090-03-01T18:00:00' }],
  },
});
const LIMIT = `${S}.geo_fence_timelimit`;

export const scheduleCases = group('scheduling_details', [
  accepted([S], 'a fixed time', FIXED),
  accepted([S, 'Cross-cutting rule 5'], 'the best time for each user', BEST_TIME),
  accepted([S, 'Cross-cutting rule 5'], 'the timezone of each user', USER_TIME),
  ...refusedGaps({ references: [S], whole: FIXED }, [`${S}.start_time`]),
  ...titled(
    'best time',
    refusedGaps({ references: [S, 'Cross-cutting rule 5'], whole: BEST_TIME }, [
      `${S}.start_time`,
      `${S}.bts_details`,
    ]),
  ),
  ...titled(
    'user timezone',
    refusedGaps({ references: [S, 'Cross-cutting rule 5'], whole: USER_TIME }, [
      `${S}.start_time`,
      `${S}.user_timezone_details`,
    ]),
  ),
  ...refusedGaps({ references: [S, 'V14'], whole: FIXED }, [`${S}.timezone`]),
  ...titled('best time', refusedGaps({ references: [S, 'V14'], whole: BEST_TIME }, [`${S}.timezone`])),
  accepted(
    [S, 'V14'],
    'the timezone of each user without a timezone of its own',
    drop(USER_TIME, `${S}.timezone`),
  ),
  accepted([S, 'V14'], 'ASAP without a timezone', push('ONE_TIME')),
  ...refusedValues({ references: [S], whole: FIXED }, [
    [`${S}.delivery_type`, 'LATER'],
    [`${S}.delivery_type`, 'SCHEDULED'],
    [`${S}.start_time`, 'tomorrow'],
    [`${S}.start_time`, '2090-03-01T09:00:00Z'],
    [`${S}.start_time`, '2090-03-01T09:00:00+01:00'],
    [`${S}.start_time`, '2090-02-30T09:00:00'],
    [`${S}.start_time`, '2090-03-01T25:00:00'],
    [`${S}.timezone`, 'Mars/Base'],
    [`${S}.timezone`, 7],
    [`${S}.expiry_time`, 'never'],
  ]),
  ...acceptedValues({ references: ['V19', S], whole: push('EVENT_TRIGGERED') }, [
    [`${S}.expiry_time`, '2090-03-01T09:00:00'],
    [`${S}.expiry_time`, '2090-03-01T09:00:00Z'],
    [`${S}.expiry_time`, '2090-03-01T09:00:00+05:30'],
  ]),
  ...refusedValues({ references: [S], whole: USER_TIME }, [
    [`${S}.user_timezone_details.send_if_user_timezone_has_passed`, 'no'],
    [`${S}.user_timezone_details.send_in_user_timezone`, 1],
  ]),
  ...refusedValues({ references: [S], whole: BEST_TIME }, [
    [`${S}.bts_details.send_in_bts`, 'yes'],
    [`${S}.bts_details.if_user_bts_is_not_available`, 7],
    [`${S}.bts_details.if_user_bts_outside_time_window`, true],
  ]),

  ...refusedGaps({ references: ['Cross-cutting rule 4', S], whole: PERIODIC }, [P]),
  ...titled('email', refusedGaps({ references: ['Cross-cutting rule 4', S], whole: email('PERIODIC') }, [P])),
  refused(['Cross-cutting rule 4'], 'a periodic campaign that goes out ASAP', {
    body: put(PERIODIC, `${S}.delivery_type`, 'ASAP'),
    at: `${S}.delivery_type`,
  }),
  refused(['Cross-cutting rule 4'], 'a periodic campaign at the best time', {
    body: put(BEST_TIME, 'campaign_delivery_type', 'PERIODIC'),
    at: S,
  }),
  accepted([S], 'a weekly campaign', WEEKLY),
  accepted([S], 'a monthly campaign', MONTHLY),
  accepted(
    [S],
    'a monthly campaign on days of the week',
    put(MONTHLY, `${P}.repeat_on_days_of_week`, ['SUNDAY']),
  ),
  accepted(
    ['V16'],
    'days of the week on a daily campaign',
    put(PERIODIC, `${P}.repeat_on_days_of_week`, ['MONDAY']),
  ),
  accepted(
    ['V16'],
    'a time limit of geofences on a one-time campaign',
    put(FIXED, LIMIT, { notification_schedule: 'ALWAYS' }),
  ),
  ...refusedValues({ references: [S], whole: PERIODIC }, [
    [`${P}.sending_frequency`, 'HOURLY'],
    [`${P}.sending_frequency`, 'daily'],
    [`${P}.repeat_frequency`, 1.5],
    [`${P}.repeat_frequency`, '1'],
    [`${P}.no_of_occurences`, '5'],
  ]),
  ...refusedValues({ references: [S], whole: WEEKLY }, [
    [`${P}.repeat_on_days_of_week`, ['FUNDAY']],
    [`${P}.repeat_on_days_of_week`, ['Monday']],
    [`${P}.repeat_on_days_of_week`, 'MONDAY'],
  ]),
  ...refusedValues({ references: [S], whole: MONTHLY }, [
    [`${P}.repeat_on_date_of_month`, [0]],
    [`${P}.repeat_on_date_of_month`, [32]],
    [`${P}.repeat_on_date_of_month`, ['1']],
    [`${P}.repeat_on_days_of_week_for_month.0.week_granularity`, 'FIFTH'],
    [`${P}.repeat_on_days_of_week_for_month.0.repeat_on_days_of_week`, ['FUNDAY']],
  ]),

  accepted([S], 'geofences within bounds of time', LIMITED),
  ...acceptedValues({ references: [S, 'V19'], whole: LIMITED }, [
    [LIMIT, { notification_schedule: 'ALWAYS' }],
    [`${LIMIT}.timebounds.0.start_time`, '2090-03-01T09:00:00Z'],
  ]),
  ...refusedGaps({ references: [S], whole: LIMITED }, [`${LIMIT}.timebounds`]),
  ...refusedValues({ references: [S], whole: LIMITED }, [
    [`${LIMIT}.notification_schedule`, 'SOMETIMES'],
    [`${LIMIT}.timebounds.0.start_time`, 'morning'],
    [`${LIMIT}.timebounds.0.end_time`, 18],
  ]),

  contractOn({ limits: 'off' })([S], 'a start is read in its timezone', async ({ client, now }) => {
    const here = await now();
    // Nine o'clock in Tokyo is nine hours before nine o'clock in UTC.
    const inTokyo = { ...startingIn(9 * HOUR_MS - MINUTE_MS, here), timezone: 'Asia/Tokyo' };
    const past = await client.created(scheduled(inTokyo));
    expect((await client.validate(past)).at('data.valid')).toBe(false);
    const ahead = await client.created(
      scheduled({ ...startingIn(9 * HOUR_MS + MINUTE_MS, here), timezone: 'Asia/Tokyo' }),
    );
    expect((await client.validate(ahead)).at('data.valid')).toBe(true);
  }),
  contractOn({ limits: 'off' })(
    [S, 'V14', 'V15'],
    'a start without a timezone is in UTC',
    async ({ client, now }) => {
      const here = await now();
      const verdicts = await Promise.all(
        [-MINUTE_MS, MINUTE_MS].map(async (ms) => {
          const { start_time } = startingIn(ms, here);
          const id = await client.created(
            drop(put(USER_TIME, `${S}.start_time`, start_time), `${S}.timezone`),
          );
          return (await client.validate(id)).at('data.valid');
        }),
      );
      expect(verdicts).toEqual([false, true]);
    },
  ),
  contract([S, 'W3'], 'delivery types that need no schedule may have one', async ({ client }) => {
    for (const type of ['EVENT_TRIGGERED', 'DEVICE_TRIGGERED', 'BUSINESS_EVENT_TRIGGERED']) {
      expectStatus(
        await client.create(push(type, { [S]: { delivery_type: 'ASAP', expiry_time: DAILY.start_time } })),
        201,
      );
    }
  }),
]);

function scheduled(details: Body): Body {
  return push('ONE_TIME', { [S]: details });
}

/** Adds a word to titles that also occur in another table. */
function titled<Case extends { readonly title: string }>(
  word: string,
  cases: readonly Case[],
): readonly Case[] {
  return cases.map((one) => ({ ...one, title: `${one.title} (${word})` }));
}
