import type { StepFailure } from '../model/action-reasons.ts';
import type { CampaignKey } from '../model/campaign.ts';
import { counted } from '../model/show.ts';
import { stepFailure } from './catalog/steps.ts';
import { code, link, say, type Phrase } from './phrase.ts';

// What comments, job summaries and commit statuses say around plans and results.

/** The first line of the comment when the newest commit of a pull request could not be planned. */
export function describeFailedPlan(commit: string, failure: StepFailure): Phrase {
  return say`The newest commit (${commit.slice(0, 7)}) could not be planned. ${stepFailure(failure)}`;
}

/** Above a part of a plan that is too long for one comment. */
export function describePart(part: number, count: number): Phrase {
  return say`This plan is too long for one comment. This is part ${part} of ${count}. Review all parts.`;
}

/** In the last line of a plan that is applied only after a review. */
export const MERGING_APPLIES = say`merging applies exactly the changes listed here`;

/** In the last line of a plan that was made without the service. */
export const PLANNED_OFFLINE = say`planned offline: it can't be applied`;

/** How much a text that was too long doesn't have, and where there is more; empty if nothing is left out. */
export function describeLeftOut(count: number, wholeAt: string | undefined): Phrase {
  if (count === 0) return [];
  const more = wholeAt === undefined ? [] : say` ${link('The job summary', wholeAt)} has more.`;
  return say`Left out to save space: ${counted(count, 'entry')}.${more}`;
}

/** At the end of the last annotation that GitHub shows. */
export function describeMoreAnnotations(more: number): Phrase {
  return say`(And ${more} more like this. The job summary lists them all.)`;
}

/** In place of notices that would be too many. */
export function describeMoreNotices(more: number): Phrase {
  return say`And ${more} more like these.`;
}

/** The last line of a comment about a plan that failed. */
export const MERGING_APPLIES_NOTHING = say`merging this will apply nothing`;

/** The title of an earlier plan, collapsed. */
export const OLD_PLAN = say`The last plan, which is out of date`;

/** The whole text of a comment that another one replaced. */
export function describeOutdated(newer: string): Phrase {
  return say`Outdated: see ${link('the newer one', newer)}.`;
}

/** Above the errors of campaign files in the summary of an apply. */
export const ERRORS_BELOW = say`Errors in the campaign files:`;

/** All that a job summary says about a step that ended early. */
export function describeEarlyEnd(failure: StepFailure): Phrase {
  return say`campaign-reconciler ended early. ${stepFailure(failure)}`;
}

/** The description of a commit status whose plan has no obstacle. */
export function describeApprovable(plan: 'whole' | 'target-only'): Phrase {
  return plan === 'whole'
    ? say`The plan is complete. Merging applies exactly what it shows.`
    : say`Only the target changes here, so there is nothing to apply.`;
}

/** How to apply changes that no merged plan showed, or that need an `allow`: with the workflow in this file. */
export function describeUnreviewedRun(keys: readonly CampaignKey[], file: string): Phrase {
  const inputs = keys.length === 0 ? code('only') : code(`only: ${keys.join(' ')}`);
  return say`To apply changes without a reviewed plan, check them first. Then start the workflow ${code(file)} with ${inputs} and, where a change needs it, with ${code('allow')}. If this repository doesn't have that workflow, ask an engineer to add it with the init command.`;
}

/** In the last line of a result that needed no review. */
export const REVIEW_IGNORED = say`applied without requiring a review`;
