import { describe, expect, it } from 'vitest';
import type { Components, DeliveryType, Desired, Live } from '../../src/model/campaign.ts';
import type { JsonObject } from '../../src/model/json.ts';
import type { TeamRules } from '../../src/model/team-rules.ts';
import { bindingOf, desired, live, NOW, planFor, stateOf, managing } from '../support/builders.ts';

// What can't be published at its time: a start that is past now or by the time of its creation, and a blackout.

const at = (afterMs: number): JsonObject => ({
  ...{ delivery_type: 'AT_FIXED_TIME', timezone: 'UTC' },
  start_time: new Date(NOW + afterMs).toISOString().slice(0, 19),
});

const MINUTE = 60_000;

describe('a new campaign whose start is past when quota allows its creation', () => {
  const files = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => {
    const scheduling_details = at(key === 'f' ? MINUTE / 2 : 60 * MINUTE);
    return desired({ key, status: 'ACTIVE', components: { scheduling_details } });
  });

  it('is not created, and uses no slot', () => {
    const { campaigns, schedule } = planFor({ desired: files });
    const held = campaigns.filter(({ verdict }) => verdict === 'held');
    expect(held.map(({ key }) => key)).toEqual(['f']);
    const cause = { code: 'start-past', createdAt: '2031-01-01T09:01:00.500Z' };
    expect(held[0]?.held).toMatchObject([{ reason: 'transition-not-possible', cause }]);
    expect(schedule).toMatchObject({ creations: 6, now: 5 });
  });
});

describe('a draft whose start is past', () => {
  const schedule = at(-MINUTE);
  const late: Components = { scheduling_details: schedule };
  const note = { kind: 'start-past', start: schedule.start_time, zone: 'UTC' };
  const known = live({ status: 'DRAFT', components: { ...late, utm_params: { utm_source: 'a' } } });
  const notesFor = (file: Desired, ...shown: Live[]) => {
    const [campaign] = planFor(managing([file], shown)).campaigns;
    return { steps: campaign?.steps.map(({ kind }) => kind), notes: campaign?.notes };
  };
  const edited: Components = { ...late, utm_params: { utm_source: 'b' } };

  it.each<readonly [what: string, file: Desired, campaigns: Live[], steps: string[], notes: object[]]>([
    ['that is created', desired({ components: late }), [], ['create'], [note]],
    ['that is edited', desired({ components: edited }), [known], ['update'], [note]],
    ['that is not created', desired({ status: 'ACTIVE', components: late }), [], [], []],
    [
      'whose start is moved now',
      desired({ components: { scheduling_details: at(MINUTE) } }),
      [live({ status: 'DRAFT', components: late })],
      ['update'],
      [],
    ],
  ])('%s: noted or not', (_, file, campaigns, steps, notes) => {
    expect(notesFor(file, ...campaigns)).toEqual({ steps, notes });
  });
});

describe('a blackout', () => {
  const days = [{ from: '2031-01-01', to: '2031-01-02' }];
  const rules = (level: 'warn' | 'error'): TeamRules => ({ blackout: { level, except: [], days } });
  const policy = (team: TeamRules) => ({
    ...{ drift: 'revert' as const, guard: { share: 1, atLeast: 1000 }, rules: team },
  });

  it.each<[string, DeliveryType, JsonObject, TeamRules, string[]]>([
    ['on one of its days', 'ONE_TIME', at(24 * 60 * MINUTE), rules('error'), ['blackout']],
    ['on another day', 'ONE_TIME', at(48 * 60 * MINUTE), rules('error'), []],
    ['with the level warn', 'ONE_TIME', at(24 * 60 * MINUTE), rules('warn'), []],
    ['on an event', 'EVENT_TRIGGERED', { delivery_type: 'ASAP' }, rules('error'), []],
  ])('and a campaign that is sent %s', (_, type, schedule, team, codes) => {
    const file = desired({ status: 'ACTIVE', type, components: { scheduling_details: schedule } });
    const [campaign] = planFor({ desired: [file] }, { policy: policy(team) }).campaigns;
    expect(campaign?.held.map(({ cause }) => cause.code)).toEqual(codes);
    const kinds = codes.length > 0 ? ['create'] : ['create', 'transition'];
    expect(campaign?.steps.map(({ kind }) => kind)).toEqual(kinds);
  });

  it('also blocks resuming, but never pausing', () => {
    const weekly = { ...at(-MINUTE), periodic_details: { sending_frequency: 'DAILY' } };
    const plan = (from: 'PAUSED' | 'ACTIVE', to: 'ACTIVE' | 'PAUSED') => {
      const sketch = { type: 'PERIODIC', components: { scheduling_details: weekly } } as const;
      const world = managing([desired({ ...sketch, status: to })], [live({ ...sketch, status: from })]);
      return planFor(world, { policy: policy(rules('error')) }).campaigns[0];
    };
    expect(plan('PAUSED', 'ACTIVE')?.held[0]?.cause).toMatchObject({ code: 'blackout', action: 'RESUME' });
    expect(plan('ACTIVE', 'PAUSED')?.transition?.action).toBe('PAUSE');
  });
});

describe('a new schedule of a campaign that is live', () => {
  const days = [
    { from: '2031-01-08', to: '2031-01-09' },
    { from: '2031-01-20', to: '2031-01-20' },
  ];
  const DAY = 24 * 60 * MINUTE;
  const policy = {
    ...{ drift: 'revert' as const, guard: { share: 1, atLeast: 1000 } },
    rules: { blackout: { level: 'error' as const, except: [], days } },
  };
  interface Moved {
    readonly from: JsonObject;
    readonly to: JsonObject;
    readonly status?: 'SCHEDULED' | 'DRAFT';
    readonly wanted?: 'STOPPED' | 'ACTIVE';
  }
  function planMove({ from, to, status = 'SCHEDULED', wanted }: Moved) {
    const said = (schedule: JsonObject, source: string) => ({
      ...{ scheduling_details: schedule, utm_params: { utm_source: source } },
    });
    const shown = live({ status, components: said(from, 'a') });
    const file = desired({ status: wanted, components: said(to, 'b') });
    return planFor(managing([file], [shown]), { policy }).campaigns[0];
  }

  it.each<readonly [what: string, code: string, to: JsonObject]>([
    ['starts in the past', 'start-past', at(-MINUTE)],
    ['falls into a blackout', 'blackout', at(7 * DAY)],
  ])('is not sent if it %s, and neither is the rest of the edit', (_, code, to) => {
    const held = [{ reason: 'locked', components: ['scheduling_details'], cause: { code } }];
    expect(planMove({ from: at(DAY), to })).toMatchObject({ verdict: 'held', steps: [], held });
  });

  it.each<readonly [what: string, moved: Moved]>([
    ['is later', { from: at(DAY), to: at(2 * DAY) }],
    ['has its old start', { from: at(-MINUTE), to: { ...at(-MINUTE), expiry_time: '2031-02-01T09:00:00' } }],
    ['was in the blackout before', { from: at(7 * DAY), to: at(7 * DAY + MINUTE) }],
    ['is that of a draft', { status: 'DRAFT', from: at(DAY), to: at(-MINUTE) }],
  ])('is sent if it %s', (_, moved) => {
    expect(planMove(moved)?.steps.map(({ kind }) => kind)).toEqual(['update']);
  });

  it.each<readonly [what: string, to: JsonObject]>([
    ['another day of the same blackout', at(8 * DAY)],
    ['a day of another blackout', at(19 * DAY)],
  ])('is not sent if it moves within the blackouts, to %s', (_, to) => {
    expect(planMove({ from: at(7 * DAY), to })?.held).toMatchObject([{ cause: { code: 'blackout' } }]);
  });

  it('is not sent if it repeats until a blackout that it did not reach before', () => {
    const said = (no_of_occurences: number) => {
      const periodic_details = { sending_frequency: 'DAILY', no_of_occurences };
      const components = { scheduling_details: { ...at(DAY), periodic_details } };
      return { type: 'PERIODIC' as const, components };
    };
    const moved = (from: number, to: number) => {
      const world = managing([desired(said(to))], [live({ ...said(from), status: 'ACTIVE' })]);
      return planFor(world, { policy }).campaigns[0]?.held;
    };
    expect(moved(3, 4)).toEqual([]);
    expect(moved(7, 40)).toMatchObject([{ cause: { code: 'blackout', day: '2031-01-09' } }]);
    expect(moved(10, 12)).toEqual([]);
    expect(moved(10, 40)).toMatchObject([{ cause: { code: 'blackout', day: '2031-01-20' } }]);
  });

  it('never keeps a campaign from being stopped', () => {
    const campaign = planMove({ from: at(DAY), to: at(-MINUTE), wanted: 'STOPPED' });
    expect(campaign?.transition?.action).toBe('STOP');
  });

  it('is not restored either, if somebody moved it in the service', () => {
    const shown = live({ status: 'SCHEDULED', components: { scheduling_details: at(DAY) } });
    const known = bindingOf({ ...shown, components: { scheduling_details: at(-MINUTE) } });
    const file = desired({ components: { scheduling_details: at(-MINUTE) } });
    const [campaign] = planFor({ desired: [file], live: [shown], state: stateOf([known]) }).campaigns;
    expect(campaign).toMatchObject({ steps: [], held: [{ cause: { code: 'start-past' } }] });
  });
});

describe('an edit that moves the start of a live campaign to less than an hour from now', () => {
  const HOUR = 60 * MINUTE;
  const local = (afterMs: number): JsonObject => ({ ...at(afterMs), delivery_type: 'SEND_IN_USER_TIMEZONE' });
  const kindsFor = (
    was: JsonObject,
    becomes: JsonObject | undefined,
    { status = 'SCHEDULED', type = 'ONE_TIME' }: { status?: Live['status']; type?: DeliveryType } = {},
  ) => {
    const known = live({ status, type, components: { scheduling_details: was } });
    const file = desired({ type, components: becomes ? { scheduling_details: becomes } : {} });
    return planFor(managing([file], [known])).campaigns.flatMap(({ notes }) => notes.map(({ kind }) => kind));
  };
  const soon = at(5 * MINUTE);

  it.each<readonly [what: string, was: JsonObject, becomes: JsonObject, kinds: readonly string[]]>([
    ['is pointed out', at(48 * HOUR), soon, ['starts-soon']],
    ['also by the earliest clocks', local(48 * HOUR), local(14.5 * HOUR), ['starts-soon']],
    ['not if there is an hour', at(48 * HOUR), at(HOUR), []],
    ['not if it was so before', at(6 * MINUTE), soon, []],
  ])('%s', (_, was, becomes, kinds) => {
    expect(kindsFor(was, becomes)).toEqual(kinds);
  });

  it('is not pointed out for a draft, or for a campaign that has no start', () => {
    expect(kindsFor(at(48 * HOUR), soon, { status: 'DRAFT' })).toEqual([]);
    expect(kindsFor(at(48 * HOUR), soon, { type: 'EVENT_TRIGGERED' })).toEqual([]);
    expect(kindsFor(at(48 * HOUR), undefined)).not.toContain('starts-soon');
  });
});

describe('a triggered campaign that has expired', () => {
  const expired = { ...{ type: 'EVENT_TRIGGERED' as const, status: 'ACTIVE' as const },
    components: { scheduling_details: { delivery_type: 'ASAP', expiry_time: '2020-01-01T09:00:00' } },
  };
  const cause = { code: 'expired', expiry: '2020-01-01T09:00:00' };

  it('is neither created nor published', () => {
    const [created] = planFor({ desired: [desired(expired)] }).campaigns;
    expect(created).toMatchObject({ steps: [], held: [{ cause: cause }] });
    const draft = live({ ...expired, status: 'DRAFT' });
    const [published] = planFor(managing([desired(expired)], [draft])).campaigns;
    expect(published).toMatchObject({ steps: [], held: [{ cause: cause }] });
  });
}); // prettier-ignore
