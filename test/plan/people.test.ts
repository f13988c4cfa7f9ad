import { describe, expect, it } from 'vitest';
import type { CampaignId, Components, DesiredStatus, CampaignStatus } from '../../src/model/campaign.ts';
import type { CampaignMeta, MetaAnswers } from '../../src/model/people.ts';
import type { PlannedCampaign } from '../../src/model/plan.ts';
import { QUESTIONS_AT_MOST, questionsOf, type Estimable } from '../../src/plan/people.ts';
import { campaignId, desired, key, live, managing, planFor } from '../support/builders.ts';

const AT = '2031-01-01T00:00:00.000Z';
const VIP = {
  segmentation_details: { included_filters: { filter_operator: 'and', filters: [{ name: 'VIP' }] } },
};
const ALL = { segmentation_details: { is_all_user_campaign: true } };

const starting = (start: string): Components => ({
  scheduling_details: { delivery_type: 'AT_FIXED_TIME', start_time: start, timezone: 'UTC' },
});
const SOON = starting('2031-02-01T09:00:00');

function estimated(count: number): CampaignMeta {
  return { estimate: { count, at: AT }, rejection: undefined };
}

interface One {
  readonly key?: string;
  readonly type?: 'ONE_TIME' | 'PERIODIC' | 'EVENT_TRIGGERED';
  readonly was: CampaignStatus | 'new';
  readonly before?: Components;
  readonly after?: Components;
  readonly file?: DesiredStatus;
}

interface Given {
  readonly meta?: Readonly<Record<string, CampaignMeta | undefined>>;
  readonly others?: readonly Estimable[];
  readonly most?: number;
  readonly allow?: boolean;
}

const other = (name: string, components: Components): Estimable => ({
  ...live({ key: name, status: 'SCHEDULED', components }),
  key: key(name),
});

function planOf(campaigns: readonly One[], { meta = {}, others = [], most, allow = false }: Given = {}) {
  const answers: MetaAnswers = new Map(
    Object.entries(meta).map(([name, answer]): [CampaignId, CampaignMeta | undefined] => [
      campaignId(`id-${name}`),
      answer,
    ]),
  );
  const files = campaigns.map(({ key: name = 'a', type = 'ONE_TIME', before = {}, after = before, file }) =>
    desired({ key: name, type, status: file, components: { ...SOON, ...after } }),
  );
  const shown = campaigns.flatMap(({ key: name = 'a', type = 'ONE_TIME', was, before = {} }) =>
    was === 'new' ? [] : [live({ key: name, type, status: was, components: { ...SOON, ...before } })],
  );
  const inPlan = shown
    .filter(({ status }) => status === 'SCHEDULED')
    .map((one): Estimable => ({ ...one, key: key(one.id.slice(3)) }));
  return planFor(managing(files, shown), {
    policy: { drift: 'revert', guard: { share: 1, atLeast: 1_000, people: most } },
    allowed: new Set(allow ? (['guard'] as const) : []),
    meta: { about: 'changes', answers, others: [...inPlan, ...others] },
  });
}

const peopleOf = (one: One, given?: Given) => planOf([one], given).campaigns[0]?.people;
const known = { kind: 'known', at: AT, like: undefined, live: null };

describe('how many people a change reaches', () => {
  it.each<readonly [what: string, one: One, given: Given, people: object | undefined]>([
    [
      'its own estimate, if its audience stays the same',
      { was: 'SCHEDULED', before: VIP, after: { ...VIP, utm_params: { utm_source: 'x' } } },
      { meta: { a: estimated(41_000) } },
      { ...known, count: 41_000 },
    ],
    [
      'the estimate for another campaign with the same audience, for a start',
      { was: 'DRAFT', before: VIP, file: 'ACTIVE' },
      { others: [other('b', VIP)], meta: { b: estimated(7) } },
      { ...known, count: 7, like: 'b' },
    ],
    [
      'both numbers, if an edit changes the audience',
      { was: 'SCHEDULED', before: VIP, after: ALL },
      { others: [other('b', ALL)], meta: { a: estimated(5), b: estimated(90) } },
      { ...known, count: 90, like: 'b', live: 5 },
    ],
    [
      'the live number alone, if the new one is unknown',
      { was: 'SCHEDULED', before: VIP, after: ALL },
      { meta: { a: estimated(5) } },
      { kind: 'unknown', why: 'not-computed', live: 5 },
    ],
    [
      'unknown before it is scheduled',
      { was: 'new', after: VIP },
      {},
      { kind: 'unknown', why: 'not-scheduled' },
    ],
    [
      'unknown for a type that is never estimated',
      { was: 'PAUSED', type: 'PERIODIC', before: VIP, file: 'ACTIVE' },
      {},
      { kind: 'unknown', why: 'other-type' },
    ],
    [
      'unknown if the service has none yet',
      { was: 'SCHEDULED', before: VIP, after: { ...VIP, utm_params: { utm_source: 'x' } } },
      { meta: { a: { estimate: undefined, rejection: undefined } } },
      { kind: 'unknown', why: 'not-computed' },
    ],
    [
      'unknown if the service did not answer',
      { was: 'SCHEDULED', before: VIP, after: { ...VIP, utm_params: { utm_source: 'x' } } },
      { meta: { a: undefined } },
      { kind: 'unknown', why: 'no-answer' },
    ],
    [
      'not asked',
      { was: 'SCHEDULED', before: VIP, after: { ...VIP, utm_params: { utm_source: 'x' } } },
      {},
      { kind: 'unknown', why: 'not-asked' },
    ],
    [
      'nothing for what is in sync',
      { was: 'SCHEDULED', before: VIP },
      { meta: { a: estimated(1) } },
      undefined,
    ],
    ['nothing for a stop', { was: 'SCHEDULED', before: VIP, file: 'STOPPED' }, {}, undefined],
    [
      'no number of a campaign that names no audience',
      { was: 'DRAFT', before: {}, file: 'ACTIVE' },
      { others: [other('b', {})], meta: { b: estimated(7) } },
      { kind: 'unknown', why: 'not-scheduled' },
    ],
  ])('%s', (_, one, given, people) => {
    const found = peopleOf(one, given);
    if (people) expect(found).toMatchObject(people);
    else expect(found).toBeUndefined();
  });

  it.each<readonly [what: string, differs: Components, isSame: boolean]>([
    ['the order of platforms', { basic_details: { name: 'B', platforms: ['IOS', 'ANDROID'] } }, true],
    ['another platform', { basic_details: { name: 'B', platforms: ['IOS'] } }, false],
    ['other filters', { segmentation_details: ALL.segmentation_details }, false],
    ['empty fields', { segmentation_details: { ...VIP.segmentation_details, excluded_filters: {} } }, true],
  ])('%s: an audience of its own, or the same', (_, differs, isSame) => {
    const base = { basic_details: { name: 'A', platforms: ['ANDROID', 'IOS'] }, ...VIP };
    const twin = other('b', { ...base, ...differs });
    const found = peopleOf(
      { was: 'DRAFT', before: base, file: 'ACTIVE' },
      { others: [{ ...twin, channel: 'EMAIL' }], meta: { b: estimated(7) } },
    );
    expect(found?.kind).toBe(isSame ? 'known' : 'unknown');
  });

  it.each<readonly [field: string, value: string]>([
    ['content_type', 'PROMOTIONAL'],
    ['subscription_category', 'news'],
  ])('a mail with another %s has another audience', (field, value) => {
    const base = { basic_details: { name: 'A', content_type: 'TRANSACTIONAL' }, ...VIP };
    const twin = other('b', { ...base, basic_details: { ...base.basic_details, [field]: value } });
    const one: One = { was: 'DRAFT', before: base, file: 'ACTIVE' };
    expect(peopleOf(one, { others: [twin], meta: { b: estimated(7) } })?.kind).toBe('unknown');
  });
});

describe('the guard for people', () => {
  const start: One = { was: 'DRAFT', before: VIP, file: 'ACTIVE' };
  const twin = { others: [other('z', VIP)], meta: { z: estimated(100) } };
  it.each<readonly [what: string, campaigns: readonly One[], given: Given, guard: object | undefined]>([
    ['is off unless it is set', [start], twin, undefined],
    ['lets the limit itself pass', [start], { ...twin, most: 100 }, undefined],
    ['refuses one more', [start], { ...twin, most: 99 }, { people: 100, atMost: 99, unknown: [] }],
    [
      'adds up what starts',
      [start, { ...start, key: 'b' }],
      { ...twin, most: 199 },
      { people: 200, atMost: 199, unknown: [] },
    ],
    ['lets all pass with consent', [start], { ...twin, most: 0, allow: true }, undefined],
    [
      'lists those whose number is unknown, which count nothing',
      [start, { key: 'b', was: 'DRAFT', before: ALL, file: 'ACTIVE' }],
      { ...twin, most: 1 },
      { people: 100, atMost: 1, unknown: ['b'] },
    ],
    [
      'counts only what a wider audience adds',
      [{ was: 'SCHEDULED', before: ALL, after: VIP }],
      { others: [other('z', VIP)], meta: { a: estimated(40), z: estimated(100) }, most: 59 },
      { people: 60, atMost: 59, unknown: [] },
    ],
    [
      'counts nothing for a smaller audience',
      [{ was: 'SCHEDULED', before: VIP, after: ALL }],
      { others: [other('z', ALL)], meta: { a: estimated(100), z: estimated(40) }, most: 0 },
      undefined,
    ],
    [
      'counts nothing for another edit',
      [{ was: 'SCHEDULED', before: VIP, after: { ...VIP, utm_params: { utm_source: 'x' } } }],
      { meta: { a: estimated(100) }, most: 0 },
      undefined,
    ],
    ['counts no drafts', [{ was: 'new', after: VIP }], { ...twin, most: 0 }, undefined],
  ])('%s', (_, campaigns, given, guard) => {
    expect(planOf(campaigns, given).guard).toEqual(guard);
  });
});

describe('the questions of a plan', () => {
  const asked = (campaigns: readonly One[], others: readonly Estimable[] = []) => {
    const { campaigns: planned } = planOf(campaigns);
    return questionsOf(planned, { about: 'changes', others });
  };
  const edited = (name: string, start: string): One => ({
    ...{ key: name, was: 'SCHEDULED', before: { ...VIP, ...starting(start) } },
    after: { ...VIP, ...starting(start), utm_params: { utm_source: 'x' } },
  });

  it('are about what is sent only', () => {
    expect(
      asked([
        { was: 'SCHEDULED', before: VIP },
        { key: 'b', was: 'DRAFT', before: VIP },
      ]),
    ).toEqual([]);
    expect(asked([{ was: 'SCHEDULED', before: VIP, file: 'STOPPED' }])).toEqual([]);
  });

  it('are at most thirty, about those that send soonest', () => {
    const many = Array.from({ length: 40 }, (_, at) =>
      edited(
        `c${at}`,
        `2031-03-${String(40 - at).padStart(2, '0')}`.replace(/-(3[2-9]|40)$/, '-31') + 'T09:00:00',
      ),
    );
    const [first, ...rest] = asked([...many, edited('soon', '2031-02-01T09:00:00')]);
    expect(first).toBe('id-soon');
    expect(rest).toHaveLength(QUESTIONS_AT_MOST - 1);
    expect(rest[0]).toBe('id-c39');
    expect(rest).not.toContain('id-c0');
  });

  it('are about others with the same audience if a campaign has no number of its own, each once', () => {
    const twins = ['x', 'y', 'z'].map((name) => other(name, VIP));
    const starts: One = { was: 'DRAFT', before: VIP, file: 'ACTIVE' };
    expect(asked([starts, { ...starts, key: 'b' }], twins)).toEqual(['id-a', 'id-x', 'id-y', 'id-b']);
  });
});

it('says why a draft was rejected', () => {
  const rejection = { estimate: undefined, rejection: 'No discount named.' };
  const one: One = { was: 'DRAFT', before: VIP, after: { ...VIP, utm_params: { utm_source: 'x' } } };
  const notes = (campaigns: readonly PlannedCampaign[]) => campaigns.flatMap((planned) => planned.notes);
  expect(notes(planOf([one], { meta: { a: rejection } }).campaigns)).toContainEqual({
    kind: 'rejected',
    comment: 'No discount named.',
  });
  expect(notes(planOf([{ ...one, was: 'SCHEDULED' }], { meta: { a: rejection } }).campaigns)).toEqual([]);
});
