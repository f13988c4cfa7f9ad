import { describe, expect, it } from 'vitest';
import type { CampaignStatus, Components } from '../../../src/model/campaign.ts';
import { phraseLines, plainText, type Phrase } from '../../../src/messages/phrase.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { planRows } from '../../../src/render/rows/plan-rows.ts';
import { bindingOf, desired, live, planFor, stateOf } from '../../support/builders.ts';

const EVERYBODY: Components = { segmentation_details: { is_all_user_campaign: true } };
const MONDAY: Components = {
  scheduling_details: { delivery_type: 'AT_FIXED_TIME', start_time: '2031-02-14T09:00:00', timezone: 'UTC' },
};
/** In the form that some services return. */
const MONDAY_READ: Components = {
  scheduling_details: { delivery_type: 'SCHEDULED', schedule_time: '2031-02-14T09:00:00', time_zone: 'UTC' },
};
const MAIL: Components = { campaign_content: { content: { email: { subject: 'Hello' } } } };

const linesOf = (phrase: Phrase) => phraseLines(phrase).map((line) => plainText(line.phrase));
/** What is shown of a change, and what campaigns with the same change have in common of that. */
const reachIn = (plan: Plan) =>
  planRows(plan)
    .filter(({ kind }) => kind === 'change')
    .map(({ mark, why, shared }) => ({ mark, own: linesOf(why), shared: linesOf(shared.why) }));

/** What is shown of a draft that will be published. */
function reach(file: Components, shown: Components): readonly (readonly string[])[] {
  const draft = live({ components: shown });
  const plan = planFor({
    desired: [desired({ status: 'ACTIVE', components: file })],
    live: [draft],
    state: stateOf([bindingOf(draft)]),
  });
  return reachIn(plan).map(({ own }) => own);
}

describe('a campaign that will be published shows whom it reaches, when and with what', () => {
  it.each<readonly [where: string, file: Components, shown: Components]>([
    ['as its file says it', { ...EVERYBODY, ...MONDAY, ...MAIL }, { ...EVERYBODY, ...MONDAY, ...MAIL }],
    ['as live shows it where the file does not say', {}, { ...EVERYBODY, ...MONDAY, ...MAIL }],
    ['also in another spelling', {}, { ...EVERYBODY, ...MONDAY_READ, ...MAIL }],
  ])('%s', (_, file, shown) => {
    expect(reach(file, shown)).toEqual([
      ['to: all users', 'when: once, Fri 2031-02-14 09:00 UTC', 'subject line: Hello'],
    ]);
  });

  it('and unknown values are not invented', () => {
    const [lines = []] = reach({}, {});
    expect(lines.map((line) => line.replace(/,.*/, ''))).toEqual([
      'to: unknown: the file leaves out segmentation_details',
      'when: unknown: the file leaves out scheduling_details',
      'what: unknown: the file leaves out campaign_content',
    ]);
  });
});

it('a pause is shown without that, because no user gets more than before', () => {
  const shown = live({ type: 'PERIODIC', status: 'ACTIVE', components: EVERYBODY });
  const plan = planFor({
    desired: [desired({ type: 'PERIODIC', status: 'PAUSED', components: EVERYBODY })],
    live: [shown],
    state: stateOf([bindingOf(shown)]),
  });
  expect(reachIn(plan)).toEqual([{ mark: 'PAUSE', own: [], shared: [] }]);
});

describe('an edit says that it reaches all users', () => {
  const edited = (file: Components, shown: Components) => {
    const draft = live({ components: { ...shown, utm_params: { utm_source: 'a' } } });
    const plan = planFor({
      desired: [desired({ components: { ...file, utm_params: { utm_source: 'b' } } })],
      live: [draft],
      state: stateOf([bindingOf(draft)]),
    });
    return reachIn(plan).map(({ shared }) => shared);
  };
  const SEGMENT: Components = { segmentation_details: { is_all_user_campaign: false } };
  const OPTED_OUT: Components = {
    segmentation_details: { is_all_user_campaign: true, send_campaign_to_opt_out_users: true },
  };

  it.each<readonly [where: string, file: Components, shown: Components, to: readonly string[]]>([
    ['by its file', EVERYBODY, EVERYBODY, ['to: all users']],
    ['by live, where the file leaves it out', {}, EVERYBODY, ['to: all users']],
    ['once the edit makes it so', EVERYBODY, SEGMENT, ['to: all users']],
    ['and who else', OPTED_OUT, OPTED_OUT, ['to: all users, and users who opted out']],
    ['and nothing of a smaller audience', SEGMENT, SEGMENT, []],
    ['nor of one that is not known', {}, {}, []],
  ])('%s', (_, file, shown, to) => {
    expect(edited(file, shown)).toEqual([to]);
  });
});

describe('an edit says who gets the message and when, if it is about that', () => {
  const VIP: Components = {
    segmentation_details: {
      included_filters: {
        filter_operator: 'and',
        filters: [{ filter_type: 'custom_segments', name: 'VIP', id: '65f0a1b2c3d4e5f607182930' }],
      },
    },
  };
  const inZone = (timezone: string): Components => ({
    scheduling_details: { delivery_type: 'AT_FIXED_TIME', start_time: '2031-02-14T09:00:00', timezone },
  });
  const withType = (type: string): Components => ({ basic_details: { name: 'A', content_type: type } });
  const daily = (details: object): Components => ({
    scheduling_details: {
      ...{ delivery_type: 'AT_FIXED_TIME', start_time: '2031-02-14T09:00:00', timezone: 'UTC' },
      periodic_details: { sending_frequency: 'DAILY', ...details },
    },
  });

  const onSignUp = (expiry: string): Components => ({
    trigger_condition: {
      included_filters: {
        filter_operator: 'and',
        filters: [{ filter_type: 'actions', action_name: 'Sign Up', executed: true }],
      },
    },
    scheduling_details: {
      ...{ delivery_type: 'AT_FIXED_TIME', start_time: '2031-02-14T09:00:00', timezone: 'UTC' },
      expiry_time: expiry,
    },
  });
  const inLocalTime = (day: string): Components => ({
    scheduling_details: {
      ...{ delivery_type: 'SEND_IN_USER_TIMEZONE', start_time: `${day}T09:00:00`, timezone: 'UTC' },
      user_timezone_details: { send_in_user_timezone: true, send_if_user_timezone_has_passed: true },
    },
  });

  it.each<
    readonly [
      what: string,
      from: Components,
      to: Components,
      type: 'ONE_TIME' | 'PERIODIC' | 'EVENT_TRIGGERED',
      says: string | readonly string[],
    ]
  >([
    [
      'only another end, of a campaign that an event triggers',
      onSignUp('2031-03-01T09:00:00'),
      onSignUp('2031-04-01T09:00:00'),
      'EVENT_TRIGGERED',
      ['when: right after "Sign Up", from Fri 2031-02-14 09:00 UTC', 'timing: ends Tue 2031-04-01 09:00 UTC'],
    ],
    [
      'only another end, of a campaign that repeats',
      { scheduling_details: { ...daily({}).scheduling_details, expiry_time: '2031-03-01T09:00:00' } },
      { scheduling_details: { ...daily({}).scheduling_details, expiry_time: '2031-04-01T09:00:00' } },
      'PERIODIC',
      ['when: daily, from Fri 2031-02-14 09:00 UTC', 'timing: ends Tue 2031-04-01 09:00 UTC'],
    ],
    [
      'another time by the clock of each user',
      inLocalTime('2031-02-16'),
      inLocalTime('2031-02-14'),
      'ONE_TIME',
      [
        "when: once, Fri 2031-02-14 09:00 in each user's time zone",
        'timing: sent at once where the local time has passed (send_if_user_timezone_has_passed)',
      ],
    ],
    ['another audience', EVERYBODY, VIP, 'ONE_TIME', 'to: users in "VIP"'],
    [
      'another time zone',
      inZone('Europe/Berlin'),
      inZone('America/Los_Angeles'),
      'ONE_TIME',
      'when: once, Fri 2031-02-14 09:00 America/Los_Angeles',
    ],
    [
      'no end anymore',
      daily({ no_of_occurences: 10 }),
      daily({}),
      'PERIODIC',
      'when: daily, from Fri 2031-02-14 09:00 UTC, without an end',
    ],
    [
      'also unsubscribed users',
      withType('PROMOTIONAL'),
      withType('TRANSACTIONAL'),
      'ONE_TIME',
      'content type: TRANSACTIONAL, which also reaches users who unsubscribed from promotional messages',
    ],
  ])('%s', (_, from, to, type, says) => {
    const shown = live({ type, status: 'SCHEDULED', components: from });
    const plan = planFor({
      desired: [desired({ type, components: to })],
      live: [shown],
      state: stateOf([bindingOf(shown)]),
    });
    expect(reachIn(plan).map(({ shared }) => shared)).toEqual([[says].flat()]);
  });
});

describe('an edit that is about neither says who gets the message and when, in full', () => {
  const SEGMENT: Components = { segmentation_details: { custom_segments: [] } };
  const SHOWN: Components = { ...SEGMENT, ...MONDAY };
  const edit = (status: CampaignStatus, file: Components, shown: Components) => {
    const now = live({ status, components: { ...shown, utm_params: { utm_source: 'a' } } });
    const plan = planFor({
      desired: [desired({ components: { ...file, utm_params: { utm_source: 'b' } } })],
      live: [now],
      state: stateOf([bindingOf(now)]),
    });
    return reachIn(plan).map(({ own, shared }) => [shared, own]);
  };
  const WHEN = 'when: once, Fri 2031-02-14 09:00 UTC';
  const TO = "to: no users: it has no filters and isn't for all users";

  it.each<[what: string, status: CampaignStatus, file: Components, shown: Components, says: string[]]>([
    ['if it sends', 'SCHEDULED', SHOWN, SHOWN, [TO, WHEN]],
    ['also in what the file leaves to live', 'SCHEDULED', {}, SHOWN, [TO, WHEN]],
    ['and nothing that is not known', 'SCHEDULED', {}, SEGMENT, [TO]],
    ['but not when, once that has passed', 'ACTIVE', SHOWN, SHOWN, [TO, 'when: once; sending has begun']],
    ['but not of a draft', 'DRAFT', SHOWN, SHOWN, []],
    ['nor of a paused one', 'PAUSED', SHOWN, SHOWN, []],
  ])('%s', (_, status, file, shown, says) => {
    expect(edit(status, file, shown)).toEqual([[[], says]]);
  });
});
