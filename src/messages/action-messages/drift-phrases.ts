import { counted } from '../../model/show.ts';
import { code, say, type Phrase } from '../phrase.ts';

/** The title of the issue about drift: always the same for a workspace. */
export function driftIssueTitle(workspace: string): Phrase {
  return say`Campaigns · ${workspace}: changed outside of this repository`;
}

/** How to keep a change and how to undo it. On GitHub, an apply restores only what a merged plan showed. */
export const KEEP_OR_UNDO = say`To keep a change, write the new value into the campaign's file and merge that: click the campaign's name above, then the pencil. To undo it, open a pull request that edits the file in any way. Its comment shows what will be restored, and merging it restores that.`;

/**
 * That undoing a pause starts campaigns again, whoever edits the file for whatever reason. The names of the campaigns
 * follow.
 */
export function describeResumed(count: number): Phrase {
  const one = count === 1;
  return say`${one ? 'This campaign is' : 'These campaigns are'} paused. Unless ${one ? 'its file' : 'the file of one'} says ${code('status: PAUSED')}, merging a pull request that edits ${one ? 'the' : 'that'} file resumes the campaign, and it sends again:`;
}

/** In the row of a campaign whose change can be kept or undone, for what is described below the table. */
export const KEEP_OR_UNDO_BELOW = say`Keep or undo it, as described below.`;

export const NOT_READ = say`The campaign could not be read.`;

export const READ_AGAIN = say`No action needed: the next check reads it again.`;

/** The title of the campaigns that no file manages, collapsed. */
export const UNMANAGED = say`Campaigns without a file`;

/** The first sentence of the pull request that writes drift into the files. */
export function describePulled(count: number, workspace: string): Phrase {
  return say`${counted(count, 'campaign')} in ${workspace} ${count === 1 ? 'was' : 'were'} changed in the service.`;
}

/** What that pull request does. */
export const WRITES_DRIFT = say`This pull request writes the changes into the files. Merging it keeps them and sends nothing to the service.`;

export const NOT_PULLED = say`Not in this pull request`;

export const KEEP_SOME = say`To keep only some of the changes, remove the others from this branch, then merge. To undo a change instead, open another pull request that edits its file in any way. Its plan shows what will be restored, and merging it restores that.`;
