import { describe, expect, it } from 'vitest';
import { COMPONENTS, STATUSES, type CampaignStatus, type Components } from '../../src/model/campaign.ts';
import type { JsonObject } from '../../src/model/json.ts';
import type { PlannedCampaign } from '../../src/model/plan.ts';
import { bindingOf, desired, live, managing, planFor, stateOf, WORKSPACE } from '../support/builders.ts';

// The specification's edit restrictions, written by hand: the result of editing one component, or one field of the
// schedule, in each status. `goes` means that it is sent, `held` that it is locked.

type Row = Readonly<Record<CampaignStatus, 'goes' | 'held'>>;

const FREE = row('DRAFT SCHEDULED ACTIVE PAUSED');
const UNTIL_LIVE = row('DRAFT SCHEDULED');
const DRAFT_ONLY = row('DRAFT');

const TABLE: Readonly<Record<(typeof COMPONENTS)[number], Row>> = {
  basic_details: FREE,
  connector: FREE,
  trigger_condition: UNTIL_LIVE,
  campaign_content: FREE,
  segmentation_details: UNTIL_LIVE,
  scheduling_details: FREE,
  delivery_controls: FREE,
  advanced: FREE,
  conversion_goal_details: UNTIL_LIVE,
  control_group_details: FREE,
  utm_params: FREE,
  campaign_audience_limit: FREE,
};

const SCHEDULE = {
  delivery_type: 'AT_FIXED_TIME',
  start_time: '2031-05-01T09:00:00',
  timezone: 'Europe/Berlin',
  expiry_time: '2031-06-01T00:00:00',
};

const SCHEDULE_EDITS: readonly (readonly [what: string, edit: JsonObject, row: Row])[] = [
  ['another delivery_type', { ...SCHEDULE, delivery_type: 'SEND_IN_BTS' }, DRAFT_ONLY],
  ['no delivery_type', without(SCHEDULE, 'delivery_type'), DRAFT_ONLY],
  ['another start_time', { ...SCHEDULE, start_time: '2031-05-01T10:00:00' }, UNTIL_LIVE],
  ['the same start in UTC', { ...SCHEDULE, start_time: '2031-05-01T07:00', timezone: 'UTC' }, FREE],
  ['no start_time', without(SCHEDULE, 'start_time'), UNTIL_LIVE],
  ['the same start_time', { ...SCHEDULE, start_time: '2031-05-01T09:00', expiry_time: '2031-07-01' }, FREE],
  ['another timezone', { ...SCHEDULE, timezone: 'Europe/Paris' }, FREE],
  ['another expiry_time', { ...SCHEDULE, expiry_time: '2031-07-01T00:00:00' }, FREE],
  ['no expiry_time', without(SCHEDULE, 'expiry_time'), FREE],
  ['periodic_details', { ...SCHEDULE, periodic_details: { sending_frequency: 'DAILY' } }, FREE],
];

/** An edit of one component. Everything else agrees on `before`. */
function editing(status: CampaignStatus, before: Components, after: Components): PlannedCampaign {
  const now = live({ status, components: before });
  return only(planFor(managing([desired({ components: after })], [now])).campaigns);
}

function outcomeOf({ verdict, held, steps }: PlannedCampaign): 'goes' | 'held' {
  const sent = steps.some(({ kind }) => kind === 'update');
  expect([verdict, held.map(({ reason }) => reason)]).toEqual(sent ? ['update', []] : ['held', ['locked']]);
  return sent ? 'goes' : 'held';
}

describe.each(STATUSES)('while %s', (status) => {
  it.each(COMPONENTS)('an edit of %s is sent or blocked as specified', (name) => {
    const edited = editing(status, { [name]: details(name, 'before') }, { [name]: details(name, 'after') });
    expect(outcomeOf(edited)).toBe(TABLE[name][status]);
    expect(edited.components.map((one) => one.name)).toEqual([name]);
  });

  it.each(COMPONENTS.filter((name) => name !== 'basic_details'))(
    'so is %s when it is new in the file',
    (name) => {
      expect(outcomeOf(editing(status, {}, { [name]: details(name, 'after') }))).toBe(TABLE[name][status]);
    },
  );

  it.each(SCHEDULE_EDITS)('so is a schedule with %s', (_, edit, expected) => {
    const edited = editing(status, { scheduling_details: SCHEDULE }, { scheduling_details: edit });
    expect(outcomeOf(edited)).toBe(expected[status]);
  });
});

describe('a schedule that live answers in its read view', () => {
  const edit = { ...SCHEDULE, expiry_time: '2031-07-01T00:00:00' };
  const readView = {
    delivery_type: 'SCHEDULED',
    schedule_time: SCHEDULE.start_time,
    time_zone: SCHEDULE.timezone,
    expiry_time: SCHEDULE.expiry_time,
  };

  const inUtc = { ...readView, schedule_time: '2031-05-01T07:00:00', time_zone: 'UTC' };
  const hidden = without(readView, 'schedule_time');
  const later = '2031-05-02T09:00:00';

  const moved = { ...edit, start_time: later };

  it.each<readonly [string, JsonObject, JsonObject, JsonObject | undefined, 'goes' | 'held']>([
    ['as observed', edit, readView, readView, 'goes'],
    ['in UTC, as observed', edit, inUtc, inUtc, 'goes'],
    ['in UTC, with a name for it', edit, { ...inUtc, schedule_time: '2031-05-01 07:00:00Z' }, inUtc, 'goes'],
    ['in UTC, at another instant', edit, { ...inUtc, schedule_time: '2031-05-01T08:00:00' }, inUtc, 'held'],
    ['though it was observed as written', edit, readView, SCHEDULE, 'goes'],
    ['without its start, as observed', edit, hidden, hidden, 'goes'],
    ['without its start, which the file moves', moved, hidden, hidden, 'held'],
    ['without its start, and edited by hand', edit, { ...hidden, expiry_time: '2031-08-01' }, hidden, 'held'],
    ['with a start changed by hand', edit, { ...readView, schedule_time: later }, readView, 'held'],
    [
      'with a start changed by hand that the file has now too',
      moved,
      { ...readView, schedule_time: later },
      hidden,
      'goes',
    ],
  ])('%s', (_, file, seen, observed, outcome) => {
    const now = live({ status: 'ACTIVE', components: { scheduling_details: seen } });
    const { basic_details: details = {} } = now.components;
    const binding = bindingOf(now, {
      applied: { basic_details: details, ...(observed && { scheduling_details: SCHEDULE }) },
      observed: { basic_details: details, ...(observed && { scheduling_details: observed }) },
    });
    const { campaigns } = planFor(
      {
        desired: [desired({ components: { scheduling_details: file } })],
        live: [now],
        state: stateOf([binding]),
      },
      { allowed: new Set(['conflict']) },
    );
    expect(outcomeOf(only(campaigns))).toBe(outcome);
  });
});

describe('a schedule that was adopted with a start that the file does not have', () => {
  it('is not edited, because the patch would remove the start', () => {
    const { start_time: start, ...rest } = { ...SCHEDULE, delivery_type: 'ASAP' };
    const now = live({
      status: 'ACTIVE',
      components: { scheduling_details: { ...rest, start_time: start } },
    });
    const applied = { ...now.components, scheduling_details: rest };
    const binding = bindingOf(now, { applied, adopted: ['scheduling_details'] });
    const scheduling_details = { ...rest, expiry_time: '2031-07-01T00:00:00' };
    const file = desired({ components: { scheduling_details } });
    const { campaigns } = planFor({ desired: [file], live: [now], state: stateOf([binding]) });
    expect(only(campaigns).held).toMatchObject([{ reason: 'locked', components: ['scheduling_details'] }]);
    const [change] = only(campaigns).components;
    expect(change?.before).toMatchObject({ start_time: start });
    expect(change?.after).not.toHaveProperty('start_time');
  });
});

function row(free: string): Row {
  const statuses = STATUSES.map((status) => [status, free.split(' ').includes(status) ? 'goes' : 'held']);
  return Object.fromEntries(statuses) as Row;
}

/** A component that contains `word`; in the schedule, in a field that is never locked. */
function details(name: string, word: string): JsonObject {
  if (name === 'basic_details') return { name: 'The a', team: word };
  return { [name === 'scheduling_details' ? 'expiry_time' : 'word']: word };
}

function without(value: JsonObject, field: string): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== field));
}

function only(campaigns: readonly PlannedCampaign[]): PlannedCampaign {
  const [one] = campaigns;
  if (!one || campaigns.length > 1) throw new Error(`${campaigns.length} campaigns`);
  return one;
}

describe('a workspace that edits only drafts', () => {
  const under = (status: CampaignStatus, before: Components, after: Components) => {
    const now = live({ status, components: before });
    const workspace = { ...WORKSPACE, editLive: 'never' as const };
    return planFor(managing([desired({ components: after })], [now]), { workspace }).campaigns[0];
  };
  const [A, B] = [{ utm_params: { utm_source: 'a' } }, { utm_params: { utm_source: 'b' } }];

  it('blocks an edit of a live campaign, and sends one of a draft', () => {
    expect(under('ACTIVE', A, B)?.held).toMatchObject([{ reason: 'locked', components: ['utm_params'] }]);
    expect(under('DRAFT', A, B)?.steps).toMatchObject([{ kind: 'update', components: B }]);
  });
});
