import { describe, expect, it } from 'vitest';
import { ReviewReport } from '../../src/action/review-report.ts';
import { describeNotReviewed } from '../../src/messages/review-messages.ts';
import { plainText } from '../../src/messages/phrase.ts';
import type { CampaignStatus, DesiredStatus } from '../../src/model/campaign.ts';
import type { Plan } from '../../src/model/plan.ts';
import { matchPlanFile } from '../../src/review/plan-file.ts';
import { reviewPlan } from '../../src/review/review-plan.ts';
import { bindingOf, desired, live, planFor, stateOf } from '../support/builders.ts';

// A missing review is the only thing that blocks a pause or a stop. Whoever reads that must know that the campaign sends on.

/** The plan of a campaign whose file asks for a status; `was`: the status at the last apply. */
function planStop(
  type: 'EVENT_TRIGGERED' | 'ONE_TIME',
  status: CampaignStatus,
  asks: DesiredStatus,
  was?: CampaignStatus,
): Plan {
  const known = live({ type, status });
  const record = was === undefined ? {} : { status: { applied: asks, observed: was } };
  return planFor({
    desired: [desired({ type, status: asks })],
    live: [known],
    state: stateOf([bindingOf(known, record)]),
  });
}

/** What is said if no pull request showed it, and if the plan file doesn't have it. */
function said(plan: Plan): readonly string[] {
  const review = reviewPlan(plan.campaigns, []);
  const report = new ReviewReport();
  report.collect({
    ...{ review, plan, found: { approvals: [], added: [], unread: [] }, approvals: [] },
    ...{ reported: new Map(), changed: new Map() },
  });
  const reasons = [
    ...review.unapproved.map((one) => report.reasonFor(one)),
    ...matchPlanFile(new Map(), plan.campaigns, () => true).notReviewed.map(({ why }) => why),
  ];
  return reasons.map((why) => plainText(describeNotReviewed(why)));
}

describe('a change without a review', () => {
  it.each<readonly [what: string, plan: Plan, ends: readonly string[]]>([
    [
      'that pauses a campaign',
      planStop('EVENT_TRIGGERED', 'ACTIVE', 'PAUSED'),
      [
        'No merged plan showed that it would be paused. It is still sending.',
        `doesn't include it. It is still sending.`,
      ],
    ],
    [
      'that stops a campaign before it sends',
      planStop('ONE_TIME', 'SCHEDULED', 'STOPPED'),
      ['It will still be sent.', `It will still be sent.`],
    ],
    [
      'that pauses a campaign which was resumed in the service',
      planStop('EVENT_TRIGGERED', 'ACTIVE', 'PAUSED', 'PAUSED'),
      [
        'It was changed in the service, and no merged plan restores it. It is still sending.',
        `It is still sending.`,
      ],
    ],
    [
      'that stops a paused campaign',
      planStop('ONE_TIME', 'PAUSED', 'STOPPED'),
      ['that it would be stopped.', `doesn't include it.`],
    ],
    [
      'that resumes a campaign',
      planStop('EVENT_TRIGGERED', 'PAUSED', 'ACTIVE'),
      ['that it would be resumed.', `doesn't include it.`],
    ],
  ])('%s', (_, plan, ends) => {
    const texts = said(plan);
    expect(texts).toHaveLength(ends.length);
    for (const [at, end] of ends.entries()) expect(texts[at]?.endsWith(end)).toBe(true);
  });
});
