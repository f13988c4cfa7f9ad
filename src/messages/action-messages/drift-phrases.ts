import { counted } from '../../model/show.ts';
import { link, say, type Phrase } from '../phrase.ts';

/** The title of the issue about drift: always the same for a workspace. */
export function driftIssueTitle(workspace: string): Phrase {
  return say`Campaigns · ${workspace}: changed outside of this repository`;
}

/** What to do about a campaign with drift. On GitHub, an apply restores only what a merged plan showed. */
export const SEE_BELOW = say`Keep the change or restore the file's value, as described below.`;

/** How to keep a change, and how to undo it. */
export const KEEP_OR_RESTORE = say`To keep a change, write it into the file and merge that. To restore the value of the file, open a pull request that edits the file in any way, and merge it.`;

export const NOT_READ = say`unknown: it could not be read`;

/** `page`: where the workflow is started by hand; undefined if that isn't known. */
export function describeReadAgain(page: string | undefined): Phrase {
  return page === undefined
    ? say`Run drift again.`
    : say`Run drift again: ${link('start the workflow', page)}. It needs no inputs.`;
}

/** The title of the campaigns that no file manages, collapsed. */
export const UNMANAGED = say`Campaigns without a file`;

/** The first sentence of the pull request that writes drift into the files. */
export function describePulled(count: number, workspace: string): Phrase {
  return say`${counted(count, 'campaign')} of ${workspace} ${count === 1 ? 'was' : 'were'} changed in the service.`;
}

/** What that pull request does. */
export const WRITES_DRIFT = say`This pull request writes the changes into the files. Merging it keeps them and sends nothing to the service.`;

export const NOT_PULLED = say`Not in this pull request`;

export const KEEP_SOME = say`To keep only some of the changes, remove the others from this branch, then merge. To undo a change instead, open another pull request that edits its file in any way. Its plan shows how the value of the file is restored, and merging it applies that.`;
