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
