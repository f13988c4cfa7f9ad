import type { Unmanaged } from '../model/drift.ts';
import { counted } from '../model/show.ts';
import { code, command, perMedium, say, type Phrase } from './phrase.ts';

/** What to do about unmanaged campaigns: list them first, or import them. */
export type UnmanagedAdvice = 'list' | 'import';

/** `The service has 12 campaigns that no file manages.`, and what to do; empty if there are none. */
export function describeUnmanaged(
  unmanaged: Unmanaged | undefined,
  workspace: string,
  advice: UnmanagedAdvice,
): Phrase {
  if (!unmanaged || unmanaged.campaigns.length === 0) return [];
  const count = `${unmanaged.isWhole ? '' : 'at least '}${counted(unmanaged.campaigns.length, 'campaign')}`;
  const [todo, run] =
    advice === 'list'
      ? (['To list them: ', `campaigns drift --unmanaged -w ${workspace}`] as const)
      : (['To manage them with files: ', `campaigns import --all -w ${workspace}`] as const);
  const onGitHub = 'To manage them with files, ask an engineer to use the import command.';
  return say`The service has ${count} that no file manages. ${perMedium(todo, '')}${command(run, onGitHub)}`;
}

/** The file stops the campaign. */
export const STOPPED = say`No action needed: the next apply stops the campaign, as the file says, and leaves this change alone.`;

/** The file has nothing to restore. */
export const NOTED = say`No action needed: the file already has the same value, or doesn't manage this. The next apply only records it.`;

/** The title of the issue about drift: always the same for a workspace. */
export function driftIssueTitle(workspace: string): Phrase {
  return say`Campaigns · ${workspace}: changed outside of this repository`;
}

/** How to keep a change and how to undo it. On GitHub, an apply restores only what a merged plan showed. */
export const KEEP_OR_UNDO = say`To keep a change, write the new value into the campaign's file and merge that: click the campaign's name above, then the pencil. To undo it, open a pull request that edits the file in any way. Its comment shows what will be restored, and merging it restores that.`;

/** That undoing a pause starts campaigns again, whoever edits the file for whatever reason. Their names follow. */
export const RESUMED = say`These campaigns are paused in the service. Unless a file says ${code('status: PAUSED')}, merging a pull request that edits it resumes the campaign, and it sends again:`;

/** In the row of a campaign whose change can be kept or undone, for what is described below the table. */
export const KEEP_OR_UNDO_BELOW = say`Keep or undo it, as described below.`;

export const NOT_READ = say`The campaign could not be read.`;

export const READ_AGAIN = say`No action needed: the next check reads it again.`;

/** The title of the campaigns that no file manages, collapsed. */
export const UNMANAGED = say`Campaigns without a file`;

/** The title of the pull request that writes drift into the files, and of its commit. */
export function driftPullTitle(workspace: string): Phrase {
  return say`Keep the changes made in the service (${workspace})`;
}

/** The first sentence of that pull request. */
export function describePulled(count: number, workspace: string): Phrase {
  return say`Changed in the service: ${counted(count, 'campaign')} in ${workspace}.`;
}

/** What that pull request does. */
export const WRITES_DRIFT = say`This pull request writes the changes into the files. Merging it keeps them and sends nothing to the service.`;

export const NOT_PULLED = say`Not in this pull request`;

export const KEEP_SOME = say`To keep only some of the changes, remove the others from this branch, then merge. To undo a change instead, open another pull request that edits its file in any way. Its plan shows what will be restored, and merging it restores that.`;
