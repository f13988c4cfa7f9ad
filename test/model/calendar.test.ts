import { describe, expect, it } from 'vitest';
import { calendarOf, type Calendar } from '../../src/model/calendar.ts';
import type { CampaignStatus, Components, DesiredStatus } from '../../src/model/campaign.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { instantText } from '../../src/model/planned-sends.ts';
import type { SendLimit } from '../../src/model/team-rules.ts';
import { bindingOf, desired, key, live, NOW, planFor, stateOf, type World } from '../support/builders.ts';

// What goes out once a plan is applied. The clock shows 2031-01-01 09:00 UTC.

const RULE: SendLimit = { level: 'error', except: [], atMost: 2 };

function calendar(world: World, rule?: SendLimit, more: Parameters<typeof planFor>[1] = {}): Calendar {
  return calendarOf(planFor(world, more), { from: '2031-01-01', to: '2031-02-11', now: NOW, rule });
}

const shown = ({ sends }: Calendar) =>
  sends.map((one) => [one.campaign.key, instantText(one).slice(0, 16), one.change]);

const at = (start: string): Components => ({
  scheduling_details: { delivery_type: 'AT_FIXED_TIME', start_time: start, timezone: 'Europe/Berlin' },
});
const weekly: Components = {
  scheduling_details: {
    ...{ delivery_type: 'AT_FIXED_TIME', start_time: '2030-11-08T16:00:00', timezone: 'Europe/Berlin' },
    periodic_details: {
      ...{ sending_frequency: 'WEEKLY', repeat_frequency: 2, repeat_on_days_of_week: ['FRIDAY'] },
      no_of_occurences: 6,
    },
  },
};
const AUDIENCE: Components = { segmentation_details: { is_all_user_campaign: true } };
const MAIL: Components = { connector: { connector_type: 'SENDGRID', connector_name: 'x' } };

interface One {
  readonly status?: DesiredStatus;
  readonly seen?: CampaignStatus;
  readonly type?: 'ONE_TIME' | 'PERIODIC' | 'EVENT_TRIGGERED';
  readonly file: Components;
  readonly was?: Components;
}

/** A campaign that was applied with `was`, or that is new; and its file. */
function world({ status, seen, type = 'ONE_TIME', file, was = file }: One): World {
  const before = seen && live({ type, status: seen, components: { ...AUDIENCE, ...MAIL, ...was } });
  return {
    desired: [desired({ type, status, components: { ...AUDIENCE, ...MAIL, ...file } })],
    ...(before && { live: [before], state: stateOf([bindingOf(before)]) }),
  };
}

describe('a calendar', () => {
  const JAN_10 = at('2031-01-10T09:00:00');
  const utm = (components: Components): Components => ({ ...components, utm_params: { utm_source: 'x' } });

  it.each<readonly [what: string, campaign: One, sends: readonly (readonly [string, string | null])[]]>([
    ['a new campaign', { status: 'ACTIVE', file: JAN_10 }, [['2031-01-10T08:00', 'new']]],
    ['a new draft', { file: JAN_10 }, []],
    [
      'a draft that is published',
      { seen: 'DRAFT', status: 'ACTIVE', file: JAN_10 },
      [['2031-01-10T08:00', 'new']],
    ],
    ['nothing changes', { seen: 'SCHEDULED', file: JAN_10 }, [['2031-01-10T08:00', null]]],
    [
      'another setting',
      { seen: 'SCHEDULED', file: utm(JAN_10), was: JAN_10 },
      [['2031-01-10T08:00', 'changed']],
    ],
    [
      'another time',
      { seen: 'SCHEDULED', file: at('2031-01-12T09:00:00'), was: JAN_10 },
      [['2031-01-12T08:00', 'changed']],
    ],
    ['a stop', { seen: 'SCHEDULED', status: 'STOPPED', file: JAN_10 }, [['2031-01-10T08:00', 'stopped']]],
    [
      'a campaign that was sent today',
      { seen: 'SENT', file: at('2031-01-01T09:30:00') },
      [['2031-01-01T08:30', null]],
    ],
    ['a campaign that was stopped', { seen: 'STOPPED', status: 'STOPPED', file: JAN_10 }, []],
    [
      'sent at once',
      { status: 'ACTIVE', file: { scheduling_details: { delivery_type: 'ASAP' } } },
      [['at-once', 'new']],
    ],
    ['being sent', { seen: 'SENDING', file: { scheduling_details: { delivery_type: 'ASAP' } } }, []],
    [
      'a locked edit: what is live is sent',
      {
        seen: 'ACTIVE',
        type: 'PERIODIC',
        file: { ...weekly, ...{ segmentation_details: { is_all_user_campaign: false } } },
        was: weekly,
      },
      [
        ['2031-01-03T15:00', null],
        ['2031-01-17T15:00', null],
      ],
    ],
    [
      'a pause',
      { seen: 'ACTIVE', status: 'PAUSED', type: 'PERIODIC', file: weekly },
      [
        ['2031-01-03T15:00', 'stopped'],
        ['2031-01-17T15:00', 'stopped'],
      ],
    ],
    [
      'a resume',
      { seen: 'PAUSED', status: 'ACTIVE', type: 'PERIODIC', file: weekly },
      [
        ['2031-01-03T15:00', 'new'],
        ['2031-01-17T15:00', 'new'],
      ],
    ],
    ['an event', { seen: 'ACTIVE', type: 'EVENT_TRIGGERED', file: at('2031-01-10T09:00:00') }, []],
  ])('%s', (_, campaign, sends) => {
    expect(shown(calendar(world(campaign)))).toEqual(sends.map((one) => ['a', ...one]));
  });

  it('counts what has no dates, and names what is blocked', () => {
    const triggered = world({ seen: 'ACTIVE', type: 'EVENT_TRIGGERED', file: {} });
    expect(calendar(triggered)).toMatchObject({ triggered: 1, drafts: 0, blocked: [] });
    expect(calendar(world({ file: JAN_10 }))).toMatchObject({ triggered: 0, drafts: 1, blocked: [] });
    const past = world({ status: 'ACTIVE', file: at('2030-12-10T09:00:00') });
    expect(calendar(past)).toMatchObject({ sends: [], drafts: 0, blocked: ['a'] });
  });

  it('lists what sends at a time that it does not know', () => {
    const hidden = { scheduling_details: { delivery_type: 'SCHEDULED', schedule_time: '09:00:00' } };
    const before = live({ status: 'SCHEDULED', components: hidden });
    const orphan = { desired: [], live: [before], state: stateOf([bindingOf(before)]) };
    expect(calendar(orphan).undated.map((one) => one.key)).toEqual(['a']);
    const unreadable = { ...world({ seen: 'SCHEDULED', file: JAN_10 }), unreadable: new Set([before.id]) };
    expect(calendar(unreadable).undated.map((one) => one.key)).toEqual(['a']);
  });

  it('takes a start whose day the service hides from the file (W5)', () => {
    const hidden: JsonObject = {
      ...{ delivery_type: 'SCHEDULED', schedule_time: '09:00:00', time_zone: 'Europe/Berlin' },
    };
    const components = { ...AUDIENCE, ...MAIL, ...JAN_10 };
    const shows = live({ status: 'SCHEDULED', components: { ...components, scheduling_details: hidden } });
    const state = stateOf([bindingOf(shows, { applied: components })]);
    const found = calendar({ desired: [desired({ components })], live: [shows], state });
    expect(shown(found)).toEqual([['a', '2031-01-10T08:00', null]]);
  });
});

describe('days with too many sends to a segment', () => {
  const vip: Components = {
    segmentation_details: {
      included_filters: {
        filter_operator: 'and',
        filters: [
          { filter_type: 'custom_segments', name: 'VIP', id: '1' },
          { filter_type: 'custom_segments', name: 'VIP', id: '1' },
        ],
      },
    },
  };
  const file = (name: string, start: string, status: DesiredStatus = 'ACTIVE') =>
    desired({ key: name, status, components: { ...MAIL, ...vip, ...at(start) } });
  const three = [
    file('a', '2031-01-10T09:00:00'),
    file('b', '2031-01-10T12:00:00'),
    file('c', '2031-01-10T23:30:00'),
    file('d', '2031-01-11T09:00:00'),
  ];
  const crowded = [{ day: '2031-01-10', segment: 'VIP', count: 3, atMost: 2 }];

  it('are listed by the day of each campaign, each segment once a send', () => {
    expect(calendar({ desired: three }, RULE).crowded).toEqual(crowded);
  });

  it.each<readonly [what: string, rule: SendLimit | undefined]>([
    ['there is no rule', undefined],
    ['the rule allows it', { ...RULE, atMost: 3 }],
    ['one is exempt', { ...RULE, except: ['c*'] }],
  ])('are none if %s', (_, rule) => {
    expect(calendar({ desired: three }, rule).crowded).toEqual([]);
  });

  it('are noted in the plan of the change that causes them, other campaigns as recorded', () => {
    const policy = {
      drift: 'revert',
      guard: { share: 0.3, atLeast: 1_000 },
      rules: { sendsPerDay: RULE },
    } as const;
    const others = three
      .slice(0, 2)
      .map(({ key: name, components }) => live({ key: name, status: 'SCHEDULED', components }));
    const state = stateOf(others.map((one) => bindingOf(one)));
    const scoped = { policy, only: new Set([key('c'), key('d')]) };
    const { campaigns } = planFor({ desired: three, live: others, state }, scoped);
    const notes = campaigns.map((one) => [one.key, one.notes.filter(({ kind }) => kind === 'crowded-day')]);
    expect(notes).toEqual([
      ['c', [{ kind: 'crowded-day', ...crowded[0] }]],
      ['d', []],
    ]);
  });

  it('and not in that of an edit that does not change whom it reaches or when', () => {
    const policy = {
      drift: 'revert',
      guard: { share: 0.3, atLeast: 1_000 },
      rules: { sendsPerDay: RULE },
    } as const;
    const all = three.map(({ key: name, components }) =>
      live({ key: name, status: 'SCHEDULED', components }),
    );
    const edited = three.map((one) => ({
      ...one,
      components: { ...one.components, utm_params: { utm_source: 'x' } },
    }));
    const { campaigns } = planFor(
      { desired: edited, live: all, state: stateOf(all.map((one) => bindingOf(one))) },
      { policy },
    );
    expect(campaigns.map(({ verdict }) => verdict)).toEqual(Array(4).fill('update'));
    expect(campaigns.flatMap(({ notes }) => notes)).toEqual([]);
  });
});

it('a plan says when each campaign is sent next', () => {
  const next = (one: One) => planFor(world(one)).campaigns[0]?.nextSend;
  expect(next({ status: 'ACTIVE', file: at('2031-01-10T09:00:00') })).toBe('2031-01-10T08:00:00.000Z');
  expect(next({ status: 'ACTIVE', file: { scheduling_details: { delivery_type: 'ASAP' } } })).toBe('at-once');
  expect(next({ seen: 'ACTIVE', type: 'PERIODIC', file: weekly })).toBe('2031-01-03T15:00:00.000Z');
  expect(next({ seen: 'ACTIVE', type: 'PERIODIC', status: 'PAUSED', file: weekly })).toBeUndefined();
  expect(next({ file: at('2031-01-10T09:00:00') })).toBeUndefined();
});
