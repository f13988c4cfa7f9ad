import { describe, expect, it } from 'vitest';
import type { CampaignStatus, Components, DeliveryType, DesiredStatus } from '../../src/model/campaign.ts';
import type { JsonObject } from '../../src/model/json.ts';
import type { Sender } from '../../src/model/sender.ts';
import type { JoinedCampaign } from '../../src/plan/join-campaigns.ts';
import { byContent, momentOf, sendersAmong, textsOf } from '../../src/plan/senders.ts';
import { bindingOf, desired, key, live, NOW } from '../support/builders.ts';

const HOUR = 3_600_000;

const startsIn = (afterMs: number): JsonObject => ({
  ...{ delivery_type: 'AT_FIXED_TIME', timezone: 'UTC' },
  start_time: new Date(NOW + afterMs).toISOString().slice(0, 19),
});

const titled = (title: string, more: Components = {}): Components => ({
  campaign_content: { content: { push: { android: { basic_details: { title } } } } },
  segmentation_details: { is_all_user_campaign: true },
  scheduling_details: { delivery_type: 'ASAP' },
  ...more,
});

interface Known {
  readonly asks?: DesiredStatus;
  /** Undefined: the campaign isn't created yet. */
  readonly status?: CampaignStatus;
  readonly type?: DeliveryType;
  /** In the file; undefined: the file is gone. */
  readonly file?: Components | undefined;
  readonly applied?: Components;
  readonly observed?: Components;
  /** In the service; undefined: it could not be read. */
  readonly shown?: Components | undefined;
}

function pairOf(given: Known): JoinedCampaign {
  const { asks, status, type = 'ONE_TIME', applied = titled('Old') } = given;
  const file = 'file' in given ? given.file : applied;
  const observed = given.observed ?? applied;
  const sketch = { channel: 'PUSH', type } as const;
  const found = live({ ...sketch, status: status ?? 'DRAFT', components: observed });
  const shown = 'shown' in given ? given.shown : observed;
  return {
    key: key('a'),
    desired: file && desired({ ...sketch, status: asks, components: file }),
    binding: status && bindingOf(found, { applied, observed }),
    live: status && shown && { kind: 'present', live: { ...found, components: shown } },
    open: undefined,
  };
}

const sendersOf = (known: Known, only?: ReadonlySet<string>): Sender[] =>
  sendersAmong([pairOf(known)], { now: NOW, only });

const titleOf = ({ components }: Sender) =>
  textsOf({ channel: 'PUSH', deliveryType: '', components }).headline;

describe('what a campaign counts as when others are compared with it', () => {
  it.each<readonly [what: string, known: Known, expected: Partial<Sender> | undefined]>([
    ['a new file that is to be published', { asks: 'ACTIVE' }, { state: 'planned', isStopped: false }],
    ['a new draft', { asks: 'DRAFT' }, undefined],
    ['a new file without a status', {}, undefined],
    ['a draft that is to be published', { asks: 'ACTIVE', status: 'DRAFT' }, { state: 'planned' }],
    ['a paused one that stays paused', { asks: 'PAUSED', status: 'PAUSED' }, undefined],
    ['a paused one that is to be resumed', { asks: 'ACTIVE', status: 'PAUSED' }, { state: 'planned' }],
    ['an active one', { asks: 'ACTIVE', status: 'ACTIVE' }, { state: 'sending', isStopped: false }],
    [
      'an active one without a file',
      { status: 'ACTIVE', file: undefined },
      { state: 'sending', hasFile: false },
    ],
    [
      'one that was sent',
      { asks: 'ACTIVE', status: 'SENT' },
      { state: 'sent', isTooLate: false, hasFile: true },
    ],
    [
      'one that was sent before its stop',
      { asks: 'STOPPED', status: 'SENT' },
      { state: 'sent', isTooLate: true },
    ],
    [
      'one that was sent before its pause',
      { asks: 'PAUSED', status: 'SENT' },
      { state: 'sent', isTooLate: true },
    ],
    [
      'a scheduled one that is to be stopped',
      { asks: 'STOPPED', status: 'SCHEDULED' },
      { state: 'ending', isStopped: true },
    ],
    [
      'one that is sent once and is to be stopped while it is sent',
      { asks: 'STOPPED', status: 'ACTIVE' },
      { state: 'stopped', isStopped: true },
    ],
    [
      'a repeating one that is to be paused',
      { asks: 'PAUSED', status: 'ACTIVE', type: 'PERIODIC' },
      { state: 'ending', isStopped: true },
    ],
    [
      'a stopped one that may have begun',
      { asks: 'STOPPED', status: 'STOPPED' },
      { state: 'stopped', isStopped: false },
    ],
    [
      'a stopped one whose start was past',
      { asks: 'STOPPED', status: 'STOPPED', applied: titled('Old', { scheduling_details: startsIn(0) }) },
      { state: 'stopped' },
    ],
    [
      'a stopped one that had not begun',
      { asks: 'STOPPED', status: 'STOPPED', applied: titled('Old', { scheduling_details: startsIn(1000) }) },
      undefined,
    ],
    [
      'a stopped one with a trigger',
      { asks: 'STOPPED', status: 'STOPPED', type: 'EVENT_TRIGGERED' },
      undefined,
    ],
  ])('%s', (_, known, expected) => {
    expect(sendersOf(known)).toEqual(expected ? [expect.objectContaining(expected)] : []);
  });

  it('whose file is not part of the plan still sends, although that file would stop it', () => {
    const known: Known = { asks: 'STOPPED', status: 'SCHEDULED' };
    expect(sendersOf(known, new Set(['b']))).toMatchObject([{ state: 'sending', isStopped: false }]);
    expect(sendersOf(known, new Set(['a']))).toMatchObject([{ state: 'ending', isStopped: true }]);
  });

  it('that could not be read counts with its last known status', () => {
    expect(sendersOf({ status: 'ACTIVE', asks: 'ACTIVE', shown: undefined })).toMatchObject([
      { state: 'sending' },
    ]);
  });
});

describe('what a campaign sends', () => {
  const audience = { segmentation_details: { included_filters: { filters: [{ id: 'vip' }] } } };

  it.each<readonly [what: string, known: Known, titles: readonly string[]]>([
    ['a new file: what it says', { asks: 'ACTIVE', file: titled('New') }, ['New']],
    ['a draft: what its file says', { asks: 'ACTIVE', status: 'DRAFT', file: titled('New') }, ['New']],
    ['an unchanged one: once', { asks: 'ACTIVE', status: 'ACTIVE' }, ['Old']],
    [
      'an edited one: now and then',
      { asks: 'ACTIVE', status: 'ACTIVE', file: titled('New') },
      ['Old', 'New'],
    ],
    [
      'an edited one that can no longer be edited',
      { asks: 'ACTIVE', status: 'SENDING', file: titled('New') },
      ['Old'],
    ],
    [
      'one without a file: what live shows',
      { status: 'ACTIVE', file: undefined, shown: titled('Live') },
      ['Live'],
    ],
    [
      'a paused one without a file sends nothing',
      { status: 'PAUSED', file: undefined, shown: titled('Live') },
      [],
    ],
    [
      'one that was edited in the service',
      { asks: 'ACTIVE', status: 'ACTIVE', shown: titled('Live') },
      ['Live', 'Old'],
    ],
    [
      'one that the service spells in its own way: as it was sent',
      { asks: 'ACTIVE', status: 'ACTIVE', observed: titled('OLD'), shown: titled('OLD') },
      ['Old'],
    ],
    [
      'one that was sent: what was applied, whatever the file says now',
      { asks: 'ACTIVE', status: 'SENT', file: titled('New') },
      ['Old'],
    ],
    [
      'one that was sent and has no record: what its file says',
      { asks: 'ACTIVE', status: 'SENT', applied: {}, observed: titled('Old'), file: titled('New') },
      ['New'],
    ],
    [
      'one whose locked audience is edited: only what it sends now',
      { asks: 'ACTIVE', status: 'ACTIVE', file: titled('New', audience) },
      ['Old'],
    ],
    [
      'one whose edited audience is not locked yet: both',
      { asks: 'ACTIVE', status: 'SCHEDULED', file: titled('New', audience) },
      ['Old', 'New'],
    ],
    [
      'one whose schedule is edited: both, because only fields of it are locked',
      { asks: 'ACTIVE', status: 'ACTIVE', file: titled('New', { scheduling_details: startsIn(HOUR) }) },
      ['Old', 'New'],
    ],
    [
      'one that could not be read: what was applied',
      { asks: 'ACTIVE', status: 'ACTIVE', shown: undefined },
      ['Old'],
    ],
  ])('%s', (_, known, titles) => {
    expect(sendersOf(known).flatMap(titleOf)).toEqual(titles);
  });

  it('is the same if only its tracking or its name was edited', () => {
    const more = { basic_details: { name: 'Another' }, utm_params: { utm_source: 'a' } };
    expect(sendersOf({ asks: 'ACTIVE', status: 'ACTIVE', file: titled('Old', more) })).toHaveLength(1);
  });
});

describe('the moment of a campaign', () => {
  const at = startsIn(HOUR);
  const daily: JsonObject = { ...at, periodic_details: { sending_frequency: 'DAILY' } };
  const start = `${NOW + HOUR}`;

  it.each<readonly [what: string, type: string, components: Components, moment: RegExp | undefined]>([
    ['one time: the instant', 'ONE_TIME', { scheduling_details: at }, new RegExp(`^at ${start}$`)],
    [
      'one time, as soon as possible: none',
      'ONE_TIME',
      { scheduling_details: { delivery_type: 'ASAP' } },
      undefined,
    ],
    [
      'periodic: the first instant and the rhythm',
      'PERIODIC',
      { scheduling_details: daily },
      new RegExp(`^from ${start} .*DAILY`),
    ],
    [
      'periodic without a rhythm',
      'PERIODIC',
      { scheduling_details: at },
      new RegExp(`^from ${start} \\{\\}$`),
    ],
    ['periodic without a start: none', 'PERIODIC', { scheduling_details: {} }, undefined],
    ['without a schedule: none', 'PERIODIC', {}, undefined],
    [
      'a business event: its name',
      'BUSINESS_EVENT_TRIGGERED',
      { basic_details: { business_event: 'price_drop' } },
      /^on "price_drop"$/,
    ],
    ['a business event without a name: none', 'BUSINESS_EVENT_TRIGGERED', { basic_details: {} }, undefined],
    ['a business event without details: none', 'BUSINESS_EVENT_TRIGGERED', {}, undefined],
    [
      'an event: the trigger',
      'EVENT_TRIGGERED',
      { trigger_condition: { event: 'cart' } },
      /^EVENT_TRIGGERED .*cart/,
    ],
    [
      'a location: the trigger',
      'LOCATION_TRIGGERED',
      { trigger_condition: { event: 'cart' } },
      /^LOCATION_TRIGGERED .*cart/,
    ],
    ['an event without a trigger: none', 'EVENT_TRIGGERED', {}, undefined],
  ])('%s', (_, deliveryType, components, moment) => {
    const found = momentOf({ channel: 'PUSH', deliveryType, components });
    if (moment) expect(found).toMatch(moment);
    else expect(found).toBeUndefined();
  });
});

describe('the texts that users read', () => {
  const push = (android: JsonObject): Components => ({
    campaign_content: { content: { push: { android } } },
  });

  it.each<
    readonly [what: string, channel: string, components: Components, body: string[], headline: string[]]
  >([
    ['of a push', 'PUSH', push({ basic_details: { title: 'Hi', message: 'Come in' } }), ['Come in'], ['Hi']],
    ['without spaces around them', 'PUSH', push({ title: ' Hi ', message: 'In\n' }), ['In'], ['Hi']],
    ['empty ones are none', 'PUSH', push({ title: ' ', message: '' }), [], []],
    ['values that are no texts are none', 'PUSH', push({ title: 1, message: { other: 'x' } }), [], []],
    [
      'of an email',
      'EMAIL',
      { campaign_content: { content: { email: { subject: 'Hi', html_content: '<p>', preview_text: 'x' } } } },
      ['<p>'],
      ['Hi'],
    ],
    ['of a channel that is not known: none', 'FAX', push({ title: 'Hi', message: 'x' }), [], []],
    ['without content: none', 'PUSH', {}, [], []],
  ])('%s', (_, channel, components, body, headline) => {
    expect(textsOf({ channel, deliveryType: 'ONE_TIME', components })).toEqual({ body, headline });
  });
});

describe('campaigns that may send the same', () => {
  const sender = (name: string, components: Components, channel = 'PUSH'): Sender => ({
    ...{ key: key(name), channel, deliveryType: 'ONE_TIME', components },
    ...{ state: 'sending', isTooLate: false, isStopped: false, hasFile: true, hasBegun: false },
  });
  const file = (components: Components) => desired({ key: 'new', channel: 'PUSH', components });
  const bare = (components: Components): Components => ({ basic_details: {}, ...components });

  it.each<readonly [what: string, file: Components, other: Components, isLike: boolean]>([
    ['share the title', bare(titled('Hi')), bare(titled('Hi')), true],
    ['share nothing', bare(titled('Hi')), bare(titled('Ho')), false],
    [
      'share only the moment',
      bare(titled('Hi', { scheduling_details: startsIn(HOUR) })),
      bare(titled('Ho', { scheduling_details: startsIn(HOUR) })),
      true,
    ],
    [
      'share the name',
      { basic_details: { name: 'Sale' } },
      titled('Ho', { basic_details: { name: ' sale' } }),
      true,
    ],
    [
      'share the name but for the number of a copy',
      titled('Hi', { basic_details: { name: 'Sale (2)' } }),
      titled('Ho', { basic_details: { name: 'Sale' } }),
      true,
    ],
    [
      'differ in a number inside the name',
      titled('Hi', { basic_details: { name: 'Sale (2) now' } }),
      titled('Ho', { basic_details: { name: 'Sale now' } }),
      false,
    ],
    ['have neither text, moment nor name', bare({}), bare({}), true],
    ['one has no text', bare({}), bare(titled('Hi')), false],
  ])('%s', (_, own, other, isLike) => {
    const found = byContent([sender('old', other)]).like(file(own));
    expect(found.map(({ key: name }) => name)).toEqual(isLike ? ['old'] : []);
  });

  it('are listed once each, in the order of their keys, without the file itself', () => {
    const [b, a, own] = ['b', 'a', 'new'].map((name) => sender(name, bare(titled('Hi'))));
    expect(byContent([b, a, own].flatMap((one) => one ?? [])).like(file(titled('Hi')))).toEqual([a, b]);
  });

  it('are on the same channel', () => {
    expect(byContent([sender('old', titled('Hi'), 'EMAIL')]).like(file(titled('Hi')))).toEqual([]);
  });
});
