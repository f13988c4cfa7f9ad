import { todoOf, whyOf } from '../support/held-words.ts';
import { describe, expect, it } from 'vitest';
import type { Components, DeliveryType, DesiredStatus, Live } from '../../src/model/campaign.ts';
import type { Intent } from '../../src/model/state.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/model/time.ts';
import type { SameNameAnswer } from '../../src/plan/context.ts';
import {
  bindingOf,
  campaignId,
  desired,
  intent,
  key,
  live,
  NOW,
  planFor,
  stateOf,
} from '../support/builders.ts';
import { NO_ANSWER } from '../support/answer-problems.ts';

type Creation = Extract<Intent, { kind: 'create' }>;
const INTENT = { ...intent({ kind: 'create' }), at: NOW, components: {} } as Creation;

it.each([
  ['its file is there', [desired({ key: 'a' })]],
  ['its file is gone', []],
])('a creation without a known outcome is blocked if %s', (_, files) => {
  const plan = planFor({ desired: files, state: stateOf([], { open: [INTENT] }) });
  const blocked = { key: 'a', verdict: 'held', held: [{ reason: 'in-flight' }], steps: [] };
  expect(plan.campaigns).toMatchObject([blocked]);
});

describe('a creation without a known outcome, if the service has', () => {
  const SENT = { utm_params: { utm_source: 'a' } };
  const candidate = (name: string, components: Components = SENT): Live => ({
    ...{ ...live({ components }), id: campaignId(name) },
  });

  const SPELLED = candidate('x', { utm_params: { utm_source: 'a ' } });

  function found(answer: SameNameAnswer | undefined, open: Intent = { ...INTENT, components: SENT }) {
    return planFor(
      { desired: [desired({ components: SENT })], state: stateOf([], { open: [open] }) },
      { sameName: new Map(answer && [[key('a'), answer]]) },
    ).campaigns[0];
  }

  it.each<readonly [what: string, campaigns: readonly Live[], reason: string]>([
    ['no campaign of its name', [], 'in-flight'],
    ['one with its content', [candidate('x')], 'in-flight'],
    ['two with its content', [candidate('x'), candidate('y')], 'ambiguous'],
    ['two with its content, in spellings of the service', [SPELLED, candidate('y')], 'ambiguous'],
  ])('%s', (_, campaigns, reason) => {
    const held = { verdict: 'held', changeId: null, steps: [], held: [{ reason }] };
    expect(found({ kind: 'found', campaigns })).toMatchObject(held);
  });

  it('one with its content, and one that existed before: an apply binds the new one', () => {
    const campaigns = [candidate('old'), candidate('x')];
    const open = { ...INTENT, components: SENT, sameNameCandidates: [campaignId('old')] };
    expect(found({ kind: 'found', campaigns }, open)?.held).toMatchObject([
      { reason: 'in-flight', cause: { code: 'unresolved', what: 'request' } },
    ]);
  });

  it.each<readonly [what: string, answer: SameNameAnswer | undefined]>([
    ['not been asked', undefined],
    ['not answered', { kind: 'unknown', cause: 'unreachable', problem: NO_ANSWER }],
  ])('%s: blocked until it is resolved', (_, answer) => {
    expect(found(answer)).toMatchObject({ verdict: 'held', held: [{ reason: 'in-flight' }], steps: [] });
  });
});

describe('a creation without a known outcome, if nothing has what was sent', () => {
  const OTHER = { utm_params: { utm_source: 'B' } };
  const components = { utm_params: { utm_source: 'b' } };
  const open: Intent = { ...INTENT, components, sameNameCandidates: [campaignId('before')] };

  function heldBeside(...ids: string[]) {
    const campaigns = ids.map((id) => ({ ...live({ components: OTHER }), id: campaignId(id) }));
    const [campaign] = planFor(
      { desired: [desired({ components: OTHER })], state: stateOf([], { open: [open] }) },
      { sameName: new Map([[key('a'), { kind: 'found', campaigns }]]) },
    ).campaigns;
    return campaign?.held[0];
  }

  it("a new campaign of that name may be the result in the service's spelling: a person can bind it", () => {
    const held = heldBeside('before', 'x');
    expect(held).toMatchObject({ reason: 'in-flight' });
    expect(held?.cause).toMatchObject({ code: 'creation-unclear' });
    expect(whyOf(held)).toContain('x (DRAFT)');
    expect(whyOf(held)).not.toContain('before');
    expect(todoOf(held)).toContain('campaigns adopt a --id x');
  });

  it('a campaign that existed before is not the result', () => {
    expect(heldBeside('before')?.cause).toMatchObject({ code: 'unresolved', what: 'request' });
  });
});

describe('an update without a known outcome', () => {
  const shown = live({ components: { utm_params: { utm_source: 'a' } } });
  const UPDATE = intent({ kind: 'update', components: { utm_params: { utm_source: 'b' } } });

  it('that arrived counts as applied: a later change of the file is an edit and not a conflict', () => {
    const shows = { ...shown, components: { ...shown.components, utm_params: { utm_source: 'b' } } };
    const [campaign] = planFor({
      desired: [desired({ components: { utm_params: { utm_source: 'c' } } })],
      live: [shows],
      state: stateOf([bindingOf(shown)], { open: [UPDATE] }),
    }).campaigns;
    expect(campaign?.components.map(({ cause }) => cause)).toEqual(['edited']);
  });

  it('of a campaign whose file is gone leaves an orphan', () => {
    const state = stateOf([bindingOf(shown)], { open: [UPDATE] });
    const [campaign] = planFor({ desired: [], live: [shown], state }).campaigns;
    expect(campaign).toMatchObject({ verdict: 'orphaned', held: [], steps: [] });
  });
});

describe('a start without a visible result', () => {
  type Start = Readonly<Record<'action', 'PUBLISH' | 'RESUME'> & { answered?: number }>;

  function planAfter(start: Start, type: DeliveryType, status: DesiredStatus, age = MINUTE_MS) {
    const shown = live({ type, status: start.action === 'PUBLISH' ? 'DRAFT' : 'PAUSED' });
    const one = { ...intent({ kind: 'transition' }), desired: 'ACTIVE', at: NOW - age, ...start } as Intent;
    const state = stateOf([bindingOf(shown)], { open: [one] });
    return planFor({ desired: [desired({ type, status })], live: [shown], state }).campaigns[0];
  }

  it.each<[Start, DeliveryType, DesiredStatus, string]>([
    [{ action: 'PUBLISH' }, 'PERIODIC', 'PAUSED', 'PAUSE'],
    [{ action: 'PUBLISH', answered: NOW }, 'EVENT_TRIGGERED', 'PAUSED', 'PAUSE'],
    [{ action: 'PUBLISH' }, 'ONE_TIME', 'STOPPED', 'STOP'],
    [{ action: 'RESUME' }, 'PERIODIC', 'PAUSED', 'PAUSE'],
  ])('%j of a %s campaign: a file with %s sends %s', (start, type, status, action) => {
    const campaign = planAfter(start, type, status);
    expect(campaign).toMatchObject({ held: [], transition: { action }, steps: [{ kind: 'transition' }] });
    expect(campaign?.notes).toContainEqual(expect.objectContaining({ kind: 'settled-first', stop: action }));
  });

  it.each<[DeliveryType, DesiredStatus]>([
    ['ONE_TIME', 'PAUSED'],
    ['PERIODIC', 'STOPPED'],
  ])('of a %s campaign does not make %s possible', (type, status) => {
    expect(planAfter({ action: 'PUBLISH' }, type, status)).toMatchObject({ verdict: 'held', steps: [] });
  });

  it('is settled after an hour: the campaign is a draft, which nothing can pause', () => {
    const campaign = planAfter({ action: 'PUBLISH' }, 'PERIODIC', 'PAUSED', HOUR_MS + MINUTE_MS);
    const held = [{ reason: 'transition-not-possible' }];
    expect(campaign).toMatchObject({ verdict: 'held', steps: [], held });
  });
});
