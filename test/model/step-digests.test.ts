import { describe, expect, it } from 'vitest';
import type { CampaignStatus, Components, DesiredStatus } from '../../src/model/campaign.ts';
import type { Plan, StepDigest } from '../../src/model/plan.ts';
import type { Consent } from '../../src/model/workspace.ts';
import { stepDigests } from '../../src/model/step-digests.ts';
import { bindingOf, campaignId, desired, digest, key, live, planFor, stateOf } from '../support/builders.ts';

const A = { utm_source: 'a', utm_medium: 'm' };
const B = { utm_source: 'b', utm_medium: 'm' };

interface Situation {
  readonly file?: Components;
  readonly fileStatus?: DesiredStatus | undefined;
  readonly live?: Components;
  readonly status?: CampaignStatus;
  readonly actor?: string;
  readonly allow?: readonly Consent[];
  readonly id?: string;
  readonly document?: string;
  readonly type?: 'PERIODIC' | 'ONE_TIME';
}

/** A campaign recorded with `utm_params` A and a connector, whose file has `utm_params` B. */
function planOf(situation: Situation = {}): Plan {
  const { file = { utm_params: B }, status = 'DRAFT', id = 'id-a', type = 'PERIODIC' } = situation;
  const shown = {
    ...live({ type, status, components: { utm_params: A, connector: { a: 1 }, ...situation.live } }),
    id: campaignId(id),
    documentId: situation.document ?? id,
  };
  const recorded = { ...shown.components, utm_params: A, connector: { a: 1 } };
  const binding = { ...bindingOf(shown, { applied: recorded, observed: recorded }), key: key('a') };
  const said = desired({ type, status: situation.fileStatus, components: { connector: { a: 1 }, ...file } });
  return planFor(
    { desired: [said], live: [shown], state: stateOf([binding]) },
    {
      actors: new Map([[key('a'), situation.actor ?? 'ada@example.com']]),
      allowed: new Set(['conflict' as const, ...(situation.allow ?? [])]),
    },
  );
}

/** A file without a campaign. */
function creating({ file = { utm_params: B }, fileStatus, actor, type }: Situation = {}): Plan {
  return planFor(
    { desired: [desired({ type: type ?? 'PERIODIC', status: fileStatus, components: file })] },
    { actors: new Map([[key('a'), actor ?? 'ada@example.com']]) },
  );
}

function stepOf({ campaigns }: Plan, name: string): StepDigest {
  const found = campaigns[0]?.digests.find((one) => one.name === name);
  if (!found) throw new Error(`The plan has no ${name}.`);
  return found;
}

/** Which of a step's two digests differ between two plans. */
function moves(name: string, from: Plan, to: Plan): string {
  const [before, after] = [stepOf(from, name), stepOf(to, name)];
  const moved = (['target', 'base'] as const).filter((part) => before[part] !== after[part]);
  return moved.join(' and ') || 'nothing';
}

const SET = { scheduling_details: { periodic_details: { repeat_on_days_of_week: ['MONDAY', 'FRIDAY'] } } };
const TURNED = { scheduling_details: { periodic_details: { repeat_on_days_of_week: ['FRIDAY', 'MONDAY'] } } };

describe('a step', () => {
  it('exists for each component of a patch, and for the transition next to it', () => {
    const names = (plan: Plan) => plan.campaigns[0]?.digests.map(({ name }) => name);
    const both = { utm_params: B, connector: { a: 2 } };
    expect(names(planOf({ file: both }))?.toSorted()).toEqual(['connector', 'utm_params']);
    expect(names(planOf({ fileStatus: 'ACTIVE' }))).toEqual(['utm_params', 'PUBLISH']);
    expect(names(planOf({ fileStatus: 'PAUSED', status: 'ACTIVE' }))).toEqual(['PAUSE', 'utm_params']);
    expect(names(creating({ fileStatus: 'ACTIVE' }))).toEqual(['create', 'PUBLISH']);
    expect(names(planOf({ file: { utm_params: A } }))).toEqual([]);
  });
});

describe('an update of a component', () => {
  it.each<[what: string, to: Situation, moved: string]>([
    ['who edited the file', { actor: 'brook@example.com' }, 'nothing'],
    ['the document of a version', { document: 'version-2' }, 'nothing'],
    ['a second edited component', { file: { utm_params: B, connector: { a: 2 } } }, 'nothing'],
    ['drift of another component', { live: { connector: { a: 3 } } }, 'nothing'],
    ['how the file spells it', { file: { utm_params: { utm_medium: 'm', utm_source: 'b' } } }, 'nothing'],
    ['what would be sent', { file: { utm_params: { ...B, utm_term: 'x' } } }, 'target'],
    ['what live has there', { live: { utm_params: { ...A, utm_term: 'x' } } }, 'base'],
    ['the campaign', { id: 'id-b' }, 'base'],
    ['the stage', { status: 'ACTIVE' }, 'base'],
  ])('with %s changes %s', (_, to, moved) => {
    expect(moves('utm_params', planOf(), planOf(to))).toBe(moved);
  });

  it.each<[from: CampaignStatus, to: CampaignStatus, moved: string]>([
    ['DRAFT', 'SCHEDULED', 'base'],
    ['SCHEDULED', 'ACTIVE', 'nothing'],
    ['PAUSED', 'SENT', 'base'],
    ['ARCHIVED', 'DRAFT', 'base'],
  ])('from %s to %s changes %s', (from, to, moved) => {
    // The planner blocks edits in some of these statuses, so the digest is computed directly.
    const at = (status: CampaignStatus): Plan => {
      const [one] = planOf().campaigns;
      if (!one) throw new Error('The plan has no campaign.');
      const shown = live({ status, components: { utm_params: A } });
      const context = { desired: one.desired, live: shown, campaignId: campaignId('id-a'), digest };
      return { ...planOf(), campaigns: [{ ...one, digests: stepDigests(one.steps, context) }] };
    };
    expect(moves('utm_params', at(from), at(to))).toBe(moved);
  });

  it('is the same for a set in another order, in the file and in live', () => {
    const file = { scheduling_details: { delivery_type: 'ASAP' } };
    const edits = (shown: Components, wanted: Components) => planOf({ file: wanted, live: shown });
    expect(moves('scheduling_details', edits(SET, file), edits(TURNED, file))).toBe('nothing');
    expect(moves('scheduling_details', edits(file, SET), edits(file, TURNED))).toBe('nothing');
  });
});

describe('a creation', () => {
  it.each<[what: string, to: Situation, moved: string]>([
    ['who wrote the file', { actor: 'brook@example.com' }, 'nothing'],
    ['a publish next to it', { fileStatus: 'ACTIVE' }, 'nothing'],
    ['how it is spelled', { file: { utm_params: { utm_medium: 'm', utm_source: 'b' } } }, 'nothing'],
    ['what it says', { file: { utm_params: A } }, 'target'],
    ['one more component', { file: { utm_params: B, connector: { a: 1 } } }, 'target'],
    ['its type', { type: 'ONE_TIME' }, 'target'],
  ])('with %s changes %s', (_, to, moved) => {
    expect(moves('create', creating(), creating(to))).toBe(moved);
  });

  it('has no base, and neither has the start next to it', () => {
    const plan = creating({ fileStatus: 'ACTIVE' });
    expect([stepOf(plan, 'create').base, stepOf(plan, 'PUBLISH').base]).toEqual([null, null]);
  });
});

describe.each<[name: string, start: Situation]>([
  ['PUBLISH', { fileStatus: 'ACTIVE', status: 'DRAFT' }],
  ['RESUME', { fileStatus: 'ACTIVE', status: 'PAUSED' }],
])('a %s', (name, start) => {
  it.each<[what: string, to: Situation, moved: string]>([
    ['who edited the file', { actor: 'brook@example.com' }, 'nothing'],
    ['the document of a version', { document: 'version-2' }, 'nothing'],
    ['what live has of a managed component', { live: { utm_params: { ...A, utm_term: 'x' } } }, 'nothing'],
    ['a component that is not managed', { live: { delivery_controls: { bypass_dnd: true } } }, 'nothing'],
    ['an edit next to it that is done', { live: { utm_params: B } }, 'nothing'],
    ['how the file spells it', { file: { utm_params: { utm_medium: 'm', utm_source: 'b' } } }, 'nothing'],
    ['what the file says', { file: { utm_params: A } }, 'target'],
    ['one more component in the file', { file: { utm_params: B, locale: { a: 1 } } as Components }, 'target'],
    ['the campaign', { id: 'id-b' }, 'base'],
  ])('with %s changes %s', (_, to, moved) => {
    expect(moves(name, planOf(start), planOf({ ...start, ...to }))).toBe(moved);
  });
});

describe.each<[name: string, stop: Situation]>([
  ['PAUSE', { fileStatus: 'PAUSED', status: 'ACTIVE' }],
  ['STOP', { fileStatus: 'STOPPED', status: 'ACTIVE', type: 'ONE_TIME' }],
])('a %s', (name, stop) => {
  it.each<[what: string, to: Situation, moved: string]>([
    ['who edited the file', { actor: 'brook@example.com' }, 'nothing'],
    ['what live has', { live: { utm_params: { ...A, utm_term: 'x' } } }, 'nothing'],
    ['what the file says', { file: { utm_params: A } }, 'nothing'],
    ['another status that it ends', { status: 'SCHEDULED' }, 'nothing'],
    ['the campaign', { id: 'id-b' }, 'base'],
  ])('with %s changes %s', (_, to, moved) => {
    expect(moves(name, planOf(stop), planOf({ ...stop, ...to }))).toBe(moved);
  });
});
