import { describe, expect, it } from 'vitest';
import { describeUrgentNote, isUrgent } from '../../src/messages/note-messages.ts';
import { plainText } from '../../src/messages/phrase.ts';
import type { CampaignStatus, Components, Desired, DesiredStatus } from '../../src/model/campaign.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { findDrift } from '../../src/plan/find-drift.ts';
import { PLAIN } from '../../src/render/text/paint.ts';
import { driftText } from '../../src/render/text/drift-text.ts';
import { planText } from '../../src/render/text/plan-text.ts';
import { bindingOf, desired, key, live, NOW, planFor, stateOf, WORKSPACE } from '../support/builders.ts';

// Two campaigns that were started one by one, in the service or from here, and that send the same message.

type Type = Desired['deliveryType'];

interface Side {
  readonly name: string;
  readonly status?: CampaignStatus;
  readonly asks?: DesiredStatus;
  /** The status at the last apply, if it was another one. */
  readonly was?: CampaignStatus;
  readonly sends?: Components;
  /** What the file says, if that is something else. */
  readonly file?: Components;
}

const DAILY = { sending_frequency: 'DAILY', repeat_frequency: 1 };
const daily = (start_time = '2030-12-01T11:00', rhythm: JsonObject = DAILY): Components => ({
  scheduling_details: {
    ...{ delivery_type: 'AT_FIXED_TIME', timezone: 'Europe/Berlin', start_time },
    periodic_details: rhythm,
  },
});

function message(more: Components = {}): Components {
  const basic_details = { title: 'An early look', message: 'The new tents are here.' };
  return {
    campaign_content: { content: { push: { android: { basic_details } } } },
    segmentation_details: { is_all_user_campaign: true },
    ...daily(),
    ...more,
  };
}

function scene(sides: readonly Side[], type: Type = 'PERIODIC') {
  const named = sides.map(({ status = 'ACTIVE', sends = message(), ...side }) => ({
    ...side,
    status,
    sends,
  }));
  const campaigns = named.map(({ name, status, sends }) =>
    live({
      ...{ key: name, channel: 'PUSH', type, status },
      components: { basic_details: { name }, ...sends },
    }),
  );
  const bindings = named.map(({ was, asks }, at) =>
    bindingOf(campaigns[at] ?? live(), {
      status: { applied: asks, observed: was ?? campaigns[at]?.status ?? 'DRAFT' },
    }),
  );
  const files = named.map(({ name, asks, sends, file = sends }) =>
    desired({
      ...{ key: name, channel: 'PUSH', type, status: asks },
      components: { basic_details: { name }, ...file },
    }),
  );
  return { desired: files, live: campaigns, state: stateOf(bindings) };
}

function notesOf(...given: Parameters<typeof scene>) {
  return planFor(scene(...given)).campaigns.flatMap(({ key: at, notes }) =>
    notes.flatMap((note) => (note.kind === 'live-repeats' ? [{ at, as: note.as }] : [])),
  );
}

const [A, B] = [{ name: 'a' }, { name: 'b' }];

describe('live campaigns that send the same', () => {
  it.each<readonly [what: string, sides: readonly Side[], at: string, as: readonly string[]]>([
    ['at the second one', [A, B], 'b', ['a']],
    [
      'also if the files ask for that',
      [
        { ...A, asks: 'ACTIVE' },
        { ...B, asks: 'ACTIVE' },
      ],
      'b',
      ['a'],
    ],
    ['where the status was changed in the service', [{ ...A, was: 'PAUSED' }, B], 'a', ['b']],
    ['if one is for fewer users', [A, { ...B, sends: message(segment('VIP')) }], 'b', ['a']],
    ['if one starts later', [A, { ...B, sends: message(daily('2030-12-20T11:00')) }], 'b', ['a']],
    [
      'if its edit is of something else',
      [A, { ...B, file: message({ utm_params: { utm_source: 'x' } }) }],
      'b',
      ['a'],
    ],
  ])('are noted once: %s', (_, sides, at, as) => {
    expect(notesOf(sides)).toEqual([{ at, as }]);
  });

  const once = (
    start_time: string,
    status: CampaignStatus = 'SCHEDULED',
  ): Pick<Side, 'status' | 'sends'> => ({
    status,
    sends: message({
      scheduling_details: { delivery_type: 'AT_FIXED_TIME', timezone: 'UTC', start_time },
    }),
  });
  it.each([
    ['23 hours apart are', '2031-05-02T08:00', [{ at: 'b', as: ['a'] }]],
    ['25 hours apart are not', '2031-05-02T10:00', []],
  ])('that are sent once, %s noted', (_, start, notes) => {
    const sides = [
      { ...A, ...once('2031-05-01T09:00') },
      { ...B, ...once(start) },
    ];
    expect(notesOf(sides, 'ONE_TIME')).toEqual(notes);
    const [note] = planFor(scene(sides, 'ONE_TIME')).campaigns.flatMap((one) => one.notes);
    const text =
      note && isUrgent(note) ? plainText(describeUrgentNote(note, { key: 'b', workspace: 'local' }).why) : '';
    expect(text.includes('to the same users as a, within 24 hours.')).toBe(notes.length > 0);
  });

  const delayed = (delay: JsonObject): Components => ({
    scheduling_details: { delivery_type: 'ASAP' },
    trigger_condition: {
      ...{ trigger_attr: 'If Action', trigger_relation: 'AFTER', ...delay },
      included_filters: {
        filter_operator: 'and',
        filters: [
          {
            filter_type: 'actions',
            action_name: 'Paid',
            executed: true,
            execution: { type: 'atleast', count: 1 },
          },
        ],
      },
    },
  });
  const HOUR = { trigger_delay_type: 'DELAY', trigger_delay_value: 1, trigger_delay_granularity: 'HOURS' };
  it.each<readonly [what: string, one: JsonObject, other: JsonObject, isSame: boolean]>([
    [
      'one hour and 60 minutes',
      HOUR,
      { ...HOUR, trigger_delay_value: 60, trigger_delay_granularity: 'MINUTES' },
      true,
    ],
    ['no delay and ASAP', { ...HOUR, trigger_delay_value: 0 }, { trigger_delay_type: 'ASAP' }, true],
    ['one hour and one day', HOUR, { ...HOUR, trigger_delay_granularity: 'DAYS' }, false],
    ['before and after', { ...HOUR, trigger_relation: 'BEFORE', trigger_attr: { name: 'at' } }, HOUR, false],
  ])('after one event: %s', (_, one, other, isSame) => {
    const sides = [
      { ...A, sends: message(delayed(one)) },
      { ...B, sends: message(delayed(other)) },
    ];
    expect(notesOf(sides, 'EVENT_TRIGGERED')).toEqual(isSame ? [{ at: 'b', as: ['a'] }] : []);
  });

  it('are all named, each pair once', () => {
    expect(notesOf([A, B, { name: 'c' }])).toEqual([
      { at: 'b', as: ['a'] },
      { at: 'c', as: ['a', 'b'] },
    ]);
  });

  it('are found among many for one segment each', () => {
    const shops = Array.from({ length: 120 }, (_, at) => ({
      name: `shop-${String(at).padStart(3, '0')}`,
      sends: message(segment(`shop ${at}`)),
    }));
    const copy = { name: 'z', sends: message(segment('shop 7')) };
    expect(notesOf([...shops, copy])).toEqual([{ at: 'z', as: ['shop-007'] }]);
  });

  it('are noted at the one that is planned, or that has a file', () => {
    const both = scene([A, B]);
    const only = planFor(both, { only: new Set([key('a')]) }).campaigns;
    expect(only.map(({ notes }) => notes)).toMatchObject([[{ kind: 'live-repeats', as: ['b'] }]]);
    const { campaigns } = planFor({ ...both, desired: both.desired.slice(0, 1) });
    expect(campaigns[0]?.notes).toMatchObject([{ as: ['b'], files: ['campaigns/a.yaml'] }]);
    expect(campaigns[1]?.notes).toMatchObject([{ kind: 'still-sending' }]);
  });

  it.each<readonly [type: Type, todo: string]>([
    ['PERIODIC', 'To send only one of them, set status: PAUSED in campaigns/b.yaml or campaigns/a.yaml.'],
    ['ONE_TIME', 'To send only one of them, set status: STOPPED in campaigns/b.yaml or campaigns/a.yaml.'],
    ['DEVICE_TRIGGERED', 'To send only one of them, end the other one in the service.'],
  ])('can be ended, as the note says: %s', (type, todo) => {
    const [note] = planFor(scene([A, B], type)).campaigns[1]?.notes.filter(isUrgent) ?? [];
    expect(note && plainText(describeUrgentNote(note, { key: 'b', workspace: 'local' }).todo)).toBe(
      `${todo} If both are intended, no action is needed.`,
    );
  });

  it('are noted at one that was resumed in the service, even if their texts differ in part', () => {
    const basic_details = { title: 'A second look', message: 'The new tents are here.' };
    const other = message({ campaign_content: { content: { push: { android: { basic_details } } } } });
    const kindsOf = (...sides: readonly Side[]) =>
      planFor(scene(sides)).campaigns.map(({ notes }) => notes.map(({ kind }) => kind));
    const resumed = { ...A, was: 'PAUSED', asks: 'ACTIVE' } as const;
    expect(kindsOf(resumed, { ...B, sends: other })).toEqual([['same-message'], []]);
    expect(kindsOf(resumed, B)).toEqual([[], ['live-repeats']]);
    expect(kindsOf({ ...resumed, asks: 'PAUSED' }, { ...B, sends: other })).not.toContainEqual(
      expect.arrayContaining(['same-message']),
    );
    expect(kindsOf(A, { ...B, sends: other })).toEqual([[], []]);
  });

  it('block nothing, and the plan shows them although everything is in sync', () => {
    const plan = planFor(scene([A, B]));
    expect(plan.campaigns.map(({ verdict, held }) => [verdict, held])).toEqual([
      ['in-sync', []],
      ['in-sync', []],
    ]);
    const text = planText(plan, { paint: PLAIN, columns: 80 });
    expect(text).toContain('! b  ACTIVE     sent twice?');
  });

  const words = (name: string): Components => ({
    campaign_content: {
      content: { push: { android: { basic_details: { title: name, message: `${name}.` } } } },
    },
  });
  const on = (day: string) =>
    daily('2030-12-01T11:00', { sending_frequency: 'WEEKLY', repeat_on_days_of_week: [day] });
  const after = (action_name: string): Components => ({
    trigger_condition: {
      included_filters: { filter_operator: 'and', filters: [{ filter_type: 'actions', action_name }] },
    },
  });
  const near = (name: string): Components => ({
    basic_details: { name, geofences: { name, latitude: name } },
  });

  it.each<[what: string, sides: readonly Side[], type?: Type]>([
    ['its paused predecessor', [{ ...A, status: 'PAUSED', asks: 'PAUSED' }, B]],
    ['its stopped predecessor', [{ ...A, status: 'STOPPED' }, B], 'ONE_TIME'],
    ['a predecessor that this plan pauses', [{ ...A, asks: 'PAUSED' }, B]],
    ['a draft', [{ ...A, status: 'DRAFT' }, B]],
    ['one that was sent', [{ ...A, status: 'SENT' }, B], 'ONE_TIME'],
    ['one with another text', [A, { ...B, sends: message(words('Boots')) }]],
    [
      'one in another language',
      [
        { ...A, sends: message({ ...segment('de'), ...words('Zelte') }) },
        { ...B, sends: message({ ...segment('en'), ...words('Tents') }) },
      ],
    ],
    [
      'one for another segment',
      [
        { ...A, sends: message(segment('VIP')) },
        { ...B, sends: message(segment('New')) },
      ],
    ],
    [
      'one that excludes its users',
      [
        { ...A, sends: message(segment('VIP')) },
        { ...B, sends: message(without('VIP')) },
      ],
    ],
    [
      'one on another weekday',
      [
        { ...A, sends: message(on('MONDAY')) },
        { ...B, sends: message(on('FRIDAY')) },
      ],
    ],
    ['one at another hour', [A, { ...B, sends: message(daily('2030-12-01T18:00')) }]],
    [
      'one after another event',
      [
        { ...A, sends: message(after('Paid')) },
        { ...B, sends: message(after('Signed Up')) },
      ],
      'EVENT_TRIGGERED',
    ],
    [
      'one at another place',
      [
        { ...A, sends: message(near('a')) },
        { ...B, sends: message(near('b')) },
      ],
      'LOCATION_TRIGGERED',
    ],
    ['one that this plan edits', [A, { ...B, file: message(words('Boots')) }]],
  ])('are not reported beside %s', (_, sides, type) => {
    expect(notesOf(sides, type)).toEqual([]);
  });
});

function segment(name: string): Components {
  return { segmentation_details: { included_filters: those(name) } };
}

function without(name: string): Components {
  return { segmentation_details: { is_all_user_campaign: true, excluded_filters: those(name) } };
}

function those(name: string): JsonObject {
  return { filter_operator: 'and', filters: [{ filter_type: 'custom_segments', name, id: name }] };
}

describe('a drift report', () => {
  const textOf = (sides: readonly Side[]) => {
    const { desired: files, live: campaigns, state } = scene(sides);
    const report = findDrift({
      ...{ workspace: WORKSPACE, policy: { drift: 'revert', guard: { share: 1, atLeast: 1_000 } } },
      ...{ commit: null, desired: files, files: 'read', state, now: NOW, digest: (text) => text },
      live: new Map(campaigns.map((one, at) => [files[at]?.key ?? key('a'), { kind: 'present', live: one }])),
    });
    return plainText(driftText(report, { paint: PLAIN, columns: 500 }));
  };
  const twice = (other: string) =>
    `It sends the same message to the same users as ${other}, at the same time. Both are live or scheduled`;

  it('says it once, also if nothing drifted', () => {
    const text = textOf([A, B]);
    expect(text).toContain(`! b  sent twice?\n      ${twice('a')}`);
    expect(text).toContain('No drift in 2 campaigns.');
    expect(text.split('sends the same message')).toHaveLength(2);
  });

  it('says it where the status was changed, instead of that no action is needed', () => {
    const text = textOf([{ ...A, was: 'DRAFT' }, B]);
    expect(text).toContain(twice('b'));
    expect(text).not.toContain("doesn't manage this");
    expect(text.split('sends the same message')).toHaveLength(2);
  });

  it('says nothing of one that the next apply pauses', () => {
    expect(textOf([{ ...A, asks: 'PAUSED', was: 'PAUSED' }, B])).not.toContain('sends the same message');
  });
});
