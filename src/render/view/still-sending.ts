import type { Plan, PlannedCampaign } from '../../model/plan.ts';

/** Campaigns without a file that customers still hear of: nothing that a run does, and nothing to call in sync. */
export function stillSending(plan: Plan | undefined): PlannedCampaign[] {
  return (plan?.campaigns ?? []).filter(({ notes }) => notes.some(({ kind }) => kind === 'still-sending'));
}
