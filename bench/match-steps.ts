import { stepDigests } from '../src/model/step-digests.ts';
import { reviewPlan } from '../src/review/review-plan.ts';
import { campaignId, desired, digest, key, live, planFor } from '../test/support/builders.ts';
import { approvalOf } from '../test/support/review/comments.ts';

// Bundled by review-match.mjs: a campaign with 12 edited components, and a merged plan that showed all of them.

const components = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => [`component_${at}`, { text: 'x'.repeat(2_000), number: at }]),
);
const [any] = planFor({ desired: [desired()] }).campaigns;
if (!any) throw new Error('nothing is planned');
const [create] = any.steps;
if (!create) throw new Error('the plan has no step');
const shown = live({ components });
const update = { ...create, kind: 'update', campaignId: shown.id, documentId: shown.id, components } as never;

/** Computes the digests of the campaign's steps. */
export function digested() {
  return stepDigests([update], { desired: undefined, live: shown, campaignId: campaignId('id-a'), digest });
}

const approvals = [approvalOf(1, { a: digested() })];

/**
 * What a run does for one campaign: computes its digests and finds out who approved them. Returns the number of
 * approved steps.
 */
export function match(): number {
  const campaign = { ...any, key: key('a'), digests: digested(), steps: [update], transition: null } as never;
  const { parts } = reviewPlan([campaign], approvals);
  return parts.get(key('a'))?.digests.length ?? 0;
}
