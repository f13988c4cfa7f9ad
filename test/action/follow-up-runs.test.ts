import { expect, it } from 'vitest';
import { runsAfterApply, runsAfterMerge } from '../../src/action/follow-up-runs.ts';
import type { ActionInputs } from '../../src/action/inputs.ts';
import { conflict, guarded } from '../../src/plan/reasons.ts';
import { emptyResult, type Result } from '../../src/model/result.ts';
import type { Held } from '../../src/model/held.ts';
import type { Plan } from '../../src/model/plan.ts';
import { planCase } from '../support/golden/plan-case.ts';
import { bindingOf, desired, live } from '../support/builders.ts';
import { readCase } from '../support/golden/read-case.ts';
import { held } from '../support/report/results.ts';

const { plan } = planCase(readCase('001-readme'));
const COMPARED = { desired: desired(), live: live(), binding: bindingOf(live()) };

/** The case's plan, in which one campaign is blocked for this reason. */
function planWith(why: Held): Plan {
  const [first, ...others] = plan.campaigns;
  if (!first) throw new Error('the case has campaigns');
  return { ...plan, campaigns: [{ ...first, held: [why] }, ...others] };
}

interface Run {
  readonly result?: Partial<Result>;
  readonly plan?: Plan;
  readonly branch?: string;
  readonly inputs?: Partial<Pick<ActionInputs, 'allow' | 'only'>>;
  /** Of any workflow. */
  readonly text?: string;
}

function calls({ result, branch = 'main', inputs, text = '', ...rest }: Run) {
  const deps = {
    inputs: { allow: [], only: [], ...inputs },
    github: { workflowFile: 'apply.yml' },
    workflowText: () => text,
  } as const;
  const ended = {
    plan: rest.plan,
    branch,
    result: { ...emptyResult('production', { refused: undefined }), ...result },
  };
  return runsAfterApply(deps, ended);
}

it('applies what was not reviewed without a review, with what was already allowed', () => {
  const result = { held: [held('a', 'not-reviewed'), held('b', 'not-reviewed'), held('c', 'locked')] };
  expect(calls({ result })).toEqual({
    rerun: { workflow: 'campaigns-apply-unreviewed.yml', branch: 'main', only: ['a', 'b'], allow: [] },
    allowed: [],
    next: { isScheduled: false, byHand: undefined },
  });
  expect(calls({ result, inputs: { allow: ['conflict', 'guard'] } }).rerun?.allow).toEqual([
    'guard',
    'conflict',
  ]);
  expect(calls({ result: { held: [held("a'; id", 'not-reviewed')] } }).rerun).toBeUndefined();
});

it.each([
  ['conflict', conflict(['utm_params'], COMPARED)],
  ['guard', guarded({ touched: 4, live: 10, share: 0.3 })],
])('with %s the change differs from the one that was shown, so the run needs no review', (consent, why) => {
  const key = plan.campaigns[0]?.key;
  expect(calls({ plan: planWith(why) }).allowed).toEqual([
    {
      purpose: consent,
      keys: [key],
      run: { workflow: 'campaigns-apply-unreviewed.yml', branch: 'main', only: [key], allow: [consent] },
    },
  ]);
});

it('the next run belongs to the same workflow if that starts on a schedule or by hand', () => {
  const inputs = { only: ['promo/*'], allow: ['guard'] } as const;
  const byHand = { workflow: 'apply.yml', branch: 'main', ...inputs };
  const next = (text: string) => calls({ text, inputs }).next;
  expect(next('on:\n  schedule:\n  workflow_dispatch:\n')).toEqual({ isScheduled: true, byHand });
  expect(next('on: [push, workflow_dispatch]\n')).toEqual({ isScheduled: false, byHand });
  expect(next('on: push # not workflow_dispatch\n')).toEqual({ isScheduled: false, byHand: undefined });
  const onlyNamed =
    "on: push\njobs:\n  a:\n    if: github.event_name != 'schedule' && inputs.workflow_dispatch\n";
  expect(next(onlyNamed)).toEqual({ isScheduled: false, byHand: undefined });
  expect(next('on: [push\n  : *nothing\n')).toEqual({ isScheduled: false, byHand: undefined });
});

const APPLY = 'on: { workflow_dispatch: { inputs: { only: {}, allow: {} } } }';

it.each([
  ['the workflow takes the input allow', APPLY, ['guard']],
  ['the workflow has no such input', 'on: { workflow_dispatch: {} }', []],
  ['there is no such workflow', undefined, []],
])('of a plan that the guard refuses, if %s, the run after the merge is: %s → %j', (_, text, consents) => {
  const refused: Plan = { ...plan, guard: { touched: 6, live: 13, share: 0.3 } };
  const step = {
    inputs: { allow: [], only: [] },
    github: { workflowFile: 'campaigns-plan.yml' },
    workflowText: (file: string) => (file === 'campaigns-apply.yml' ? text : undefined),
  } as const;
  const runs = runsAfterMerge(step, { plan: refused, branch: 'main' });
  expect(runs.map(({ purpose }) => purpose)).toEqual(consents);
  for (const { run } of runs)
    expect(run).toEqual({ workflow: 'campaigns-apply.yml', branch: 'main', only: [], allow: ['guard'] });
});

it('of a plan with a conflict, the run after the merge skips the review of that campaign', () => {
  const blocked = planWith(conflict(['utm_params'], COMPARED));
  const key = blocked.campaigns[0]?.key;
  const step = {
    inputs: { allow: [], only: [] },
    github: { workflowFile: 'campaigns-plan.yml' },
    workflowText: () => APPLY,
  } as const;
  expect(runsAfterMerge(step, { plan: blocked, branch: 'main' })).toEqual([
    {
      ...{ purpose: 'conflict', keys: [key] },
      run: { workflow: 'campaigns-apply-unreviewed.yml', branch: 'main', only: [key], allow: ['conflict'] },
    },
  ]);
});
