import type { StepFailure } from '../model/action-reasons.ts';
import type { CampaignKey } from '../model/campaign.ts';
import type { Plan } from '../model/plan.ts';
import { newDrafts, type Result } from '../model/result.ts';
import { counted } from '../model/show.ts';
import { stepFailure } from './catalog/steps.ts';
import { code, link, run, say, type Phrase } from './phrase.ts';

/** What comments, job summaries and commit statuses say around plans and results. */
export const COMMENT = {
  approvable: say`The plan is complete. Merging applies exactly what it shows.`,
  appliesNothing: say`merging this will apply nothing`,
  earlyEnd: (failure: StepFailure) => say`campaign-reconciler ended early. ${stepFailure(failure)}`,
  errorsBelow: say`Errors in the campaign files:`,
  failedPlan: (commit: string, failure: StepFailure) =>
    say`The newest commit (${commit.slice(0, 7)}) could not be planned. ${stepFailure(failure)}`,
  mergingApplies: say`merging applies exactly the changes listed here`,
  moreAnnotations: (more: number) => say`(And ${more} more like this. The job summary lists them all.)`,
  moreNotices: (more: number) => say`And ${more} more like these.`,
  oldPlan: say`The last plan, which is out of date`,
  outdated: (newer: string) => say`Outdated: see ${link('the newer one', newer)}.`,
  part: (part: number, count: number) =>
    say`This plan is too long for one comment. This is part ${part} of ${count}. Review all parts.`,
  plannedOffline: say`planned offline: it can't be applied`,
  reviewIgnored: say`applied without requiring a review`,
  targetOnly: say`Only the target changes here, so there is nothing to apply.`,
} as const;

/** How much a text that was too long doesn't have, and where there is more; empty if nothing is left out. */
export function describeLeftOut(count: number, wholeAt: string | undefined): Phrase {
  if (count === 0) return [];
  const more = wholeAt === undefined ? [] : say` ${link('The job summary', wholeAt)} has more.`;
  return say`Left out to save space: ${counted(count, 'entry')}.${more}`;
}

/** How to apply changes that no merged plan showed, or that need an `allow`: with the workflow in this file. */
export function describeUnreviewedRun(keys: readonly CampaignKey[], file: string): Phrase {
  const inputs = keys.length === 0 ? code('only') : code(`only: ${keys.join(' ')}`);
  return say`To apply changes without a reviewed plan, check them first. Then start the workflow ${code(file)} with ${inputs} and, where a change needs it, with ${code('allow')}. If this repository doesn't have that workflow, ask an engineer to add it with the init command.`;
}

/** How to send new drafts. A draft that is blocked, failed or to be published has advice of its own. */
export function describeDrafts(
  result: Pick<Result, 'applied' | 'failed' | 'held'>,
  { publishes, campaigns }: Pick<Plan, 'publishes' | 'campaigns'> = { publishes: true, campaigns: [] },
): Phrase {
  const blocked = result.held.filter(({ reason }) => reason !== 'needs-publish');
  const wanted = campaigns.filter(({ desired }) => publishes && desired?.status === 'ACTIVE');
  const advised = new Set([...blocked, ...result.failed, ...wanted].map(({ key }) => key));
  if (newDrafts(result).every((key) => advised.has(key))) return [];
  return say`To send a new draft, ${publishes ? say`set ${code('status: ACTIVE')} in its file, or ` : ''}publish it in the service.`;
}

/** How another run continues what this one left. */
export function nextRun(workspace: string): Phrase {
  const onGitHub = 'start this workflow again, or leave it to its schedule.';
  return say`To continue, ${run(`campaigns apply -w ${workspace}`, onGitHub)}`;
}
