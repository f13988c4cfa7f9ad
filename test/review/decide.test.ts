import { describe, expect, it } from 'vitest';
import type { StepDigest } from '../../src/model/plan.ts';
import { decide, type VerifiedApproval } from '../../src/review/decide.ts';
import { approvalOf, closed, done, step } from '../support/review/comments.ts';
import { campaignId, key } from '../support/builders.ts';

const UTM = step('utm_params');
const CREATE = step('create', 'target', null);
/** A start that was planned together with create it, and the same one once the campaign exists. */
const PLANNED_START = step('PUBLISH', 'target', null);
const OTHER_DONE = approvalOf(1, { a: [UTM, step('connector')] }, [done('a', 'connector')]);
const START = step('PUBLISH', 'target', 'id-a');

/** What merged pull requests say about a step of campaign a, newest first. */
function decided(open: StepDigest, approvals: readonly VerifiedApproval[], id: string | null = 'id-a') {
  const campaign = id === null ? null : campaignId(id);
  const decision = decide({ key: key('a'), campaignId: campaign, step: open }, approvals);
  if (decision.kind === 'no-plan') return 'no plan';
  const { pull } = decision;
  return decision.kind === 'approved' ? `approved by #${pull}` : `#${pull}: ${decision.difference}`;
}

describe('a step', () => {
  it.each<[what: string, open: StepDigest, approvals: readonly VerifiedApproval[], decision: string]>([
    ['that was never shown', UTM, [], 'no plan'],
    ['that was shown', UTM, [approvalOf(1, { a: [UTM] })], 'approved by #1'],
    ['with another target', UTM, [approvalOf(1, { a: [step('utm_params', 'other')] })], '#1: target'],
    ['on another base', UTM, [approvalOf(1, { a: [step('utm_params', 'target', 'x')] })], '#1: base'],
    ['that was done', UTM, [approvalOf(1, { a: [UTM] }, [done('a', 'utm_params')])], '#1: done'],
    ['that was closed', UTM, [approvalOf(1, { a: [UTM] }, [closed('a', 'utm_params')])], '#1: closed'],
    ['of a campaign of which another step was done', UTM, [OTHER_DONE], 'approved by #1'],
    ['of a campaign that was shown unchanged', UTM, [approvalOf(1, { a: [] })], '#1: nothing-planned'],
    ['of a campaign that was to be created', UTM, [approvalOf(1, { a: [CREATE] })], '#1: creation'],
    ['that creates what was to be edited', CREATE, [approvalOf(1, { a: [UTM] })], '#1: creation'],
    ['that creates as it was shown', CREATE, [approvalOf(1, { a: [CREATE] })], 'approved by #1'],
    ['that starts, next to an edit', START, [approvalOf(1, { a: [UTM] })], 'no plan'],
  ])('%s', (_, open, approvals, decision) => {
    expect(decided(open, approvals)).toBe(decision);
  });

  it.each<[what: string, newer: VerifiedApproval, decision: string]>([
    ['shows it with another target', approvalOf(2, { a: [step('utm_params', 'x')] }), '#2: target'],
    ['shows it as well', approvalOf(2, { a: [UTM] }), 'approved by #2'],
    ['showed it, and it was sent', approvalOf(2, { a: [UTM] }, [done('a', 'utm_params')]), '#2: done'],
    ['shows the campaign unchanged', approvalOf(2, { a: [] }), '#2: nothing-planned'],
    ['shows another component', approvalOf(2, { a: [step('connector')] }), 'approved by #1'],
    ['shows another campaign', approvalOf(2, { b: [step('utm_params', 'x')] }), 'approved by #1'],
    ['would create the campaign', approvalOf(2, { a: [CREATE] }), '#2: creation'],
  ])('approved by #1, while #2, merged later, %s', (_, newer, decision) => {
    expect(decided(UTM, [newer, approvalOf(1, { a: [UTM] })])).toBe(decision);
  });
});

describe('a start that was shown with create it', () => {
  const shown = { a: [CREATE, PLANNED_START] };
  const made = approvalOf(1, shown, [done('a', 'create', 'id-a')]);

  it.each<[what: string, approval: VerifiedApproval, id: string | null, decision: string]>([
    ['of the same plan', approvalOf(1, shown), null, 'approved by #1'],
    ['that was not sent yet', approvalOf(1, shown), 'id-a', '#1: base'],
    ['that made it', made, 'id-a', 'approved by #1'],
    ['that made another campaign', approvalOf(1, shown, [done('a', 'create', 'id-x')]), 'id-a', '#1: base'],
    ['with an unknown result', approvalOf(1, shown, [done('a', 'create')]), 'id-a', '#1: base'],
  ])('%s', (_, approval, id, decision) => {
    expect(decided(id === null ? PLANNED_START : START, [approval], id)).toBe(decision);
  });

  it('is another start if the file says something else now', () => {
    expect(decided(step('PUBLISH', 'other', 'id-a'), [made])).toBe('#1: target');
  });
});
