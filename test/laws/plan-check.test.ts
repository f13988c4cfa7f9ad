import { expect, it } from 'vitest';
import { bindingOf, desired, live, planInputs, stateOf } from '../support/builders.ts';
import { checkPlan } from '../support/golden/check-plan.ts';
import type { CheckInputs } from '../support/golden/checked.ts';
import { planDocument } from '../../src/render/documents/plan-document.ts';
import { makePlan } from '../../src/plan/make-plan.ts';

// A check is only useful if it finds violations, so these plans are made wrong on purpose, one rule at a time.

const utm = (source: string) => ({ utm_params: { utm_source: source } });
const shown = [
  live({ key: 'edited', components: utm('a') }),
  live({ key: 'paused', type: 'PERIODIC', status: 'ACTIVE', components: utm('a') }),
  live({ key: 'same', status: 'ACTIVE' }),
];
const world = {
  desired: [
    desired({ key: 'edited', components: utm('b'), status: 'ACTIVE' }),
    desired({ key: 'new', components: utm('a') }),
    desired({ key: 'paused', type: 'PERIODIC', status: 'PAUSED', components: utm('b') }),
    desired({ key: 'same' }),
  ],
  live: shown,
  state: stateOf(shown.map((one) => bindingOf(one))),
};
const given = planInputs(world);
const inputs = {
  desired: world.desired,
  bindings: [...world.state.bindings.values()],
  live: shown,
  open: [],
  now: given.now,
  maxWaitMs: given.maxWaitMs,
  guard: { share: 1, atLeast: 1 },
  sameName: given.sameName,
};

interface Change {
  verdict: string;
  change_id: string | null;
  live_status: string;
  transition: object | null;
  held: object[];
  components: { name: string; cause: string }[];
  requests: { method: string; path: string; body: Record<string, unknown> }[];
}
interface Document {
  summary: Record<string, number>;
  schedule: Record<string, unknown>;
  campaigns: [edited: Change, created: Change, paused: Change, same: Change];
  offline?: object;
}

function document(): Document {
  return JSON.parse(planDocument(makePlan(given))) as Document;
}

it('finds nothing in a correct plan', () => {
  expect(checkPlan(JSON.stringify(document()), inputs)).toEqual([]);
});

type Row = readonly [
  what: string,
  spoil: (plan: Document) => void,
  found: string,
  otherwise?: Partial<CheckInputs>,
];
const ROWS: readonly Row[] = [
  ['counts that add up and are wrong', ({ summary }) => Object.assign(summary, { create: 0, held: 1 }), 'says 0 create'],
  ['drift that is not counted', ({ campaigns: [edited] }) => (edited.components = [{ name: 'utm_params', cause: 'drifted' }]), 'drifted'],
  ['more creations than there are', ({ schedule }) => Object.assign(schedule, { deferred: 1 }), 'more creations'],
  ['an end before the beginning', ({ schedule }) => Object.assign(schedule, { complete_at: '2030-01-01T00:00:00Z' }), 'in the past'],
  ["a wait that the counts don't explain", ({ schedule }) => Object.assign(schedule, { complete_at: '2031-01-01T09:05:00Z' }), '1 creations immediately'],
  ['a campaign that is left out', ({ campaigns }) => campaigns.pop(), 'same is left out'],
  ['two changes with one ID', ({ campaigns: [edited, created] }) => (edited.change_id = created.change_id), 'the same change ID'],
  ['an id offline', (plan) => (plan.offline = {}), 'offline plan with change IDs'],
  ['a status that live has not', ({ campaigns: [, , , same] }) => (same.live_status = 'DRAFT'), 'not what live says'],
  ['half a creation', ({ campaigns: [, created] }) => delete created.requests[0]?.body.utm_params, 'not in the creation'],
  ['a creation with a taken name', () => undefined, 'name that is taken', { sameName: new Map([['new', { kind: 'found', campaigns: [live()] }]]) }],
  ['a creation next to an open one', () => undefined, 'in progress', { open: [{ key: 'new', kind: 'create' }] }],
  ['a creation of what an orphan is', () => undefined, 'creates what old is', { bindings: [...inputs.bindings, bindingOf(live({ key: 'old', components: { basic_details: { name: 'The new' }, ...utm('a') } }))] }],
  ['a difference that is forgotten', ({ campaigns: [edited] }) => edited.components.push({ name: 'advanced', cause: 'edited' }), 'neither sent nor blocked'],
  ['a component too many', ({ campaigns: [edited] }) => (edited.components = []), "doesn't differ"],
  ['a patch next to a conflict', ({ campaigns: [edited] }) => edited.held.push({ reason: 'conflict', components: ['utm_params'] }), 'sent together with conflict'],
  ['drift that is reverted against the policy', ({ campaigns: [edited] }) => (edited.components = [{ name: 'utm_params', cause: 'drifted' }]), 'the policy is to hold', { drift: 'hold' }],
  ['a conflict without consent', ({ campaigns: [edited] }) => (edited.components = [{ name: 'utm_params', cause: 'conflict' }]), 'without consent', { allowed: new Set() }],
  ['a start next to a blocked change', ({ campaigns: [edited] }) => edited.held.push({ reason: 'drift', components: ['advanced'] }), 'PUBLISH although'],
  ['a blocked emergency stop', ({ campaigns: [, , paused] }) => Object.assign(paused, { transition: null, requests: paused.requests.slice(1), held: [{ reason: 'guard', components: [] }] }), 'must work'],
  ['a late emergency stop', ({ campaigns: [, , paused] }) => paused.requests.reverse(), 'is request 2 of 2'],
  ['another action than the file requests', ({ campaigns: [, , paused] }) => Object.assign(paused.transition ?? {}, { action: 'STOP' }), 'not what the file asks'],
  ['an action to nowhere', ({ campaigns: [, , paused] }) => Object.assign(paused.transition ?? {}, { to: 'SENT' }), 'does not lead'],
  ['publishing where it is off', () => undefined, 'publishing is off', { publish: 'never' }],
  ['an action with more in it', ({ campaigns: [, , paused] }) => Object.assign(paused.requests[0]?.body ?? {}, { reason: 'x' }), 'an action with'],
  ['a plan that the guard should refuse', () => undefined, 'not blocked by the guard', { guard: { share: 0, atLeast: 1 } }],
  ['a locked component', ({ campaigns: [, , paused] }) => Object.assign(paused.requests[1]?.body ?? {}, { trigger_condition: {} }), 'trigger_condition changes while PAUSED'],
  ['a locked field', ({ campaigns: [, , paused] }) => Object.assign(paused.requests[1]?.body ?? {}, { scheduling_details: { start_time: '2031-05-01T09:00:00' } }), 'scheduling_details.start_time changes while PAUSED'],
  ['what can not be managed', () => undefined, "can't be managed", { live: shown.map((one) => ({ ...one, readOnly: 'child' as const })) }],
]; // prettier-ignore

it.each(ROWS.map(([what, spoil, found, otherwise = {}]) => ({ what, spoil, found, otherwise })))(
  'finds $what',
  ({ spoil, found, otherwise }) => {
    const plan = document();
    spoil(plan);
    expect(checkPlan(JSON.stringify(plan), { ...inputs, ...otherwise }).join('\n')).toContain(found);
  },
);
