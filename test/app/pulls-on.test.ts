import { describe, expect, it } from 'vitest';
import { pullsOn } from '../../src/app/sends.ts';
import type { VerifiedApproval } from '../../src/review/decide.ts';
import { desired, live, managing, planFor } from '../support/builders.ts';
import { approvalOf, approvalsOf, done, step } from '../support/review/comments.ts';

// Which merged pull requests a calendar names for a change.

const UTM = { utm_source: 'x', utm_medium: 'mail' };

function changed() {
  const components = { utm_params: UTM, connector: { connector_type: 'SENDGRID', connector_name: 'new' } };
  const before = { ...components, utm_params: { ...UTM, utm_source: 'old' } };
  const [campaign] = planFor(
    managing([desired({ key: 'a', components })], [live({ components: before })]),
  ).campaigns;
  if (!campaign) throw new Error('There is no change.');
  return campaign;
}

describe('the pull requests that a calendar names', () => {
  const campaign = changed();
  const { digests } = campaign;
  const named = (...all: readonly VerifiedApproval[]) => pullsOn(approvalsOf(...all))(campaign);

  it('are those that approved the change just as it is planned now', () => {
    expect(digests).toHaveLength(1);
    expect(named(approvalOf(7, { a: digests }), approvalOf(9, { b: [step('utm_params')] }))).toEqual([7]);
    expect(named(approvalOf(7, { a: digests }), approvalOf(9, { a: digests }))).toEqual([9]);
  });

  it.each([
    ['nothing is recorded', []],
    ['the change was edited since', [approvalOf(7, { a: [step('utm_params')] })]],
    ['it was taken back', [approvalOf(7, { a: digests }), approvalOf(9, { a: [] })]],
    ['it was done once', [approvalOf(7, { a: digests }, [done('a', 'utm_params')])]],
  ])('are none if %s', (_, approvals) => {
    expect(named(...approvals)).toEqual([]);
  });

  it('are none if the record makes no sense', () => {
    const { approval } = approvalOf(7, { a: digests });
    const signed = (json: string) => `<!-- campaigns-review:v2 ${json} ${'0'.repeat(64)} -->`;
    for (const marker of [
      '',
      '{',
      '{}',
      '{ "v": 2, "campaigns": [null] }',
      '{ "v": 2, "campaigns": [["a", 7]] }',
    ])
      expect(pullsOn([{ ...approval, markers: [signed(marker)] }])(campaign)).toEqual([]);
  });
});
