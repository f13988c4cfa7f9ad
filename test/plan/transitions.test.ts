import { describe, expect, it } from 'vitest';
import {
  DELIVERY_TYPES,
  STATUSES,
  type CampaignStatus,
  type MissingField,
  type Components,
  type DeliveryType,
  type DesiredStatus,
} from '../../src/model/campaign.ts';
import type { PlannedCampaign } from '../../src/model/plan.ts';
import type { Binding, Unconfirmed } from '../../src/model/state.ts';
import type { Consent, Policy } from '../../src/model/workspace.ts';
import { bindingOf, desired, live, NOW, planFor, stateOf, WORKSPACE, managing } from '../support/builders.ts';

// What a file's status requires of a live one, by the specification's state machine and our rules for it, written by
// hand. `–` requires nothing, `no` is impossible, and an action with types is possible only for these.

// prettier-ignore
const COLUMNS: readonly CampaignStatus[] = [
  'DRAFT', 'SCHEDULED', 'ACTIVE', 'SENDING', 'PAUSED', 'SENT', 'STOPPED', 'ARCHIVED',
];

// prettier-ignore
const TABLE: readonly (readonly [file: DesiredStatus | undefined, ...cells: string[]])[] = [
  // file       DRAFT      SCHEDULED  ACTIVE     SENDING    PAUSED      SENT  STOPPED  ARCHIVED
  [undefined,   '–',       '–',       '–',       '–',       '–',        '–',  '–',     '–'],
  ['DRAFT',     '–',       'no',      'no',      'no',      'no',       'no', 'no',    'no'],
  ['ACTIVE',    'PUBLISH', '–',       '–',       '–',       'RESUME P', '–',  'no',    'no'],
  ['PAUSED',    'no',      'PAUSE P', 'PAUSE P', 'PAUSE P', '–',        'no', 'no',    'no'],
  ['STOPPED',   'no',      'STOP 1',  'STOP 1',  'STOP 1',  'STOP 1',   '–',  '–',     '–'],
];

const TYPES: Readonly<Record<string, readonly DeliveryType[]>> = {
  P: ['PERIODIC', 'EVENT_TRIGGERED'],
  1: ['ONE_TIME'],
};

const RESULTS = { PUBLISH: 'ACTIVE', RESUME: 'ACTIVE', PAUSE: 'PAUSED', STOP: 'STOPPED' };

interface Situation {
  readonly file: DesiredStatus | undefined;
  readonly now: CampaignStatus;
  readonly type?: DeliveryType;
  /** The live campaign's type, if it differs from the file's. */
  readonly liveType?: DeliveryType;
  readonly publish?: 'allowed' | 'never';
  readonly drift?: Policy['drift'];
  readonly allow?: readonly Consent[];
  /** The file's status at the last apply and the live one right after it. The default is the current ones. */
  readonly recorded?: { readonly applied: DesiredStatus | undefined; readonly observed: CampaignStatus };
  readonly before?: Components;
  readonly after?: Components;
}

function plannedFor(situation: Situation): PlannedCampaign {
  const { file, now, type = 'PERIODIC', liveType = type, recorded, before = {}, after = before } = situation;
  const shown = live({ type: liveType, status: now, components: before });
  const binding = bindingOf(shown, { status: recorded ?? { applied: undefined, observed: now } });
  const files = [desired({ type, status: file, components: after })];
  const { campaigns } = planFor(
    { desired: files, live: [shown], state: stateOf([binding]) },
    {
      workspace: { ...WORKSPACE, publish: situation.publish ?? 'allowed' },
      policy: { drift: situation.drift ?? 'revert', guard: { share: 0, atLeast: 1 } },
      allowed: new Set(situation.allow ?? ['guard']),
    },
  );
  const [campaign] = campaigns;
  if (!campaign) throw new Error('nothing was planned');
  return campaign;
}

function reasons({ held }: PlannedCampaign): string[] {
  return held.map(({ reason }) => reason);
}

const CELLS = TABLE.flatMap(([file, ...cells]) =>
  cells.flatMap((cell, at) =>
    DELIVERY_TYPES.map((type) => [file ?? 'no status', COLUMNS[at] ?? 'DRAFT', type, cell, file] as const),
  ),
);

it('the table has every status', () => {
  expect(COLUMNS).toEqual(STATUSES);
});

describe('a file that requests', () => {
  it.each(CELLS)('%s, while live is %s and the type %s: %s', (_, now, type, cell, file) => {
    const campaign = plannedFor({ file, now, type });
    const [action = '', types = ''] = cell.split(' ');
    const possible = types === '' || TYPES[types]?.includes(type);
    if (cell === '–') {
      expect([campaign.verdict, campaign.transition, campaign.held]).toEqual(['in-sync', null, []]);
    } else if (cell === 'no' || !possible) {
      expect([campaign.verdict, campaign.transition]).toEqual(['held', null]);
      expect(reasons(campaign)).toEqual(['transition-not-possible']);
    } else {
      const to = RESULTS[action as keyof typeof RESULTS];
      expect(campaign.transition).toEqual({ action, from: now, to });
      expect([campaign.verdict, campaign.held]).toEqual(['transition', []]);
      expect(campaign.steps).toHaveLength(1);
    }
  });
});

describe('what is not possible', () => {
  it.each([
    ['is new', { applied: 'ACTIVE', observed: 'SCHEDULED' }, ['too-late-to-stop']],
    ['is the first status of the file', { applied: undefined, observed: 'SENT' }, ['too-late-to-stop']],
    ['was applied before', { applied: 'STOPPED', observed: 'SENT' }, []],
  ] as const)('a stop of a campaign that was sent, where the stop %s', (_, recorded, noted) => {
    const campaign = plannedFor({ file: 'STOPPED', now: 'SENT', type: 'ONE_TIME', recorded });
    expect(campaign).toMatchObject({ held: [], steps: [], record: undefined });
    expect(campaign.notes.map(({ kind }) => kind)).toEqual(noted);
  });
});

describe('publishing', () => {
  const fixed = (time: string, timezone: string) =>
    ({ delivery_type: 'AT_FIXED_TIME', start_time: `2031-01-01T${time}`, timezone }) as const;
  const IN_UTC = { delivery_type: 'SEND_IN_USER_TIMEZONE', start_time: '2031-01-01T09:30:00' } as const;
  const starts = (schedule: Components['scheduling_details']) =>
    plannedFor({ file: 'ACTIVE', now: 'DRAFT', before: schedule ? { scheduling_details: schedule } : {} })
      .transition?.to;

  it.each([
    ['without a schedule', undefined, 'ACTIVE'],
    ['with a start ahead', fixed('09:00:01', 'UTC'), 'SCHEDULED'],
    ['with a start ahead in its own time zone', fixed('08:30:00', 'America/New_York'), 'SCHEDULED'],
    ['with a start past in its own time zone', fixed('09:30:00', 'Europe/Berlin'), undefined],
    ['with a start in UTC if no time zone is named', IN_UTC, 'SCHEDULED'],
  ] as const)('%s leads to %#', (_, schedule, to) => {
    expect(starts(schedule)).toBe(to);
  });

  it('waits for what is missing, unlike RESUME', () => {
    const shown = live({ type: 'PERIODIC', status: 'PAUSED' });
    const missing = [{ what: 'connector is missing' }];
    const file = desired({ type: 'PERIODIC', status: 'ACTIVE', missing });
    const [campaign] = planFor(managing([file], [shown])).campaigns;
    expect(campaign?.transition?.action).toBe('RESUME');
  });

  const CONNECTOR = { what: 'connector is missing', component: 'connector' } as const;
  const SUBJECT = { what: 'subject is missing in email' } as const;

  it.each<[what: string, file: Parameters<typeof desired>[0]]>([
    ['with status ACTIVE that lacks a component', { status: 'ACTIVE', missing: [CONNECTOR] }],
    ['with status PAUSED', { type: 'PERIODIC', status: 'PAUSED' }],
    ['with status STOPPED', { type: 'PERIODIC', status: 'STOPPED' }],
  ])('a new file %s is created and stays a draft', (_, file) => {
    const [campaign] = planFor({ desired: [desired(file)] }).campaigns;
    expect(campaign?.steps.map(({ kind }) => kind)).toEqual(['create']);
    expect(campaign?.held.map(({ reason }) => reason)).toEqual(['transition-not-possible']);
  });

  it('is possible if only live has the connector, but not without a part or an audience in the file', () => {
    const segmentation_details = { is_all_user_campaign: true };
    const components = { connector: { connector_type: 'SENDGRID' }, segmentation_details };
    const publishing = (field: MissingField) => {
      const shown = live({ components });
      const state = stateOf([bindingOf(shown, { applied: {} })]);
      const file = desired({ status: 'ACTIVE', missing: [field] });
      const [campaign] = planFor({ desired: [file], state, live: [shown] }).campaigns;
      return campaign?.steps.map(({ kind }) => kind);
    };
    const audience = { what: 'segmentation_details is missing', component: 'segmentation_details' } as const;
    expect([CONNECTOR, SUBJECT, audience].map(publishing)).toEqual([['transition'], [], []]);
  });
});

const EDIT = { before: { utm_params: { utm_source: 'a' } }, after: { utm_params: { utm_source: 'b' } } };
const LOCKED = { before: { trigger_condition: { a: 1 } }, after: { trigger_condition: { a: 2 } } };

describe('the order of steps', () => {
  it('a STOP drops only updates; components that left the file are still released', () => {
    const stop = { file: 'STOPPED', now: 'SENDING', type: 'ONE_TIME' } as const;
    const before = { ...EDIT.before, connector: { connector_name: 'x' } };
    const both = plannedFor({ ...stop, before, after: EDIT.after });
    expect(both.notes).toEqual([{ kind: 'stop-drops', components: ['utm_params'] }]);
    expect(both.components.map(({ name, cause }) => [name, cause])).toEqual([['connector', 'released']]);
    const released = plannedFor({ ...stop, before, after: EDIT.before });
    expect(released.notes).toEqual([]);
    expect(released.components.map(({ name, cause }) => [name, cause])).toEqual([['connector', 'released']]);
  });
});

describe('an emergency stop', () => {
  const PAUSE = { file: 'PAUSED', now: 'ACTIVE' } as const;
  const PAUSED = { applied: 'PAUSED', observed: 'PAUSED' } as const;
  const UNKNOWN = ['type-changed', 'transition-not-possible'];

  it.each([
    ['past a lock', { ...PAUSE, ...LOCKED }, ['PAUSE'], ['locked']],
    ['past everything locked', { file: 'PAUSED', now: 'SENDING', ...EDIT }, ['PAUSE', 'update'], []],
    ['of one in SENDING', { file: 'STOPPED', now: 'SENDING', type: 'ONE_TIME', ...LOCKED }, ['STOP'], []],
    ['past the guard', { ...PAUSE, allow: [] }, ['PAUSE'], []],
    ['under drift: hold, changed by hand', { ...PAUSE, drift: 'hold', recorded: PAUSED }, ['PAUSE'], []],
    ['by the live type', { ...PAUSE, type: 'ONE_TIME', liveType: 'PERIODIC' }, ['PAUSE'], ['type-changed']],
    ['never one that the live type does not know', { ...PAUSE, liveType: 'ONE_TIME' }, [], UNKNOWN],
  ] satisfies [string, Situation, string[], string[]][])('is sent %s', (_, situation, actions, held) => {
    const campaign = plannedFor(situation);
    const sent = campaign.steps.map((one) => (one.kind === 'transition' ? one.transition.action : one.kind));
    expect(sent).toEqual(actions);
    expect(reasons(campaign)).toEqual(held);
  });

  it('has no base but the campaign, because status and components may have changed', () => {
    const { base } = plannedFor({ ...PAUSE, ...LOCKED });
    expect(base).toEqual({ status: undefined, components: {} });
  });
});

describe('PUBLISH and RESUME', () => {
  const A = { utm_params: { utm_source: 'a', utm_medium: 'm' } };
  const B = { utm_params: { utm_source: 'b', utm_medium: 'm' } };
  const UNSEEN = { utm_params: { ...A.utm_params, utm_term: 'never shown' } };

  type Four = readonly [desired: Components, applied: Components, observed: Components, live: Components];

  /** Besides the status, one component: in the file, as sent, and as answered then and now. */
  function beside(
    file: DesiredStatus,
    now: CampaignStatus,
    four: Four,
    drift: Policy['drift'] = 'revert',
    unconfirmed: Binding['unconfirmed'] = {},
  ): PlannedCampaign | undefined {
    const [wanted, applied, observed, answered] = four;
    const shown = live({ type: 'PERIODIC', status: now, components: answered });
    const rest = { basic_details: shown.components.basic_details ?? {} };
    const recorded = { applied: { ...rest, ...applied }, observed: { ...rest, ...observed }, unconfirmed };
    const files = [desired({ type: 'PERIODIC', status: file, components: wanted })];
    const world = { desired: files, live: [shown], state: stateOf([bindingOf(shown, recorded)]) };
    return planFor(world, { policy: { drift, guard: { share: 1, atLeast: 1 } } }).campaigns[0];
  }

  it.each<[what: string, four: Four, drift: Policy['drift'], held: readonly string[]]>([
    ['a conflict', [B, A, A, { utm_params: { utm_source: 'c' } }], 'revert', ['conflict', 'conflict']],
    ['blocked drift', [A, A, A, B], 'hold', ['drift', 'drift']],
  ])('wait for %s', (_, four, drift, held) => {
    for (const [now, action] of [
      ['DRAFT', 'PUBLISH'],
      ['PAUSED', 'RESUME'],
    ] as const) {
      const campaign = beside('ACTIVE', now, four, drift);
      expect(campaign).toMatchObject({ verdict: 'held', transition: null, steps: [] });
      expect(campaign?.held.map(({ reason }) => reason)).toEqual(held);
      expect(campaign?.held.at(-1)?.cause).toMatchObject({ code: 'start-waits', why: 'edits', action });
    }
  });

  describe('if live does not show what was sent', () => {
    const at = NOW - 60_000;

    const waits = (more: object) => ({ transition: null, held: [{ reason: 'in-flight', ...more }] });
    const sends = (action: string) => ({ transition: { action }, held: [] });

    it.each<[DesiredStatus, CampaignStatus, Unconfirmed | undefined, object]>([
      ['ACTIVE', 'DRAFT', { kind: 'respelled', at }, waits({ consent: 'unconfirmed' })],
      ['ACTIVE', 'DRAFT', { kind: 'given-up', at }, waits({})],
      ['ACTIVE', 'DRAFT', { kind: 'respelled', at: at - 240_000 }, sends('PUBLISH')],
      ['ACTIVE', 'DRAFT', undefined, sends('PUBLISH')],
      ['ACTIVE', 'PAUSED', { kind: 'respelled', at }, sends('RESUME')],
      ['PAUSED', 'ACTIVE', { kind: 'respelled', at }, sends('PAUSE')],
    ])('%s for %s with %j', (file, now, mark, outcome) => {
      const campaign = beside(file, now, [UNSEEN, UNSEEN, A, A], 'revert', mark && { utm_params: mark });
      expect(campaign).toMatchObject(outcome);
    });
  });
});

describe('a file that no longer has a status', () => {
  const planOf = (now: CampaignStatus, applied?: DesiredStatus, type: DeliveryType = 'PERIODIC') =>
    plannedFor({ file: undefined, now, type, recorded: { applied, observed: now } });

  it.each<readonly [status: CampaignStatus, type: DeliveryType, stop: 'PAUSED' | 'STOPPED' | undefined]>([
    ['ACTIVE', 'PERIODIC', 'PAUSED'],
    ['SCHEDULED', 'ONE_TIME', 'STOPPED'],
    ['ACTIVE', 'DEVICE_TRIGGERED', undefined],
  ])('leaves the campaign %s, which is said', (status, type, emergencyStop) => {
    const planned = planOf(status, 'ACTIVE', type);
    const notes = [{ kind: 'status-removed', status, emergencyStop }];
    // The next apply records it, so it is said once.
    expect(planned).toMatchObject({ steps: [], notes, record: { status: { applied: undefined } } });
  });

  it('that was paused is still paused, which is said until it runs', () => {
    expect(planOf('PAUSED', 'PAUSED')).toMatchObject({
      ...{ verdict: 'in-sync', steps: [], notes: [{ kind: 'still-paused' }] },
      record: undefined,
    });
    expect(planOf('ACTIVE', 'PAUSED')).toMatchObject({
      notes: [],
      record: { status: { applied: undefined } },
    });
  });

  it.each<readonly [what: string, status: CampaignStatus, applied: DesiredStatus | undefined]>([
    ['it never had one', 'ACTIVE', undefined],
    ['the campaign has ended', 'SENT', 'ACTIVE'],
  ])('needs no word if %s', (_, status, applied) => {
    expect(planOf(status, applied).notes.filter(({ kind }) => kind === 'status-removed')).toEqual([]);
  });
});
