import { describe, expect, it } from 'vitest';
import type { CampaignKey, CampaignStatus, Components, DesiredStatus } from '../../src/model/campaign.ts';
import { describeUrgentNote, isUrgent } from '../../src/messages/note-messages.ts';
import { plainText } from '../../src/messages/phrase.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { bindingOf, desired, key, live, planFor, stateOf, WORKSPACE } from '../support/builders.ts';
import { todoOf, whyOf } from '../support/held-words.ts';

/** What users get, under a name of its own. */
function gold(name: string, more: Components = {}): Components {
  return {
    basic_details: { name },
    campaign_content: { content: { push: { android: { basic_details: { title: 'An early look' } } } } },
    segmentation_details: { is_all_user_campaign: true },
    scheduling_details: { delivery_type: 'ASAP' },
    ...more,
  };
}

/** A schedule on one day. */
function at(time: string, timezone: string, type = 'AT_FIXED_TIME'): Components {
  return { scheduling_details: { delivery_type: type, start_time: `2031-05-01T${time}`, timezone } };
}

const VIP: Components = {
  segmentation_details: {
    included_filters: {
      filter_operator: 'and',
      filters: [{ filter_type: 'custom_segments', name: 'VIP', id: 'vip' }],
    },
  },
};

const segmentOf = (name: string): JsonObject => ({
  filter_operator: 'and',
  filters: [{ filter_type: 'custom_segments', name, id: name.toLowerCase() }],
});
const GERMANS: Components = { segmentation_details: { included_filters: segmentOf('Germans') } };
const WITHOUT_VIP: Components = {
  segmentation_details: { is_all_user_campaign: true, excluded_filters: segmentOf('VIP') },
};

interface Copied {
  readonly asks?: DesiredStatus | undefined;
  readonly live?: CampaignStatus;
  readonly copy?: Parameters<typeof desired>[0];
  readonly allow?: 'same-name';
  /** The only campaign that the user named. */
  readonly named?: string;
}

/** The plan of a new file `new` that is to be published, beside a managed campaign `old`. */
function planCopy({ asks = 'ACTIVE', live: status = 'ACTIVE', copy = {}, allow, named }: Copied) {
  const old = live({ key: 'old', channel: 'PUSH', status, components: gold('Gold') });
  const file = desired({ key: 'old', channel: 'PUSH', status: asks, components: gold('Gold') });
  const second = desired({
    ...{ key: 'new', channel: 'PUSH', status: 'ACTIVE', components: gold('Silver') },
    ...copy,
  });
  const { campaigns } = planFor(
    { desired: [file, second], live: [old], state: stateOf([bindingOf(old)]) },
    { allowed: new Set(allow ? [allow] : []), named: named === undefined ? undefined : key(named) },
  );
  return campaigns.find(({ key }) => key === 'new');
}

const BLOCKED = {
  transition: null,
  held: [{ reason: 'ambiguous', consent: 'same-name', cause: { code: 'sends-twice', as: ['old'] } }],
};

describe('a copy that would be published beside a campaign with the same message, audience and time', () => {
  it.each<readonly [what: string, copied: Copied]>([
    ['under another name', {}],
    ['under the same name', { copy: { components: gold('Gold') } }],
    ['with other tracking', { copy: { components: gold('Silver', { utm_params: { utm_source: 'b' } }) } }],
    ['of a campaign that is to be published, too', { live: 'DRAFT' }],
    ['of a campaign that was sent', { live: 'SENT' }],
    ['of a campaign that its file stops while it sends', { asks: 'STOPPED', live: 'ACTIVE' }],
    ['of a campaign that was stopped after it may have sent', { asks: 'STOPPED', live: 'STOPPED' }],
    ['of a campaign that sends although its file says draft', { asks: 'DRAFT', live: 'ACTIVE' }],
  ])('%s: is created as a draft and not published', (_, copied) => {
    expect(planCopy(copied)).toMatchObject({ verdict: 'create', notes: [], ...BLOCKED });
  });

  it('is not advised to exclude the users of the other one, who are its own', () => {
    const [own, wider] = [planCopy({}), planCopy({ copy: { components: gold('Silver', VIP) } })];
    expect(todoOf(own?.held[0])).not.toContain('exclude');
    expect(todoOf(wider?.held[0])).toContain('exclude the users of the other one');
  });

  const saying = (title: string, more: Components = {}) =>
    gold('Silver', {
      campaign_content: { content: { push: { android: { basic_details: { title } } } } },
      ...more,
    });

  it.each<readonly [what: string, sent: Components, copied: Components]>([
    ['a blank at the end', saying('An early look'), saying('An early look ')],
    ['two blanks', saying('An early look'), saying('An  early look')],
    ['a non-breaking space', saying('An early look'), saying('An early\u00a0look')],
    ['an invisible character', saying('An early look'), saying('An early\u200b look')],
    ['HTML entities', saying('Gold & silver'), saying('Gold &amp; silver')],
    ['blanks in a placeholder', saying('Hi {{ user.name }}'), saying('Hi {{user.name}}')],
    [
      'the same instant in another zone',
      gold('Gold', at('11:00', 'Europe/Berlin')),
      gold('Silver', at('09:00', 'UTC')),
    ],
    [
      'the same instant as an offset',
      gold('Gold', at('11:00', 'UTC')),
      gold('Silver', at('13:00:00+02:00', 'Asia/Tokyo')),
    ],
  ])('is not published if users see no difference: %s', (_, sent, copied) => {
    expect(planAfter(sent, copied)).toMatchObject(BLOCKED);
  });

  it.each<readonly [what: string, sent: Components, copied: Components]>([
    ['other words', saying('An early look'), saying('A late look')],
    ['another placeholder', saying('Hi {{ user.name }}'), saying('Hi {{ user.nick }}')],
  ])('is published if users see a difference: %s', (_, sent, copied) => {
    expect(planAfter(sent, copied)).toMatchObject({ held: [], transition: { action: 'PUBLISH' } });
  });

  it.each<readonly [what: string, sent: Components, copied: Components]>([
    ['a minute later', gold('Gold', at('11:00', 'UTC')), gold('Silver', at('11:01', 'UTC'))],
    [
      "by the users' own clocks",
      gold('Gold', at('11:00', 'Europe/Berlin', 'SEND_IN_USER_TIMEZONE')),
      gold('Silver', at('09:00', 'UTC', 'SEND_IN_USER_TIMEZONE')),
    ],
  ])('is not published if all of it was sent before: %s', (_, sent, copied) => {
    const held = [{ consent: 'same-name', cause: { code: 'replaced-too-late', as: ['old'] } }];
    expect(planAfter(sent, copied)).toMatchObject({ transition: null, held });
  });

  const starting = (day: string, time = '11:00'): Components => ({
    scheduling_details: {
      delivery_type: 'AT_FIXED_TIME',
      start_time: `2031-05-${day}T${time}`,
      timezone: 'UTC',
    },
  });

  it.each<readonly [what: string, outcome: 'soon' | 'later', sent: Components, copied: Components]>([
    ['five minutes later', 'soon', starting('02'), starting('02', '11:05')],
    ['five minutes before', 'soon', starting('02', '11:05'), starting('02')],
    ['23 hours later', 'soon', starting('02'), starting('03', '10:00')],
    ['a day later', 'later', starting('02'), starting('03')],
    ['an hour later, to fewer users', 'soon', starting('02'), { ...starting('02', '12:00'), ...VIP }],
    [
      'an hour later, to others',
      'later',
      { ...starting('02'), ...GERMANS },
      { ...starting('02', '12:00'), ...VIP },
    ],
    ['an hour later, without those', 'later', starting('02'), { ...starting('02', '12:00'), ...WITHOUT_VIP }],
    [
      'an hour later, with another title',
      'later',
      starting('02'),
      { ...saying('A late look'), ...starting('02', '12:00') },
    ],
  ])('is not published if both are sent once, less than a day apart: %s (%s)', (_, outcome, sent, copied) => {
    for (const status of ['SCHEDULED', 'DRAFT'] as const) {
      const old = live({ key: 'old', channel: 'PUSH', status, components: gold('Gold', sent) });
      const { campaigns } = planFor({
        desired: [
          desired({ key: 'old', channel: 'PUSH', status: 'ACTIVE', components: gold('Gold', sent) }),
          desired({ key: 'new', channel: 'PUSH', status: 'ACTIVE', components: gold('Silver', copied) }),
        ],
        live: [old],
        state: stateOf([bindingOf(old)]),
      });
      const copy = campaigns.find((one) => one.key === 'new');
      if (outcome === 'later') expect(copy).toMatchObject({ held: [], transition: { action: 'PUBLISH' } });
      else
        expect(copy).toMatchObject({ ...BLOCKED, held: [{ cause: { code: 'sends-twice', isSoon: true } }] });
    }
  });

  it('says that two are sent within a day of each other', () => {
    const files = [starting('02'), starting('02', '12:00')].map((start, index) =>
      desired({ key: `k${index}`, channel: 'PUSH', status: 'ACTIVE', components: gold(`K${index}`, start) }),
    );
    expect(planFor({ desired: files }).campaigns.map(({ held }) => whyOf(held[0]))).toEqual([
      "k1 sends the same message to the same users within 24 hours. Users would get it twice, so this campaign isn't published.",
      "k0 sends the same message to the same users within 24 hours. Users would get it twice, so this campaign isn't published.",
    ]);
  });

  const daily = (start_time: string, more: JsonObject = {}): Components => ({
    scheduling_details: {
      ...{ delivery_type: 'AT_FIXED_TIME', timezone: 'Europe/Berlin', start_time },
      ...{ periodic_details: { sending_frequency: 'DAILY', repeat_frequency: 1 }, ...more },
    },
  });
  const every = (days: number) => ({
    periodic_details: { sending_frequency: 'DAILY', repeat_frequency: days },
  });

  it.each<readonly [what: string, isBlocked: boolean, sent: Components, copied: Components]>([
    ['from a later day on', true, daily('2031-05-01T11:00'), daily('2031-11-09T11:00:00')],
    ['on the same days', true, daily('2031-05-01T11:00', every(2)), daily('2031-05-03T11:00', every(2))],
    ['on the days between', false, daily('2031-05-01T11:00', every(2)), daily('2031-05-02T11:00', every(2))],
    ['at another hour', false, daily('2031-05-01T11:00'), daily('2031-05-03T12:00')],
    [
      'once the other one has ended',
      false,
      daily('2031-05-01T11:00', { expiry_time: '2031-06-01T11:00' }),
      daily('2031-06-02T11:00'),
    ],
  ])('that repeats is compared by its days: %s (blocked: %s)', (_, isBlocked, sent, copied) => {
    const type = 'PERIODIC';
    const old = live({ key: 'old', channel: 'PUSH', type, status: 'ACTIVE', components: gold('Gold', sent) });
    const files = [
      desired({ key: 'old', channel: 'PUSH', type, status: 'ACTIVE', components: gold('Gold', sent) }),
      desired({ key: 'new', channel: 'PUSH', type, status: 'ACTIVE', components: gold('Silver', copied) }),
    ];
    const { campaigns } = planFor({ desired: files, live: [old], state: stateOf([bindingOf(old)]) });
    const copy = campaigns.find(({ key }) => key === 'new');
    expect(copy).toMatchObject(isBlocked ? BLOCKED : { held: [], transition: { action: 'PUBLISH' } });
  });

  it('says which campaign sends the same, and how to go on', () => {
    const [held] = planCopy({})?.held ?? [];
    expect(whyOf(held)).toContain('old');
    expect(todoOf(held)).toContain('use --allow same-name --only new for both plan and apply.');
  });

  it.each<readonly [what: string, copied: Copied]>([
    ['for all campaigns', { allow: 'same-name' }],
    ['for the other campaign', { allow: 'same-name', named: 'old' }],
    ['for nothing', { named: 'new' }],
  ])('stays blocked if a second one is allowed %s', (_, copied) => {
    expect(planCopy(copied)).toMatchObject(BLOCKED);
  });

  it.each<readonly [what: string, copied: Copied]>([
    ['it is wanted', { allow: 'same-name', named: 'new' }],
    [
      'other users are excluded',
      {
        copy: {
          components: gold('Silver', {
            segmentation_details: {
              ...{ is_all_user_campaign: true },
              excluded_filters: { filter_operator: 'and', filters: [{ filter_type: 'custom_segments' }] },
            },
          }),
        },
      },
    ],
    [
      'another time',
      {
        copy: {
          components: gold('Silver', {
            scheduling_details: { delivery_type: 'AT_FIXED_TIME', start_time: '2031-04-01T09:00:00' },
          }),
        },
      },
    ],
    ['another channel', { copy: { channel: 'EMAIL' } }],
    ['another type', { copy: { type: 'EVENT_TRIGGERED' } }],
    ['the other one is a draft', { asks: 'DRAFT', live: 'DRAFT' }],
    ['the other one is stopped by its file before it sends', { asks: 'STOPPED', live: 'SCHEDULED' }],
    ['no content', { copy: { components: { basic_details: { name: 'Silver' } } } }],
  ])('is published: %s', (_, copied) => {
    expect(planCopy(copied)).toMatchObject({ held: [], transition: { action: 'PUBLISH' } });
  });

  const COUNTRY = { filter_type: 'user_attributes', data_type: 'string', name: 'country', operator: 'in' };
  const MEMBER = { filter_type: 'custom_segments', name: 'Members' };
  const among = (filters: readonly JsonObject[], operator: 'and' | 'or' = 'and'): Components => ({
    segmentation_details: { included_filters: { filter_operator: operator, filters } },
  });
  const living = (...value: readonly string[]) => ({ ...COUNTRY, value });
  const GERMANY = among([living('Germany')]);

  it.each<readonly [what: string, sent: Components, copied: Components]>([
    [
      'another name of the same segment',
      among([{ ...MEMBER, id: 'a1' }]),
      among([{ ...MEMBER, name: 'Our members', id: 'a1' }]),
    ],
    ['one more country', GERMANY, among([living('Germany', 'Austria')])],
    ['one country fewer', among([living('Austria', 'Germany')]), GERMANY],
    ['all users', GERMANY, { segmentation_details: { is_all_user_campaign: true } }],
    ['one condition fewer', among([living('Germany'), MEMBER]), GERMANY],
    ['one more condition', GERMANY, among([MEMBER, living('Germany')])],
    ['one more group of users', GERMANY, among([living('Germany'), MEMBER], 'or')],
    [
      'one country fewer that is left out',
      among([{ ...living('Germany', 'Austria'), negate: true }]),
      among([{ ...living('Germany'), negate: true }]),
    ],
  ])('is not published beside one that was sent: %s', (_, sent, copied) => {
    expect(planAfter(sent, copied)).toMatchObject(BLOCKED);
  });

  it.each<readonly [what: string, sent: Components, copied: Components]>([
    ['another country', GERMANY, among([living('Austria')])],
    ['another attribute', GERMANY, among([{ ...living('Germany', 'Austria'), name: 'region' }])],
    ['a segment', GERMANY, among([MEMBER])],
    ['another segment', among([{ ...MEMBER, id: 'a1' }]), among([{ ...MEMBER, id: 'a2' }])],
    [
      'other countries that are left out',
      among([{ ...living('Germany'), negate: true }]),
      among([{ ...living('Austria'), negate: true }]),
    ],
  ])('is published beside one that was sent: %s', (_, sent, copied) => {
    expect(planAfter(sent, copied)).toMatchObject({ held: [], transition: { action: 'PUBLISH' } });
  });

  function planAfter(sent: Components, copied: Components) {
    const old = live({ key: 'old', channel: 'PUSH', status: 'SENT', components: gold('Gold', sent) });
    const files = [
      desired({ key: 'old', channel: 'PUSH', status: 'ACTIVE', components: gold('Gold', sent) }),
      desired({ key: 'new', channel: 'PUSH', status: 'ACTIVE', components: gold('Silver', copied) }),
    ];
    const { campaigns } = planFor({ desired: files, live: [old], state: stateOf([bindingOf(old)]) });
    return campaigns.find(({ key }) => key === 'new');
  }

  const VIPS = living('VIP');
  const STAFF = living('Staff');
  const ALL: JsonObject = { is_all_user_campaign: true };
  const only = (filter: JsonObject): JsonObject => ({ included_filters: groupOf([filter]) });
  const without = (...filters: readonly JsonObject[]) => ({ excluded_filters: groupOf(filters) });
  const groupOf = (filters: readonly JsonObject[]) => ({
    ...{ filter_operator: filters.length > 1 ? 'or' : 'and' },
    filters,
  });

  it.each<readonly [what: string, outcome: string, sent: JsonObject, copied: JsonObject]>([
    ['some of all users', 'blocked', ALL, { ...ALL, ...without(STAFF) }],
    ['more users', 'blocked', { ...ALL, ...without(STAFF) }, { ...ALL, ...without(STAFF, VIPS) }],
    ['some of the same group', 'blocked', only(VIPS), { ...only(VIPS), ...without(MEMBER) }],
    ['a group of all users', 'blocked', ALL, { ...only(VIPS), ...without(STAFF) }],
    ['users that may be others', 'same-message', only(VIPS), { ...ALL, ...without(STAFF) }],
    ['all users of the other one', 'similar-message', only(VIPS), { ...ALL, ...without(VIPS) }],
    ['a larger group', 'similar-message', only(VIPS), { ...ALL, ...without(VIPS, STAFF) }],
    ['more values', 'similar-message', only(VIPS), { ...ALL, ...without(living('VIP', 'Staff')) }],
    ['it, by the other one', 'similar-message', { ...ALL, ...without(VIPS) }, only(VIPS)],
  ])('excludes %s, and both begin at once: %s', (_, outcome, sent, copied) => {
    const files = [sent, copied].map((segmentation_details, at) =>
      desired({
        ...{ key: at === 0 ? 'old' : 'new', channel: 'PUSH', status: 'ACTIVE' },
        components: saying('An early look', { ...said(at), segmentation_details }),
      }),
    );
    const copy = planFor({ desired: files }).campaigns.find(({ key }) => key === 'new');
    expect(copy).toMatchObject(
      outcome === 'blocked' ? BLOCKED : { held: [], notes: [{ kind: outcome, as: [{ key: 'old' }] }] },
    );
  });

  /** Content with a body, by which campaigns are compared. */
  function said(at: number): Components {
    const basic_details = { title: 'An early look', message: 'Tents.' };
    return {
      basic_details: { name: `Tents, ${at === 0 ? 'first' : 'second'}` },
      campaign_content: { content: { push: { android: { basic_details } } } },
      scheduling_details: { delivery_type: 'AT_FIXED_TIME', start_time: '2031-05-01T11:00' },
    };
  }

  it.each<readonly [what: string, file: Components, copied: Components, isBlocked: boolean]>([
    ['has what is live, while the file of the other one has a locked edit', among([MEMBER]), GERMANY, true],
    ['has only the locked edit of the other one', among([MEMBER]), among([MEMBER]), false],
  ])('%s', (_, file, copied, isBlocked) => {
    const old = live({ key: 'old', channel: 'PUSH', status: 'ACTIVE', components: gold('Gold', GERMANY) });
    const files = [
      desired({ key: 'old', channel: 'PUSH', status: 'ACTIVE', components: gold('Gold', file) }),
      desired({ key: 'new', channel: 'PUSH', status: 'ACTIVE', components: gold('Silver', copied) }),
    ];
    const { campaigns } = planFor({ desired: files, live: [old], state: stateOf([bindingOf(old)]) });
    const copy = campaigns.find(({ key }) => key === 'new');
    expect(copy).toMatchObject(isBlocked ? BLOCKED : { held: [], transition: { action: 'PUBLISH' } });
  });

  it('is compared with what is live and with an edit that is applied, and names the campaign once', () => {
    const old = live({ key: 'old', channel: 'PUSH', status: 'SCHEDULED', components: gold('Gold', GERMANY) });
    const both = among([living('Germany', 'Austria')]);
    const copyFor = (components: Components) =>
      planFor({
        desired: [
          desired({ key: 'old', channel: 'PUSH', status: 'ACTIVE', components: gold('Gold', both) }),
          desired({ key: 'new', channel: 'PUSH', status: 'ACTIVE', components }),
        ],
        live: [old],
        state: stateOf([bindingOf(old)]),
      }).campaigns.find(({ key }) => key === 'new');
    expect(copyFor(gold('Silver', GERMANY))).toMatchObject(BLOCKED);
    expect(copyFor(gold('Silver', among([living('Austria')])))).toMatchObject(BLOCKED);
    const later = { delivery_type: 'AT_FIXED_TIME', start_time: '2031-04-01T09:00:00', timezone: 'UTC' };
    const message = { title: 'An early look', message: 'Tents.' };
    const campaign_content = { content: { push: { android: { basic_details: message } } } };
    const noted = copyFor(gold('Silver', { ...GERMANY, scheduling_details: later, campaign_content }));
    expect(noted?.notes).toMatchObject([{ kind: 'similar-message', as: [{ key: 'old' }] }]);
  });

  it('blocks both of two new files', () => {
    const files = ['one', 'two'].map((key) =>
      desired({ key, channel: 'PUSH', status: 'ACTIVE', components: gold(key) }),
    );
    const { campaigns } = planFor({ desired: files });
    expect(campaigns.map(({ transition }) => transition)).toEqual([null, null]);
  });

  it('blocks both where publishing is off, so that nobody is told to publish them in the service', () => {
    const files = ['one', 'two'].map((key) =>
      desired({ key, channel: 'PUSH', status: 'ACTIVE', components: gold(key) }),
    );
    const { campaigns } = planFor({ desired: files }, { workspace: { ...WORKSPACE, publish: 'never' } });
    expect(campaigns.flatMap(({ held }) => held)).toMatchObject([
      { reason: 'needs-publish', cause: { code: 'publish-off', as: ['two'] } },
      { reason: 'needs-publish', cause: { code: 'publish-off', as: ['one'] } },
    ]);
    expect(whyOf(campaigns[0]?.held[0])).toContain('Users who get two would get the same message twice.');
    expect(todoOf(campaigns[0]?.held[0])).toContain('If this file is a copy, edit it or remove it.');
  });

  it('is compared where publishing is off, too, if it is not the same', () => {
    const says = (title: string): Components => ({
      campaign_content: { content: { push: { android: { basic_details: { title, message: 'Tents.' } } } } },
    });
    const files = ['One', 'Two'].map((title, index) =>
      desired({
        key: title,
        channel: 'PUSH',
        status: index === 0 ? 'DRAFT' : 'ACTIVE',
        components: gold(title, says(title)),
      }),
    );
    const one = live({
      key: 'One',
      channel: 'PUSH',
      status: 'SCHEDULED',
      components: gold('One', says('One')),
    });
    for (const publish of ['never', 'earlier-api'] as const) {
      const { campaigns } = planFor(
        { desired: files, live: [one], state: stateOf([bindingOf(one)]) },
        { workspace: { ...WORKSPACE, publish } },
      );
      expect(campaigns[1]?.notes).toMatchObject([
        { kind: 'same-message', part: 'body', as: [{ key: 'One' }] },
      ]);
    }
  });

  it.each<
    readonly [what: string, asks: DesiredStatus | undefined, copied: Components, notes: readonly object[]]
  >([
    ['no status', undefined, {}, [{ kind: 'draft-repeats', as: ['old'], stop: 'STOPPED' }]],
    ['the status DRAFT', 'DRAFT', {}, [{ kind: 'draft-repeats', as: ['old'], stop: 'STOPPED' }]],
    ['another message', undefined, saying('A late look'), []],
    ['other users', undefined, WITHOUT_VIP, []],
  ])('that stays a draft is noted, because people may publish it: %s', (_, status, copied, notes) => {
    const old = live({ key: 'old', channel: 'PUSH', status: 'ACTIVE', components: gold('Gold') });
    const draft = live({ key: 'new', channel: 'PUSH', components: gold('Silver', copied) });
    const files = [
      desired({ key: 'old', channel: 'PUSH', components: gold('Gold') }),
      desired({ key: 'new', channel: 'PUSH', status, components: gold('Silver', copied) }),
    ];
    for (const known of [[old], [old, draft]]) {
      const { campaigns } = planFor({
        desired: files,
        live: known,
        state: stateOf(known.map((one) => bindingOf(one))),
      });
      // Once it lies there, a plan that doesn't touch it is quiet.
      const isOld = known.includes(draft);
      expect(campaigns.find((one) => one.key === 'new')?.notes).toEqual(isOld ? [] : notes);
    }
  });

  it.each([
    ['ONE_TIME', 'STOPPED'],
    ['EVENT_TRIGGERED', 'PAUSED'],
    ['BUSINESS_EVENT_TRIGGERED', undefined],
  ] as const)('that stays a draft and copies a campaign of type %s, which is ended as %s', (type, stop) => {
    const old = live({ key: 'old', type, channel: 'PUSH', status: 'ACTIVE', components: gold('Gold') });
    const { campaigns } = planFor({
      desired: [
        desired({ key: 'old', type, channel: 'PUSH', components: gold('Gold') }),
        desired({ key: 'new', type, channel: 'PUSH', components: gold('Gold (2)', LATER) }),
      ],
      live: [old],
      state: stateOf([bindingOf(old)]),
    });
    expect(campaigns.find(({ key }) => key === 'new')?.notes).toEqual([
      { kind: 'draft-repeats', as: ['old'], isVersion: true, ...(stop && { stop }) },
    ]);
  });

  const LATER: Components = {
    scheduling_details: {
      delivery_type: 'AT_FIXED_TIME',
      start_time: '2031-06-01T09:00',
      timezone: 'UTC',
    },
  };

  it.each<readonly [what: string, name: string, copied: Components, notes: readonly object[]]>([
    [
      'on another day',
      'Gold (2)',
      LATER,
      [{ kind: 'draft-repeats', as: ['old'], isVersion: true, stop: 'STOPPED' }],
    ],
    [
      'with another message',
      'Gold (2)',
      { ...saying('A late look'), basic_details: { name: 'Gold (2)' } },
      [{ kind: 'draft-repeats', as: ['old'], isVersion: true, stop: 'STOPPED' }],
    ],
    ['on another day, under a name of its own', 'Silver', LATER, []],
    ['without the users of that one', 'Gold (2)', { ...LATER, ...WITHOUT_VIP }, []],
  ])('that stays a draft and is a copy of a scheduled one: %s', (_, name, copied, notes) => {
    const scheduled = {
      channel: 'PUSH',
      status: 'SCHEDULED',
      components: gold('Gold', at('12:00', 'UTC')),
    } as const;
    const old = live({ key: 'old', ...scheduled });
    const { campaigns } = planFor({
      desired: [
        desired({ key: 'old', channel: 'PUSH', components: scheduled.components }),
        desired({ key: 'new', channel: 'PUSH', components: gold(name, copied) }),
      ],
      live: [old],
      state: stateOf([bindingOf(old)]),
    });
    expect(campaigns.find((one) => one.key === 'new')?.notes).toMatchObject(notes);
  });

  it('blocks a draft that is published later', () => {
    const old = live({ key: 'old', channel: 'PUSH', status: 'ACTIVE', components: gold('Gold') });
    const draft = live({ key: 'new', channel: 'PUSH', components: gold('Silver') });
    const { campaigns } = planFor({
      desired: [
        desired({ key: 'old', channel: 'PUSH', components: gold('Gold') }),
        desired({ key: 'new', channel: 'PUSH', status: 'ACTIVE', components: gold('Silver') }),
      ],
      live: [old, draft],
      state: stateOf([bindingOf(old), bindingOf(draft)]),
    });
    expect(campaigns.find(({ key }) => key === 'new')).toMatchObject(BLOCKED);
  });
});

describe('a paused campaign that is to be resumed', () => {
  const REPEATS = { channel: 'PUSH', type: 'PERIODIC' } as const;

  function planResume(applied: Components, allow?: 'same-name', named?: string) {
    const old = live({ ...REPEATS, key: 'old', status: 'ACTIVE', components: gold('Gold') });
    const paused = live({ ...REPEATS, key: 'new', status: 'PAUSED', components: applied });
    const { campaigns } = planFor(
      {
        desired: [
          desired({ ...REPEATS, key: 'old', status: 'ACTIVE', components: gold('Gold') }),
          desired({ ...REPEATS, key: 'new', status: 'ACTIVE', components: gold('Silver') }),
        ],
        live: [old, paused],
        state: stateOf([bindingOf(old), bindingOf(paused)]),
      },
      { allowed: new Set(allow ? [allow] : []), named: named === undefined ? undefined : key(named) },
    );
    return campaigns.find(({ key }) => key === 'new');
  }

  it.each<readonly [when: string, applied: Components]>([
    ['in this plan', gold('Silver', { campaign_content: { content: { push: {} } } })],
    ['before', gold('Silver')],
  ])('stays paused if an edit made it a copy of a live one %s', (_, applied) => {
    const found = planResume(applied);
    expect(found).toMatchObject(BLOCKED);
    expect(whyOf(found?.held[0])).toContain("so this campaign isn't resumed.");
    expect(todoOf(found?.held[0])).toMatch(/^To leave this campaign paused, write status: PAUSED\./);
    expect(todoOf(found?.held[0])).toContain(
      'Each resume needs that, even if the campaign was allowed to send before.',
    );
  });

  it('is resumed if that is allowed for it alone', () => {
    expect(planResume(gold('Silver'), 'same-name')?.held).toHaveLength(1);
    expect(planResume(gold('Silver'), 'same-name', 'new')).toMatchObject({
      held: [],
      transition: { action: 'RESUME' },
    });
  });
});

it('a campaign whose file is gone is named without advice to edit that file', () => {
  const says = (title: string): Components => ({
    campaign_content: { content: { push: { android: { basic_details: { title, message: 'Tents.' } } } } },
  });
  const old = live({
    ...{ key: 'old', channel: 'PUSH', type: 'PERIODIC', status: 'ACTIVE' },
    components: gold('Gold', says('An early look')),
  });
  const copy = gold('Silver', says('A second look'));
  const file = desired({ key: 'new', channel: 'PUSH', status: 'ACTIVE', components: copy });
  const { campaigns } = planFor(
    { desired: [file], live: [old], state: stateOf([bindingOf(old)]) },
    { allowed: new Set(['same-name']) },
  );
  expect(campaigns.find(({ key }) => key === 'new')?.notes).toEqual([
    { kind: 'same-message', part: 'body', as: [{ key: 'old', state: 'sending' }], isSameAudience: true },
  ]);
});

it('a campaign without a file that still sends counts, too', () => {
  const old = live({ key: 'old', channel: 'PUSH', status: 'ACTIVE', components: gold('Gold') });
  const draft = live({ key: 'new', channel: 'PUSH', components: gold('Silver') });
  const file = desired({ key: 'new', channel: 'PUSH', status: 'ACTIVE', components: gold('Silver') });
  const state = stateOf([bindingOf(old), bindingOf(draft)]);
  const { campaigns } = planFor({ desired: [file], live: [old, draft], state });
  expect(campaigns.find(({ key }) => key === 'new')).toMatchObject(BLOCKED);
});

describe('a file that was moved and whose campaign got another name', () => {
  const old = live({ key: 'old', channel: 'PUSH', status: 'ACTIVE', components: gold('Gold') });
  const state = stateOf([bindingOf(old)]);
  const moved = desired({ key: 'new', channel: 'PUSH', status: 'ACTIVE', components: gold('Gold, second') });

  it('is not created: it would send the same a second time', () => {
    const { campaigns } = planFor({ desired: [moved], live: [old], state });
    expect(campaigns).toMatchObject([
      { key: 'new', verdict: 'held', held: [{ reason: 'renamed' }] },
      { key: 'old', verdict: 'orphaned', notes: [{ kind: 'moved-to' }] },
    ]);
  });

  it('is created if a second one is wanted, but not published by the same consent', () => {
    const { campaigns } = planFor(
      { desired: [moved], live: [old], state },
      { allowed: new Set(['same-name']), named: key('new') },
    );
    expect(campaigns).toMatchObject([
      {
        ...{ key: 'new', verdict: 'create', transition: null },
        held: [{ cause: { code: 'sends-twice', as: ['old'], isLater: true } }],
      },
      { key: 'old', verdict: 'orphaned', notes: [{ kind: 'still-sending' }] },
    ]);
    expect(todoOf(campaigns[0]?.held[0])).toContain(
      'apply this first, which creates it as a draft. Then use --allow same-name --only new',
    );
  });

  it('is published by a second consent', () => {
    const draft = live({ key: 'new', channel: 'PUSH', components: gold('Gold, second') });
    const both = { desired: [moved], live: [old, draft], state: stateOf([bindingOf(old), bindingOf(draft)]) };
    const { campaigns } = planFor(both, { allowed: new Set(['same-name']), named: key('new') });
    expect(campaigns[0]).toMatchObject({ key: 'new', held: [], transition: { action: 'PUBLISH' } });
  });
});

describe('a campaign that goes live with a message that others send or sent', () => {
  const AUDIENCE = (name: string): Components => ({
    segmentation_details: {
      included_filters: { filter_operator: 'and', filters: [{ filter_type: 'custom_segments', name }] },
    },
  });
  const VIPS = AUDIENCE('VIP');
  const EXCLUDED: Components = {
    segmentation_details: {
      ...{ is_all_user_campaign: true },
      excluded_filters: {
        filter_operator: 'and',
        filters: [{ filter_type: 'custom_segments', name: 'Got it' }],
      },
    },
  };
  const says = (title: string, message: string): Components => ({
    campaign_content: { content: { push: { android: { basic_details: { title, message } } } } },
  });
  const AT = (start: string): Components => ({
    scheduling_details: { delivery_type: 'AT_FIXED_TIME', start_time: start, timezone: 'UTC' },
  });
  const after = (event: string): Components => ({
    trigger_condition: {
      ...{ trigger_delay_type: 'ASAP' },
      included_filters: {
        filter_operator: 'and',
        filters: [{ filter_type: 'actions', action_name: event, execution: { type: 'atleast', count: 1 } }],
      },
    },
  });

  interface Beside {
    readonly status: CampaignStatus;
    readonly wanted?: DesiredStatus;
    readonly type?: 'ONE_TIME' | 'EVENT_TRIGGERED' | 'PERIODIC';
    readonly old: Components;
    readonly copy: Components;
    readonly copyType?: 'ONE_TIME' | 'EVENT_TRIGGERED' | 'PERIODIC';
  }

  function planBeside({ status, wanted, type = 'ONE_TIME', old, copy, copyType = type }: Beside) {
    const campaign = live({
      ...{ key: 'old', channel: 'PUSH', type, status },
      components: gold('Gold', old),
    });
    const files = [
      desired({
        ...{ key: 'old', channel: 'PUSH', type, status: wanted },
        components: gold('Gold', old),
      }),
      desired({
        ...{ key: 'new', channel: 'PUSH', type: copyType, status: 'ACTIVE' },
        components: gold('Silver', copy),
      }),
    ];
    const { campaigns } = planFor({
      desired: files,
      live: [campaign],
      state: stateOf([bindingOf(campaign)]),
    });
    return campaigns.find(({ key }) => key === 'new');
  }

  const LATER = AT('2031-03-01T09:00:00');
  const message = says('An early look', 'The new tents are here.');
  const reworded = says('A second look', 'The new tents are here.');

  it.each<readonly [what: string, state: string, beside: Beside]>([
    ['was sent', 'sent', { status: 'SENT', old: message, copy: { ...reworded, ...LATER } }],
    ['is scheduled', 'sending', { status: 'SCHEDULED', old: message, copy: { ...reworded, ...LATER } }],
    [
      'was stopped after it began',
      'stopped',
      { status: 'STOPPED', wanted: 'STOPPED', old: message, copy: { ...reworded, ...LATER } },
    ],
    [
      'goes to a part of the audience',
      'sent',
      { status: 'SENT', old: { ...message, ...VIPS }, copy: { ...reworded, ...LATER } },
    ],
    [
      'repeats',
      'sending',
      {
        status: 'ACTIVE',
        type: 'PERIODIC',
        copyType: 'ONE_TIME',
        old: message,
        copy: { ...reworded, ...LATER },
      },
    ],
    [
      'has the same trigger',
      'sending',
      {
        ...{ status: 'ACTIVE', type: 'EVENT_TRIGGERED' },
        ...{ old: { ...message, ...after('Signed Up') }, copy: { ...reworded, ...after('Signed Up') } },
      },
    ],
    [
      'has the same trigger, although this one excludes some of its users',
      'sending',
      {
        ...{ status: 'ACTIVE', type: 'EVENT_TRIGGERED' },
        old: { ...message, ...after('Signed Up') },
        copy: { ...reworded, ...EXCLUDED, ...after('Signed Up') },
      },
    ],
  ])('asks for attention if the other one %s', (_, state, beside) => {
    expect(planBeside(beside)).toMatchObject({
      transition: { action: 'PUBLISH' },
      notes: [{ kind: 'same-message', as: [{ key: 'old', state }] }],
    });
  });

  it.each<readonly [what: string, beside: Beside]>([
    [
      'the other one has another audience',
      { status: 'SENT', old: { ...message, ...VIPS }, copy: { ...reworded, ...AUDIENCE('New') } },
    ],
    ['it excludes users', { status: 'SENT', old: message, copy: { ...reworded, ...EXCLUDED } }],
    [
      'only the first line is the same',
      { status: 'SENT', old: message, copy: { ...says('An early look', 'Boots.'), ...LATER } },
    ],
    [
      'another event triggers it',
      {
        ...{ status: 'ACTIVE', type: 'EVENT_TRIGGERED' },
        ...{ old: { ...message, ...after('Signed Up') }, copy: { ...reworded, ...after('Paid') } },
      },
    ],
    [
      'an event triggers the other one',
      { status: 'ACTIVE', type: 'EVENT_TRIGGERED', copyType: 'ONE_TIME', old: message, copy: reworded },
    ],
  ])('only mentions it if %s', (_, beside) => {
    expect(planBeside(beside)).toMatchObject({
      transition: { action: 'PUBLISH' },
      notes: [{ kind: 'similar-message', as: [{ key: 'old' }] }],
    });
  });

  const livingIn = (country: string): Components => ({
    segmentation_details: {
      included_filters: {
        filter_operator: 'and',
        filters: [
          {
            ...{ filter_type: 'user_attributes', data_type: 'string', name: 'country' },
            ...{ operator: 'is', value: country },
          },
        ],
      },
    },
  });

  it.each<readonly [what: string, beside: Beside]>([
    [
      'the same message for another country',
      { status: 'SENT', old: { ...message, ...livingIn('DE') }, copy: { ...message, ...livingIn('AT') } },
    ],
    ['another message', { status: 'SENT', old: message, copy: says('Boots', 'Boots.') }],
    ['a draft', { status: 'DRAFT', old: message, copy: reworded }],
    ['a paused campaign', { status: 'PAUSED', type: 'PERIODIC', old: message, copy: reworded }],
    [
      'a campaign that the same plan pauses',
      {
        status: 'ACTIVE',
        wanted: 'PAUSED',
        type: 'EVENT_TRIGGERED',
        old: { ...message, ...after('Paid') },
        copy: { ...reworded, ...after('Paid') },
      },
    ],
    [
      'a campaign that was stopped before its time',
      { status: 'STOPPED', wanted: 'STOPPED', old: { ...message, ...LATER }, copy: reworded },
    ],
  ])('says nothing beside %s', (_, beside) => {
    expect(planBeside(beside)).toMatchObject({ transition: { action: 'PUBLISH' }, notes: [] });
  });

  const other = says('Boots', 'The new boots are here.');
  const weekly = (day: string, time = '09:00:00', timezone = 'UTC'): Components => ({
    scheduling_details: {
      ...{ delivery_type: 'AT_FIXED_TIME', start_time: `2031-03-01T${time}`, timezone },
      periodic_details: { sending_frequency: 'WEEKLY', repeat_on_days_of_week: [day] },
    },
  });

  const DAILY: Components = {
    scheduling_details: {
      ...{ delivery_type: 'AT_FIXED_TIME', start_time: '2031-02-01T09:00:00', timezone: 'UTC' },
      periodic_details: { sending_frequency: 'DAILY' },
    },
  };

  it.each<readonly [what: string, kind: string, day: string, zone: string]>([
    ['only notes that campaigns which take turns', 'similar-message', 'TUESDAY', 'UTC'],
    ['asks for attention if campaigns with a day in common', 'same-message', 'MONDAY', 'UTC'],
    ['asks for attention if campaigns of different zones', 'same-message', 'TUESDAY', 'Asia/Tokyo'],
  ])('%s repeat one text', (_, kind, day, zone) => {
    const evening = weekly(day, '18:00:00', zone);
    const beside = { old: { ...message, ...weekly('MONDAY') }, copy: { ...reworded, ...evening } };
    const planned = planBeside({ status: 'ACTIVE', type: 'PERIODIC', ...beside });
    expect(planned?.notes).toMatchObject([{ kind, part: 'body', as: [{ key: 'old' }] }]);
  });

  it.each<readonly [what: string, beside: Beside]>([
    [
      'at the same time',
      { status: 'SCHEDULED', old: { ...message, ...LATER }, copy: { ...other, ...LATER } },
    ],
    [
      'on the same days',
      {
        ...{ status: 'ACTIVE', type: 'PERIODIC' },
        ...{ old: { ...message, ...weekly('MONDAY') }, copy: { ...other, ...weekly('MONDAY') } },
      },
    ],
    [
      'on one of the days',
      {
        ...{ status: 'ACTIVE', type: 'PERIODIC' },
        ...{ old: { ...message, ...DAILY }, copy: { ...other, ...weekly('MONDAY') } },
      },
    ],
    [
      'on a day of one that repeats',
      {
        ...{ status: 'ACTIVE', type: 'PERIODIC', copyType: 'ONE_TIME' },
        ...{ old: { ...message, ...weekly('MONDAY') }, copy: { ...other, ...AT('2031-03-10T09:00:00') } },
      },
    ],
    [
      'each week, some time after it',
      {
        ...{ status: 'SCHEDULED', type: 'ONE_TIME', copyType: 'PERIODIC' },
        ...{ old: { ...message, ...AT('2031-03-10T09:00:00') }, copy: { ...other, ...weekly('MONDAY') } },
      },
    ],
    [
      'on the same event',
      {
        ...{ status: 'ACTIVE', type: 'EVENT_TRIGGERED' },
        ...{ old: { ...message, ...after('Paid') }, copy: { ...other, ...after('Paid') } },
      },
    ],
  ])('asks for attention if another text is sent to the same users %s', (_, beside) => {
    const [note] = planBeside(beside)?.notes ?? [];
    expect(note).toMatchObject({ kind: 'same-message', part: 'moment', as: [{ key: 'old' }] });
  });

  const onTwo = (title: string, android: string, ios: string): Components => ({
    campaign_content: {
      content: {
        push: {
          android: { basic_details: { title, message: android } },
          ios: { basic_details: { title, message: ios } },
        },
      },
    },
  });

  it.each<readonly [part: string, sent: Components, copied: Components]>([
    ['text', message, { ...message, ...LATER }],
    ['body', message, { ...reworded, ...LATER }],
    ['some', onTwo('X', 'Tents.', 'Boots.'), { ...onTwo('X', 'Tents.', 'Maps.'), ...LATER }],
  ])('says how much of the text is the same: %s', (part, sent, copied) => {
    const planned = planBeside({
      status: 'ACTIVE',
      type: 'PERIODIC',
      copyType: 'ONE_TIME',
      old: sent,
      copy: copied,
    });
    expect(planned?.notes).toMatchObject([{ kind: 'same-message', part }]);
  });

  it.each<readonly [what: string, beside: Beside]>([
    [
      'to others',
      {
        status: 'SCHEDULED',
        old: { ...message, ...LATER, ...VIPS },
        copy: { ...other, ...LATER, ...AUDIENCE('New') },
      },
    ],
    [
      'at another time',
      {
        status: 'SCHEDULED',
        old: { ...message, ...LATER },
        copy: { ...other, ...AT('2031-03-01T10:00:00') },
      },
    ],
    [
      'on another day',
      {
        ...{ status: 'ACTIVE', type: 'PERIODIC' },
        ...{ old: { ...message, ...weekly('MONDAY') }, copy: { ...other, ...weekly('FRIDAY') } },
      },
    ],
    [
      'on another event',
      {
        ...{ status: 'ACTIVE', type: 'EVENT_TRIGGERED' },
        ...{ old: { ...message, ...after('Paid') }, copy: { ...other, ...after('Signed Up') } },
      },
    ],
  ])('says nothing if another text is sent %s', (_, beside) => {
    expect(planBeside(beside)).toMatchObject({ transition: { action: 'PUBLISH' }, notes: [] });
  });

  it('says how the other one ends, if this one replaces it', () => {
    const planned = planBeside({
      ...{ status: 'ACTIVE', type: 'EVENT_TRIGGERED' },
      ...{ old: { ...message, ...after('Paid') }, copy: { ...other, ...after('Paid') } },
    });
    const notes = planned?.notes.filter(isUrgent) ?? [];
    expect(
      notes.map((note) => plainText(describeUrgentNote(note, { key: 'new', workspace: 'local' }).todo)),
    ).toEqual([
      expect.stringMatching(/^If it replaces old, set status: PAUSED in that file\. If both are intended/),
    ]);
  });

  const named = (name: string): Components => ({ basic_details: { name } });
  const GOLD_ONLY = AUDIENCE('Gold');
  /** As `replace` writes a copy, with another text and another audience. */
  const corrected = { ...other, ...named('Gold (2)'), ...GOLD_ONLY };
  const triggered: Beside = {
    ...{ status: 'ACTIVE', type: 'EVENT_TRIGGERED' },
    ...{ old: { ...message, ...VIPS, ...after('Paid') }, copy: { ...corrected, ...after('Paid') } },
  };

  it.each<readonly [what: string, kind: string, beside: Beside]>([
    ['that was sent', 'same-message', { status: 'SENT', old: message, copy: corrected }],
    [
      'that the same plan stops while it sends',
      'same-message',
      { status: 'ACTIVE', wanted: 'STOPPED', old: message, copy: corrected },
    ],
    [
      'that was sent, whose exclusions it has, too',
      'same-message',
      {
        status: 'SENT',
        old: { ...message, ...EXCLUDED },
        copy: { ...other, ...named('Gold (2)'), ...EXCLUDED },
      },
    ],
    ['that still sends, and its audience may be another one', 'similar-message', triggered],
  ])('is compared with the campaign %s and that it replaces by its name', (_, kind, beside) => {
    expect(planBeside(beside)).toMatchObject({
      transition: { action: 'PUBLISH' },
      notes: [{ kind, part: 'name', as: [{ key: 'old' }] }],
    });
  });

  it.each<readonly [what: string, beside: Beside]>([
    [
      'it excludes users whom the other one did not',
      { status: 'SENT', old: message, copy: { ...corrected, ...EXCLUDED } },
    ],
    ['it has no number', { status: 'SENT', old: message, copy: { ...corrected, ...named('Gold 2') } }],
    [
      'both have a number: a series',
      {
        status: 'SENT',
        old: { ...message, ...named('Gold (1)') },
        copy: { ...other, ...named('Gold (2)') },
      },
    ],
    [
      'it is of another type',
      { status: 'SENT', old: message, copy: { ...corrected, ...weekly('MONDAY') }, copyType: 'PERIODIC' },
    ],
    ['the same plan pauses the other one', { ...triggered, wanted: 'PAUSED' }],
    [
      'the other one was stopped before it sent',
      { ...{ status: 'STOPPED', wanted: 'STOPPED' }, old: { ...message, ...LATER }, copy: corrected },
    ],
  ])('is not taken for a replacement if %s', (_, beside) => {
    expect(planBeside(beside)).toMatchObject({ transition: { action: 'PUBLISH' }, notes: [] });
  });

  it('is compared with the copy that it replaces, if the keys say so', () => {
    const old = live({
      ...{ key: 'a-2', channel: 'PUSH', status: 'SENT' },
      components: gold('Gold (2)', message),
    });
    const file = desired({
      ...{ key: 'a-2-2', channel: 'PUSH', status: 'ACTIVE' },
      components: gold('Gold (3)', other),
    });
    const before = desired({ key: 'a-2', channel: 'PUSH', components: gold('Gold (2)', message) });
    const state = stateOf([bindingOf(old)]);
    const { campaigns } = planFor({ desired: [before, file], live: [old], state });
    const notes = campaigns[1]?.notes.filter(isUrgent) ?? [];
    expect(
      notes.map((note) => plainText(describeUrgentNote(note, { key: 'a-2-2', workspace: 'local' }).why)),
    ).toEqual([
      'Its name suggests that it is a copy of a-2, which was already sent. The same users would get both messages.',
    ]);
  });

  it('is not published if it was to replace a campaign that has been sent', () => {
    const late = {
      status: 'SENT',
      wanted: 'STOPPED',
      old: message,
      copy: { ...reworded, ...LATER },
    } as const;
    const copy = planBeside(late);
    expect(copy).toMatchObject({
      transition: null,
      held: [
        { reason: 'ambiguous', consent: 'same-name', cause: { code: 'replaced-too-late', as: ['old'] } },
      ],
    });
    const [held] = copy?.held ?? [];
    expect(whyOf(held)).toContain('old, which was already sent');
    expect(todoOf(held)).toContain('excluded_filters');
    expect(todoOf(held)).toContain('both its body and its subject line (or title)');
    expect(planBeside({ ...late, copy: { ...reworded, ...EXCLUDED } })).toMatchObject({
      held: [],
      transition: { action: 'PUBLISH' },
    });
  });
});

describe('an edit of a live campaign', () => {
  const AT = (start: string): Components => ({
    scheduling_details: { delivery_type: 'AT_FIXED_TIME', start_time: start, timezone: 'UTC' },
  });
  const says = (title: string, message: string): Components => ({
    campaign_content: { content: { push: { android: { basic_details: { title, message } } } } },
  });
  const first = gold('A', { ...says('Boots', 'New boots.'), ...AT('2031-05-01T09:00:00') });
  const second = gold('B', { ...says('Tents', 'New tents.'), ...AT('2031-06-01T09:00:00') });
  const planEdit = (
    edited: Components,
    was: Components = second,
    named?: string,
    {
      status = 'SCHEDULED',
      record,
    }: { readonly status?: CampaignStatus; readonly record?: Parameters<typeof bindingOf>[1] } = {},
  ) => {
    const [a, b] = [
      live({ ...{ key: 'a', channel: 'PUSH', status }, components: first }),
      live({ ...{ key: 'b', channel: 'PUSH', status: 'SCHEDULED' }, components: was }),
    ];
    const { campaigns } = planFor(
      {
        desired: [
          desired({ key: 'a', channel: 'PUSH', components: first }),
          desired({ key: 'b', channel: 'PUSH', components: edited }),
        ],
        live: [a, b],
        state: stateOf([bindingOf(a), bindingOf(b, record)]),
      },
      { allowed: new Set(['same-name']), named: named === undefined ? undefined : key(named) },
    );
    return campaigns.find(({ key }) => key === 'b');
  };
  const notesFor = (...edit: Parameters<typeof planEdit>) =>
    planEdit(...edit)?.notes.map((note) => ('part' in note ? note.part : note.kind));
  const asFirst = { ...first, basic_details: { name: 'B' } };

  it('that becomes a copy of it is blocked like a new copy', () => {
    const found = planEdit(asFirst);
    expect(found).toMatchObject({
      ...{ verdict: 'held', steps: [] },
      held: [
        {
          ...{ reason: 'locked', consent: 'same-name' },
          ...{ components: ['campaign_content', 'scheduling_details'] },
          cause: { code: 'sends-twice', as: ['a'], isEdit: true },
        },
      ],
    });
    expect(whyOf(found?.held[0])).toContain("so this edit isn't applied.");
  });

  it.each<readonly [what: string, edited: Components, isBlocked: boolean]>([
    ['repeats a message that was sent, a month later,', { ...second, ...says('Boots', 'New boots.') }, true],
    ['has only its title', { ...second, ...says('Boots', 'Old boots.') }, false],
  ])('that %s: blocked is %s', (_, edited, isBlocked) => {
    const found = planEdit(edited, second, undefined, { status: 'SENT' });
    expect(found?.steps).toHaveLength(isBlocked ? 0 : 1);
    expect(found?.held.map(({ cause }) => cause)).toMatchObject(
      isBlocked ? [{ code: 'replaced-too-late', as: ['a'], isEdit: true }] : [],
    );
    if (isBlocked) {
      expect(whyOf(found?.held[0])).toBe(
        "With this edit, the campaign would send the same message as a, which was already sent. Users would get the message twice, so this edit isn't applied.",
      );
      expect(planEdit(edited, second, 'b', { status: 'SENT' })).toMatchObject({
        verdict: 'update',
        held: [],
      });
    }
  });

  it('that no apply has recorded is not called an edit, and the live value can be written into the file', () => {
    const found = planEdit(asFirst, second, undefined, { record: { applied: {} } });
    expect(found?.held).toMatchObject([{ cause: { code: 'sends-twice', isUnrecorded: true } }]);
    expect(whyOf(found?.held[0])).not.toContain('edit');
    expect(todoOf(found?.held[0])).toContain('campaigns pull b --theirs');
  });

  it('that becomes a copy under the name of the other one is shown with both reasons, because one allow permits both', () => {
    const [a, b] = [
      live({ ...{ key: 'a', channel: 'PUSH', status: 'SCHEDULED' }, components: first }),
      live({ ...{ key: 'b', channel: 'PUSH', status: 'SCHEDULED' }, components: second }),
    ];
    const { campaigns } = planFor({
      desired: [
        desired({ key: 'a', channel: 'PUSH', components: { ...first, basic_details: { name: 'X' } } }),
        desired({ key: 'b', channel: 'PUSH', components: first }),
      ],
      live: [a, b],
      state: stateOf([bindingOf(a), bindingOf(b)]),
    });
    expect(campaigns[1]?.held.map(({ cause }) => cause.code)).toEqual(['identity-moved', 'sends-twice']);
  });

  it.each<readonly [what: string, ofFirst: Components]>([
    ['gets something else', { ...first, ...says('Maps', 'New maps.'), ...AT('2031-07-01T09:00:00') }],
    ['gets what this one sends', { ...second, basic_details: { name: 'A' } }],
  ])('that becomes a copy of a campaign that %s waits for that', (_, ofFirst) => {
    const [a, b] = [
      live({ ...{ key: 'a', channel: 'PUSH', status: 'SCHEDULED' }, components: first }),
      live({ ...{ key: 'b', channel: 'PUSH', status: 'SCHEDULED' }, components: second }),
    ];
    const { campaigns } = planFor({
      desired: [
        desired({ key: 'a', channel: 'PUSH', components: ofFirst }),
        desired({ key: 'b', channel: 'PUSH', components: asFirst }),
      ],
      live: [a, b],
      state: stateOf([bindingOf(a), bindingOf(b)]),
    });
    const [held] = campaigns[1]?.held ?? [];
    expect(held).toMatchObject({
      reason: 'locked',
      cause: { code: 'sends-twice', as: ['a'], ends: 'edited' },
    });
    expect(held).not.toHaveProperty('consent');
    expect(whyOf(held)).toBe(
      "a has edits that aren't applied yet. Until they are, this edit would make the campaign send the same message to the same users as a, at the same time. So this edit isn't applied now.",
    );
    expect(todoOf(held)).toMatch(/^Apply the edits to a, then apply again\./);
  });

  it('that becomes a copy of it is applied if that is allowed, or if it was one before', () => {
    expect(planEdit(asFirst, second, 'b')).toMatchObject({ verdict: 'update', held: [] });
    const tracked = { ...asFirst, utm_params: { utm_source: 'b' } };
    expect(planEdit(tracked, asFirst)).toMatchObject({ verdict: 'update', held: [] });
  });

  it.each<readonly [what: string, edited: Components, parts: readonly string[]]>([
    ['gets its text', { ...second, ...says('Boots', 'New boots.') }, ['text']],
    ['gets its time', { ...second, ...AT('2031-05-01T09:00:00') }, ['moment']],
    ['gets another text', { ...second, ...says('Maps', 'New maps.') }, []],
  ])('that %s: the plan names the other one', (_, edited, parts) => {
    expect(notesFor(edited)).toEqual(parts);
  });

  it('that had its time before needs no word, however live shows the time', () => {
    const both = { ...second, ...AT('2031-05-01T09:00:00') };
    const shown = {
      ...both,
      scheduling_details: { delivery_type: 'SCHEDULED', schedule_time: '09:00:00', time_zone: 'UTC' },
    };
    const a = live({ ...{ key: 'a', channel: 'PUSH', status: 'SCHEDULED' }, components: first });
    const b = live({ ...{ key: 'b', channel: 'PUSH', status: 'SCHEDULED' }, components: shown });
    const { campaigns } = planFor({
      desired: [
        desired({ key: 'a', channel: 'PUSH', components: first }),
        desired({ key: 'b', channel: 'PUSH', components: { ...both, utm_params: { utm_source: 'b' } } }),
      ],
      live: [a, b],
      state: stateOf([bindingOf(a), bindingOf(b, { applied: both, observed: shown })]),
    });
    const found = campaigns.find(({ key }) => key === 'b');
    expect(found?.steps.map(({ kind }) => kind)).toEqual(['update']);
    expect(found?.notes.filter((note) => 'part' in note)).toEqual([]);
  });

  it('that had its text before needs no word', () => {
    const same = { ...second, ...says('Boots', 'New boots.') };
    expect(notesFor({ ...same, utm_params: { utm_source: 'b' } }, same)).toEqual([]);
  });
});

describe('a plan in which another campaign is blocked', () => {
  const START = { delivery_type: 'AT_FIXED_TIME', timezone: 'UTC' };
  const starting = (start_time: string): Components => ({
    scheduling_details: { ...START, start_time, periodic_details: { sending_frequency: 'DAILY' } },
    campaign_content: { content: { push: { android: { basic_details: { title: 'X', message: 'Y' } } } } },
  });

  it.each<readonly [start: string, name: string, notes: readonly object[]]>([
    ['2020-01-01T09:00', 'Silver', [{ kind: 'replacement-blocked', keys: ['new'] }]],
    ['2031-05-01T09:00', 'Silver', []],
  ])('says at a campaign that it pauses whether its replacement starts: %s', (start, name, notes) => {
    const type = 'PERIODIC';
    const old = live({
      key: 'old',
      channel: 'PUSH',
      type,
      status: 'ACTIVE',
      components: gold('Gold', starting('2020-01-01T09:00')),
    });
    const draft = live({ key: 'new', channel: 'PUSH', type, components: gold(name, starting(start)) });
    const { campaigns } = planFor({
      desired: [
        desired({
          key: 'old',
          channel: 'PUSH',
          type,
          status: 'PAUSED',
          components: gold('Gold', starting('2020-01-01T09:00')),
        }),
        desired({
          key: 'new',
          channel: 'PUSH',
          type,
          status: 'ACTIVE',
          components: gold(name, starting(start)),
        }),
      ],
      live: [old, draft],
      state: stateOf([bindingOf(old), bindingOf(draft)]),
    });
    expect(campaigns.find((one) => one.key === 'old')).toMatchObject({
      transition: { action: 'PAUSE' },
      notes,
    });
  });

  it('does not say that it is about to go live', () => {
    const at = (key: string, title: string, more: Parameters<typeof desired>[0] = {}) =>
      desired({
        ...{ key, channel: 'PUSH', status: 'ACTIVE' },
        components: gold(key, {
          campaign_content: { content: { push: { android: { basic_details: { title, message: title } } } } },
          scheduling_details: { ...START, start_time: '2031-05-01T09:00' },
        }),
        ...more,
      });
    const lacking = { missing: [{ component: 'connector', what: 'connector' }] } as const;
    const noted = (more: Parameters<typeof desired>[0]) =>
      planFor({ desired: [at('a', 'X', more), at('b', 'Y')] }).campaigns.find(({ key }) => key === 'b')
        ?.notes;
    expect(noted({})).toMatchObject([{ kind: 'same-message', part: 'moment', as: [{ key: 'a' }] }]);
    expect(noted(lacking)).toEqual([]);
  });
});

describe('a campaign that replaces another one starts after it is stopped', () => {
  const after = (name: string, copy: Components = {}, only?: ReadonlySet<CampaignKey>) => {
    const old = live({ ...{ key: 'old', channel: 'PUSH', status: 'SCHEDULED' }, components: gold('Gold') });
    const draft = live({ ...{ key: 'new', channel: 'PUSH' }, components: gold(name, copy) });
    const { campaigns } = planFor(
      {
        desired: [
          desired({ key: 'old', channel: 'PUSH', status: 'STOPPED', components: gold('Gold') }),
          desired({ key: 'new', channel: 'PUSH', status: 'ACTIVE', components: gold(name, copy) }),
        ],
        live: [old, draft],
        state: stateOf([bindingOf(old), bindingOf(draft)]),
      },
      only ? { only } : {},
    );
    return campaigns.find((one) => one.key === 'new');
  };
  const other: Components = {
    campaign_content: { content: { push: { android: { basic_details: { title: 'X', message: 'Y' } } } } },
  };

  it.each<readonly [what: string, name: string, copy: Components]>([
    ['its text', 'Silver', {}],
    ['only its name with a number', 'Gold (2)', other],
  ])('if it has %s', (_, name, copy) => {
    expect(after(name, copy)).toMatchObject({ transition: { action: 'PUBLISH' }, startsAfter: ['old'] });
  });

  it('not if it has nothing of it', () => {
    expect(after('Silver', other)).not.toHaveProperty('startsAfter');
  });

  it('and is blocked if the other one is not in the plan, so that nothing stops it', () => {
    const found = after('Silver', {}, new Set([key('new')]));
    expect(found).toMatchObject({
      transition: null,
      held: [{ cause: { code: 'sends-twice', as: ['old'], ends: 'left-out' } }],
    });
    expect(found?.held[0]).not.toHaveProperty('consent');
    expect(todoOf(found?.held[0])).toBe(
      'The file of old pauses or stops it, but this plan leaves that out. Plan and apply all of them together: with --only old new, or without --only.',
    );
  });
});
