import type { Plan, PlannedCampaign } from '../../model/plan.ts';

/** Campaigns without a file that are still sending. A run doesn't change them, but must not call them in sync. */
export function stillSending(plan: Plan | undefined): PlannedCampaign[] {
  return (plan?.campaigns ?? []).filter(({ notes }) => notes.some(({ kind }) => kind === 'still-sending'));
}
