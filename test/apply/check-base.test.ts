import { describe, expect, it } from 'vitest';
import type { Obstacle } from '../../src/apply/check-base.ts';
import type { CampaignStatus, Components, Live } from '../../src/model/campaign.ts';
import type { StaleCause } from '../../src/model/failure.ts';
import type { LiveAnswer, Unknown } from '../../src/model/live-answer.ts';
import { stageOf } from '../support/apply-world.ts';
import { campaignId, desired, live, managing } from '../support/builders.ts';
import { ANSWERED_500 } from '../support/answer-problems.ts';
import { check, edit, moved, planned, present, unread, type Planned } from '../support/planned-steps.ts';

// The last check before a write: whether the campaign still is what the plan was made on. What is done about a component
// that was edited is in moved-components.test.ts.

const UTM: Components = { utm_params: { utm_source: 'shop' } };
const OTHER_UTM: Components = { utm_params: { utm_source: 'app' } };
const HAND: Components = { utm_params: { utm_source: 'hand' } };
const SEGMENT: Components = { segmentation_details: { is_all_user_campaign: true } };

const utmEdit = () => edit(live({ components: UTM }), { components: OTHER_UTM });
const publish = () => edit(live({ components: UTM }), { components: UTM, status: 'ACTIVE' });
const PERIODIC = { type: 'PERIODIC' } as const;
const running = (components: Components = UTM) => live({ ...PERIODIC, components, status: 'ACTIVE' });
const pause = () => edit(running(), { ...PERIODIC, components: UTM, status: 'PAUSED' });
const stop = () =>
  edit(live({ components: UTM, status: 'SCHEDULED' }), { components: UTM, status: 'STOPPED' });

const ENDED = ['SENDING', 'SENT', 'STOPPED', 'ARCHIVED'] as const;
const EDITED: StaleCause = { code: 'changed', what: 'components', components: ['utm_params'] };
const type = (live: string, recorded: string): StaleCause => ({
  code: 'changed',
  what: 'type',
  live,
  recorded,
});
const status = (from: string, to: string): StaleCause => ({ code: 'changed', what: 'status', from, to });

describe('an edit', () => {
  const change = (more: Partial<Live> = {}) => present({ ...live({ components: UTM }), ...more });

  it.each<readonly [what: string, answer: LiveAnswer, cause: StaleCause | undefined]>([
    ['if nothing changed', change(), undefined],
    ['if another component changed', present(live({ components: { ...UTM, ...SEGMENT } })), undefined],
    ['if its name changed', change({ name: 'Other' }), undefined],
    ['if the campaign was started, because it may still be edited', change({ status: 'ACTIVE' }), undefined],
    ['if it shows what was sent last', present(live({ components: UTM })), undefined],
    ['not if the campaign is gone', { kind: 'missing' }, { code: 'changed', what: 'gone' }],
    ['not if its component was edited', present(live({ components: HAND })), EDITED],
    ['not if its component was removed', present(live()), EDITED],
    [
      'not if the channel is another one',
      change({ channel: 'PUSH' }),
      type('PUSH ONE_TIME', 'EMAIL ONE_TIME'),
    ],
    [
      'not if the type is another one',
      change({ deliveryType: 'PERIODIC' }),
      type('EMAIL PERIODIC', 'EMAIL ONE_TIME'),
    ],
    ...ENDED.map(
      (status) =>
        [`not if it is ${status}`, change({ status }), { code: 'changed', what: 'locked', status }] as const,
    ),
  ])('may be sent %s', async (_, answer, cause) => {
    expect(await check(utmEdit(), answer)).toEqual(cause && moved(cause));
  });

  it.each<readonly [shown: CampaignStatus, as: string | undefined, to: string | undefined]>([
    ['DRAFT', undefined, undefined],
    ['SCHEDULED', undefined, 'SCHEDULED'],
    ['SENT', undefined, 'SENT'],
    ['ARCHIVED', 'UNDER_REVIEW', 'UNDER_REVIEW'],
  ])('of a part that a status locks needs the same status: %s %s', async (shown, statusAs, to) => {
    const stage = edit(live(), { components: SEGMENT });
    const answer = present({ ...live({ status: shown }), ...(statusAs !== undefined && { statusAs }) });
    expect(await check(stage, answer)).toEqual(to && moved(status('DRAFT', to)));
  });

  const PERIODIC_DETAILS: Components = { scheduling_details: { periodic_details: { a: 1 } } };

  it.each<readonly ['PAUSED' | 'ACTIVE', CampaignStatus, CampaignStatus, string | undefined]>([
    ['PAUSED', 'ACTIVE', 'PAUSED', undefined],
    ['PAUSED', 'ACTIVE', 'ACTIVE', 'PAUSED'],
    ['ACTIVE', 'PAUSED', 'PAUSED', undefined],
    ['ACTIVE', 'PAUSED', 'ACTIVE', 'PAUSED'],
    ['ACTIVE', 'ACTIVE', 'ACTIVE', undefined],
    ['ACTIVE', 'ACTIVE', 'PAUSED', 'ACTIVE'],
  ])('with %s in the file of a campaign that is %s may find it %s', async (wanted, from, shown, expected) => {
    const before = live({ ...PERIODIC, status: from });
    const stage = edit(before, { ...PERIODIC, components: PERIODIC_DETAILS, status: wanted });
    const found = await check(stage, present({ ...before, status: shown }), { kind: 'update' });
    expect(found).toEqual(expected && moved(status(expected, shown)));
  });
});

describe('a change of the status', () => {
  it.each<readonly [what: string, stage: () => Planned, shown: Partial<Live>, cause: StaleCause | undefined]>(
    [
      ['is sent if nothing changed', publish, {}, undefined],
      ['is sent if a component was edited', publish, live({ components: HAND }), undefined],
      ['is not sent if it was published since', publish, { status: 'ACTIVE' }, status('DRAFT', 'ACTIVE')],
      [
        'is not sent if the campaign is in a status of which nothing is known',
        publish,
        { status: 'ARCHIVED', statusAs: 'UNDER_REVIEW' },
        status('DRAFT', 'UNDER_REVIEW'),
      ],
      [
        'is not sent if the campaign has another channel',
        publish,
        { channel: 'PUSH' },
        type('PUSH ONE_TIME', 'EMAIL ONE_TIME'),
      ],
      [
        'is not sent to stop it either then',
        pause,
        { channel: 'PUSH' },
        type('PUSH PERIODIC', 'EMAIL PERIODIC'),
      ],
      ['is sent if it pauses what is live in another way', pause, { status: 'SENDING' }, undefined],
      ['is sent if it pauses what seems a draft', pause, { status: 'DRAFT' }, undefined],
      ['is sent if it stops what seems sent', stop, { status: 'SENT' }, undefined],
    ],
  )('%s', async (_, make, more, cause) => {
    const stage = make();
    const [shown] = stage.service.all();
    if (!shown) throw new Error('no campaign');
    expect(await check(stage, present({ ...shown, ...more }))).toEqual(cause && moved(cause));
  });
});

describe('a campaign that is not shown', () => {
  const unreadable = (because: Unknown['cause']): Obstacle => ({
    ...{ kind: 'unreadable', because, problem: ANSWERED_500 },
  });

  it.each([utmEdit, publish])('blocks an edit or a start: %o', async (make) => {
    const stage = make();
    for (const cause of ['malformed', 'credential', 'forbidden', 'unreachable', 'lost'] as const)
      expect(await check(stage, unread(cause))).toEqual(unreadable(cause));
    expect(await check(stage, undefined)).toEqual({ kind: 'unreadable', because: 'malformed' });
    expect(await check(stage, { kind: 'missing' })).toEqual(moved({ code: 'changed', what: 'gone' }));
  });

  it.each([pause, stop])('does not block a pause or a stop, unless it is gone: %o', async (make) => {
    const stage = make();
    for (const cause of ['malformed', 'credential'] as const)
      expect(await check(stage, unread(cause))).toBeUndefined();
    expect(await check(stage, undefined)).toBeUndefined();
    expect(await check(stage, { kind: 'missing' })).toEqual(moved({ code: 'changed', what: 'gone' }));
  });
});

describe('a creation', () => {
  const create = (bound: readonly Live[] = []) =>
    planned(stageOf(managing([desired(), ...bound.map(() => desired({ key: 'b' }))], bound)));
  const named = { name: 'The a', components: live().components };
  const rival: Live = { ...live({ key: 'rival' }), ...named };
  const bound: Live = { ...live({ key: 'b' }) };
  const TAKEN = moved({ code: 'changed', what: 'name', campaignId: campaignId('id-rival') });

  it.each<readonly [what: string, found: readonly Live[], stage: Planned, expected: Obstacle | undefined]>([
    ['is sent if no campaign has its name', [], create(), undefined],
    ['is not sent if one appeared that has', [rival], create(), TAKEN],
    ['is sent if one appeared on another channel', [{ ...rival, channel: 'PUSH' }], create(), undefined],
    ['is sent if another type appeared', [{ ...rival, deliveryType: 'PERIODIC' }], create(), undefined],
    ['is sent if one appeared that no file has', [{ ...rival, readOnly: 'child' }], create(), undefined],
    ['is sent if another file has it', [{ ...bound, ...named }], create([bound]), undefined],
    ['is not sent if there is one next to that', [{ ...bound, ...named }, rival], create([bound]), TAKEN],
  ])('%s', async (_, found, stage, expected) => {
    const asked: unknown[] = [];
    stage.service.searchByName = ({ name, channel, deliveryType }) => {
      asked.push({ name, channel, deliveryType });
      return Promise.resolve({ kind: 'found', campaigns: found });
    };
    expect(await check(stage, undefined)).toEqual(expected);
    expect(asked).toEqual([{ name: 'The a', channel: 'EMAIL', deliveryType: 'ONE_TIME' }]);
  });

  it('is not sent if the name can not be searched for', async () => {
    const stage = create();
    stage.service.searchByName = () =>
      Promise.resolve({ kind: 'unknown', cause: 'credential', problem: ANSWERED_500 });
    expect(await check(stage, undefined)).toEqual({
      ...{ kind: 'unreadable', because: 'credential', problem: ANSWERED_500 },
    });
  });
});
