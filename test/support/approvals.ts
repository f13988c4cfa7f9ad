import type { Approval, ApprovedChange } from '../../src/model/approval.ts';
import type { PlannedCampaign } from '../../src/model/plan.ts';
import type { Consent } from '../../src/model/workspace.ts';
import { meaningOf } from '../../src/plan/change-id.ts';
import { brakeOf } from '../../src/plan/part-of-change.ts';
import { digest } from './builders.ts';

const NO_CONSENT: ReadonlySet<Consent> = new Set();

/** What a merged pull request approves whose comment showed these campaigns, as the action would keep it. */
export function approvalFrom(
  campaigns: readonly PlannedCampaign[],
  { pull = 1, consents = NO_CONSENT }: { pull?: number; consents?: ReadonlySet<Consent> } = {},
): Approval {
  const changes = campaigns.map((campaign): ApprovedChange => {
    const brake = brakeOf(campaign, { consents, digest });
    return {
      ...{ key: campaign.key, changeId: campaign.changeId },
      brakeId: brake && brake.changeId !== campaign.changeId ? brake.changeId : null,
      ...{ meaning: undefined, done: 0, end: undefined },
    };
  });
  return { pull, order: pull, commit: '0'.repeat(40), marker: '', changes };
}

/** The same after so many of its steps were sent. */
export function afterSteps(approval: Approval, campaign: PlannedCampaign, done: number): Approval {
  const meaning = meaningOf(campaign.key, campaign.steps, { ...campaign, consents: NO_CONSENT });
  return { ...approval, changes: approval.changes.map((change) => ({ ...change, meaning, done })) };
}
