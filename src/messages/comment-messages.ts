import type { StepFailure } from '../model/action-reasons.ts';
import type { CampaignKey } from '../model/campaign.ts';
import type { Plan } from '../model/plan.ts';
import { newDrafts, type Result } from '../model/result.ts';
import { stepFailure } from './catalog/steps.ts';
import { code, link, run, say, sentence, type Phrase } from './phrase.ts';
import type { Unmanaged } from '../model/drift.ts';
import { counted, firstFew } from '../model/show.ts';
import { TEST_LABEL } from '../model/test-send.ts';

/** What comments, job summaries and commit statuses say around plans and results. */
export const COMMENT = {
  approvable: say`The plan is complete. Merging applies exactly what it shows.`,
  appliesNothing: say`merging this will apply nothing`,
  blocked: (count: number, of: number) =>
    say`${String(count)} of ${counted(of, 'change')} ${count === 1 ? 'is' : 'are'} blocked`,
  drifted: (count: number) => say`${counted(count, 'campaign')} changed in the service`,
  earlyEnd: (failure: StepFailure) => say`campaign-reconciler ended early. ${stepFailure(failure)}`,
  errorsBelow: say`Errors in the campaign files:`,
  failedPlan: (commit: string, failure: StepFailure) =>
    say`The newest commit (${commit.slice(0, 7)}) could not be planned. ${stepFailure(failure)}`,
  guarded: say`Only pauses and stops would be applied, because the guard allows no more`,
  mergingApplies: say`merging applies exactly the changes listed here`,
  moreAnnotations: (more: number) => say`(And ${more} more like this. The job summary lists them all.)`,
  moreNotices: (more: number) => say`And ${more} more like these.`,
  notRead: (count: number) => say`${counted(count, 'campaign')} could not be read`,
  oldPlan: say`The last plan, which is out of date`,
  outdated: (newer: string) => say`Outdated: see ${link('the newer one', newer)}.`,
  part: (part: number, count: number) =>
    say`This plan is too long for one comment. This is part ${part} of ${count}. Review all parts.`,
  plannedOffline: say`planned offline: it can't be applied`,
  report: (address: string) =>
    say`${link('Report with previews', address)}: the messages as customers get them, below “Artifacts”.`,
  reviewIgnored: say`applied without requiring a review`,
  targetOnly: say`Only the target changes here, so there is nothing to apply.`,
} as const;

/** What a text that was too long doesn't have, and where there is more; empty if nothing is left out. */
export function describeLeftOut(counts: readonly string[], wholeAt: string | undefined): Phrase {
  if (counts.length === 0) return [];
  const more = wholeAt === undefined ? [] : say` ${link('The job summary', wholeAt)} has more.`;
  return say`Left out to save space: ${counts.join(' and ')}.${more}`;
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

/** `The service has 12 campaigns that no file manages.`, and what to do; empty if there are none. */
export function describeUnmanaged(unmanaged: Unmanaged | undefined, workspace: string): Phrase {
  if (!unmanaged || unmanaged.campaigns.length === 0) return [];
  const count = `${unmanaged.isWhole ? '' : 'at least '}${counted(unmanaged.campaigns.length, 'campaign')}`;
  return say`The service has ${count} that no file manages. To manage them with files, ${run(`campaigns import --all -w ${workspace}`)}.`;
}

/** What reports, the issue and the pull request about drift say. On GitHub, an apply restores only what a merged plan showed. */
export const DRIFT = {
  /** The title of the issue: always the same for a workspace. */
  issueTitle: (workspace: string) => say`Campaigns · ${workspace}: changed outside of this repository`,
  keepOrUndo: say`To keep a change, write the new value into the campaign's file and merge that: click the campaign's name above, then the pencil. To undo it, open a pull request that edits the file in any way. Its comment shows what will be restored, and merging it restores that.`,
  keepOrUndoBelow: say`Keep or undo it, as described below.`,
  keepSome: say`To keep only some of the changes, remove the others from this branch, then merge. To undo a change instead, open another pull request that edits its file in any way. Its plan shows what will be restored, and merging it restores that.`,
  noted: say`No action needed: the file already has the same value, or doesn't manage this. The next apply only records it.`,
  notPulled: say`Not in this pull request`,
  notRead: say`The campaign could not be read.`,
  pulled: (count: number, workspace: string) =>
    say`Changed in the service: ${counted(count, 'campaign')} in ${workspace}.`,
  /** Of the pull request and its commit. */
  pullTitle: (workspace: string) => say`Keep the changes made in the service (${workspace})`,
  readAgain: say`No action needed: the next check reads it again.`,
  /** Whoever edits the file for whatever reason. The names of the campaigns follow. */
  resumed: say`These campaigns are paused in the service. Unless a file says ${code('status: PAUSED')}, merging a pull request that edits it resumes the campaign, and it sends again:`,
  stopped: say`No action needed: the next apply stops the campaign, as the file says, and leaves this change alone.`,
  unmanaged: say`Campaigns without a file`,
  writes: say`This pull request writes the changes into the files. Merging it keeps them and sends nothing to the service.`,
} as const;

const NAMED = 5;

/** What reports about test messages say. */
export const TEST = {
  title: (workspace: string) => say`Test messages · ${workspace}`,
  /** Above the results. */
  intro: (commit: string, campaigns: number) =>
    say`What ${commit.slice(0, 7)} would send, for ${counted(campaigns, 'campaign')}. To test another commit, push it, then set the label ${TEST_LABEL} again.`,
  to: (recipients: readonly string[]) => say`to ${firstFew(recipients, NAMED)}`,
  sent: say`sent`,
  failed: (reason: string | null): Phrase =>
    reason === null ? say`failed` : sentence(say`failed: ${reason}`),
  sending: say`being sent`,
  waiting: say`not sent yet`,
  serviceSays: (said: string) => sentence(say`The service says: ${said}`),
  /** Of a run that was killed. `sending`: what it was about to send; `left`: what it never began. */
  interrupted: (sending: readonly string[], left: readonly string[]) =>
    say`The run that sent these was interrupted. It isn't known whether the messages of ${firstFew(sending, NAMED)} were sent: ask the recipients.${left.length === 0 ? '' : ` Not sent: ${firstFew(left, NAMED)}.`} Nothing is sent again for this commit. To test again, push a commit, then set the label again.`,
} as const;
