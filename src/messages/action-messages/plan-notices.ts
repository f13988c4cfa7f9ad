import type { PlanNotice, PlanSubject, SupersededComment } from '../../model/action-codes/plan-notice.ts';
import { counted } from '../../model/show.ts';
import { code, joined, link, say, type Message, type Phrase } from '../phrase.ts';
import { TARGET_FIELDS } from './step-failures.ts';

/**
 * What the readers of a plan should know besides the plan itself. `why` alone has to be enough: a commit status has room
 * for no more.
 */
export function describePlanNotice(notice: PlanNotice): Message {
  switch (notice.code) {
    case 'base-not-fetched':
      return {
        why: say`The service was not queried, because the base branch ${notice.ref} could not be fetched from origin.`,
        todo: say`It is therefore unknown whether ${code('workspaces.yaml')} sends the API key to the same place as on that branch. All campaigns are compared with what was last applied. Run the workflow again.`,
      };
    case 'default-not-fetched':
      return {
        why: say`The service was not queried, because the default branch${notice.branch === undefined ? '' : ` ${notice.branch}`} could not be fetched.`,
        todo: say`It is therefore unknown whether ${code('workspaces.yaml')} sends the API key to the same place as on that branch. Run the workflow again.`,
      };
    case 'target-changed':
      return {
        why: say`${subjectWords(notice.subject)} changes the target of ${notice.workspace}, so ${consequence(notice.subject)}.`,
        todo: say`The target (${TARGET_FIELDS}) says which API key is sent, and where. The service was not queried, and no secret was sent. First merge the change to ${code('workspaces.yaml')} alone. If the old target has live campaigns, give the new one its own workspace name.`,
      };
    case 'workspace-new':
      return {
        why: say`${notice.ref} does not have the workspace ${notice.workspace} yet, so ${consequence(notice.subject)}.`,
        todo: say`The service was not queried, and no secret was sent. First merge the change to ${code('workspaces.yaml')} alone.`,
      };
    case 'default-workspace-changed':
      return {
        why: say`${subjectWords(notice.subject)} makes ${notice.workspace} the default workspace, so ${consequence(notice.subject)}.`,
        todo: say`On ${notice.ref}, it isn't the default, and the workflow names no workspace. The service was not queried, and no secret was sent. Set the input ${code('workspace')}, or first merge the change to ${code('workspaces.yaml')} alone.`,
      };
    case 'no-common-history':
      return {
        why: say`The checked-out commit has no common history with ${notice.ref}, so all campaigns were planned.`,
        todo: [],
      };
    case 'not-newest-commit':
      return {
        why: say`The checked-out commit isn't the newest one of this pull request, so merging this will apply nothing.`,
        todo: say`Have the workflow check out the pull request itself, as ${code('actions/checkout')} does by default.`,
      };
    case 'no-key-in-fork':
      return {
        why: say`Pull requests from forks get no secrets, so the service was not queried and merging this will apply nothing.`,
        todo: say`To get a full plan, push the branch to this repository, or ask a maintainer to do so.`,
      };
    case 'no-key':
      return {
        why: say`The input ${code('api-key')} is empty, so the service was not queried and merging this will apply nothing.`,
        todo: say`Check the secret that the workflow passes to it, usually ${code(notice.secret)}, in the ${link('secrets of the repository', notice.settings)}.`,
      };
    case 'no-review-key':
      return {
        why: say`The input ${code('review-key')} is missing, so merging this will apply nothing.`,
        todo: say`Set it to the same secret of at least 32 characters for plan and apply.`,
      };
    case 'comments-off':
      return {
        why: say`Without a plan comment, merging this will apply nothing.`,
        todo: say`In the workflow, remove the input ${code('comment')}, which is set to ${code('never')}.`,
      };
    case 'comment-not-written':
      return {
        why: say`The plan comment could not be written, so merging this will apply nothing.`,
        todo: say`Another warning says why. Fix the cause, then run the workflow again.`,
      };
    case 'comment-superseded':
      return { why: superseded(notice), todo: [] };
    case 'drift-elsewhere':
      return driftElsewhere(notice);
  }
}

/** Both as one phrase. */
export function planNotice(notice: PlanNotice): Phrase {
  const { why, todo } = describePlanNotice(notice);
  return joined(why, todo);
}

/** The description of a commit status whose plan has no obstacle. */
export function describeApprovable(plan: 'whole' | 'target-only'): Phrase {
  return plan === 'whole'
    ? say`The plan is complete. Merging applies exactly what it shows.`
    : say`Only the target changes here, so there is nothing to apply.`;
}

function subjectWords(subject: PlanSubject): string {
  return subject.kind === 'branch' ? `The branch ${subject.branch}` : 'This pull request';
}

function consequence({ kind }: PlanSubject): string {
  return kind === 'branch' ? 'the service was not queried' : 'merging this will apply nothing';
}

function superseded({ pull, why }: SupersededComment): Phrase {
  switch (why) {
    case 'merged':
      return say`#${pull} is already merged, so its plan comment was not changed.`;
    case 'closed':
      return say`#${pull} is closed, so its plan comment was not changed.`;
    case 'newer-commit':
      return say`#${pull} has a newer commit than the one planned here, so its plan comment was not changed.`;
  }
}

function driftElsewhere({
  workspace,
  count,
  issue,
}: Extract<PlanNotice, { code: 'drift-elsewhere' }>): Message {
  const what = count === undefined ? 'Some other live campaigns' : counted(count, 'other live campaign');
  const [were, them] = count === 1 ? ['was', 'it'] : ['were', 'them'];
  return {
    why: say`${what} in ${workspace} ${were} changed in the service. Merging this does not change ${them}.`,
    todo: say`See ${link('the drift issue', issue)}.`,
  };
}
