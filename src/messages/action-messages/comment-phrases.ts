import { counted } from '../../model/show.ts';
import { link, listed, say, type Phrase } from '../phrase.ts';
import type { StepFailure } from '../../model/action-reasons.ts';
import { stepFailure } from '../catalog/steps.ts';

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

/** The parts of a text that may be left out, and how many campaigns lost them, in words. */
const LEFT_OUT = {
  finding: (count: number) => counted(count, 'finding'),
  attention: (count: number) =>
    `${counted(count, 'campaign')} that ${count === 1 ? 'needs' : 'need'} attention`,
  call: () => 'the steps to apply them',
  change: (count: number) => counted(count, 'change'),
  note: (count: number) => `notes on ${counted(count, 'campaign')}`,
  details: (count: number) => `the differences of ${counted(count, 'campaign')}`,
} as const;

type LeftOutCounts = Readonly<Partial<Record<keyof typeof LEFT_OUT, number>>>;

/** What a text that was too long doesn't have, and where there is more; empty if nothing is left out. */
export function describeLeftOut(counts: LeftOutCounts, wholeAt: string | undefined): Phrase {
  const names = Object.keys(LEFT_OUT) as readonly (keyof typeof LEFT_OUT)[];
  const parts = names.flatMap((name) => {
    const count = counts[name] ?? 0;
    return count === 0 ? [] : [LEFT_OUT[name](count)];
  });
  if (parts.length === 0) return [];
  const more = wholeAt === undefined ? [] : say` ${link('The job summary', wholeAt)} has more.`;
  return say`Left out to save space: ${listed(parts)}.${more}`;
}

/** At the end of the last annotation that GitHub shows. */
export function describeMoreAnnotations(more: number): Phrase {
  return say`(And ${more} more like this. The job summary lists them all.)`;
}

/** In place of notices that would be too many. */
export function describeMoreNotices(more: number): Phrase {
  return say`And ${more} more like these.`;
}

/** The last line of that comment. */
export const MERGING_APPLIES_NOTHING = say`merging this will apply nothing`;

/** The title of an earlier plan, collapsed. */
export const OLD_PLAN = say`The last plan, which is out of date`;

/** The whole text of a comment that another one replaced. */
export function describeOutdated(newer: string): Phrase {
  return say`Outdated: see ${link('the newer one', newer)}.`;
}

/** The title of the pull request that writes drift into the files, and of its commit. */
export function driftPullTitle(workspace: string): Phrase {
  return say`Keep the changes made in the service (${workspace})`;
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
