import type { Note, Plan, PlannedCampaign } from '../../model/plan.ts';

/** Campaigns without a file that are still sending. A run doesn't change them, but must not call them in sync. */
export function stillSending(plan: Plan | undefined): PlannedCampaign[] {
  return notedAs('still-sending', plan);
}

/** Campaigns whose file asks for a stop that comes too late: they were already sent. */
export function sentBeforeStop(plan: Plan | undefined): PlannedCampaign[] {
  return notedAs('too-late-to-stop', plan);
}

function notedAs(kind: Note['kind'], plan: Plan | undefined): PlannedCampaign[] {
  return (plan?.campaigns ?? []).filter(({ notes }) => notes.some((note) => note.kind === kind));
}
