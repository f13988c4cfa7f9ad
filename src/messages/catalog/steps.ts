import type {
  CodeHostProblem,
  PlanNotice,
  PlanNoticeParams,
  StepFailure,
  StepFailureParams,
  StepNotice,
  StepNoticeParams,
  TestObstacle,
  TestSkip,
} from '../../model/action-reasons.ts';
import type { Refusal } from '../../model/result.ts';
import { TEST_LABEL } from '../../model/test-send.ts';
import { counted } from '../../model/show.ts';
import { allow, code, joined, link, listed, perMedium, say, type Message, type Phrase } from '../phrase.ts';
import { describeNotReviewed } from './held.ts';
import { describeRefusal } from './refusals.ts';
import { ended, inOne, inWords, messageFor, row, type Catalog, type Words } from './row.ts';

const SUMMARY_LISTS = say`See the job summary, which lists them and what to do.`;
const MAY_PUSH = say`If git refused a push, let this workflow push: add the permission ${code('contents: write')}, and let rulesets allow ${code('campaigns-state/**')}.`;
/** What a run ends with if it can't push. Only the text of git says why. */
const PUSHES: ReadonlySet<string> = new Set(['not-recorded', 'origin-unreachable', 'git-failed']);

/** Why a run was refused before it had done everything. */
const RUN_REFUSALS: Catalog<Record<Refusal, object>> = {
  'invalid-files': () =>
    row`The campaign files are invalid, so nothing was sent. — Correct the errors in these files.`,
  lease: () =>
    row`Another run is applying to this workspace, so nothing more was sent. — Run this again when the other run has ended.`,
  credential: () =>
    row`The service refused the API key, so nothing more was sent. — Check the API key of this workspace and its scope, then run this again.`,
  guard: () =>
    row`The guard refused the plan because it changes too many live campaigns or newly reaches too many people. Only pauses and stops were sent. — If you want all these changes, ${perMedium('use ', 'start apply manually with ')}${allow('guard')}.`,
};

/** Why a step of a workflow failed or did nothing. */
export const STEP_FAILURES: Catalog<StepFailureParams> = {
  'ended-early': ({ cause }) => {
    const { why, todo } = describeRefusal(cause);
    return [why, joined(PUSHES.has(cause.code) ? MAY_PUSH : [], todo)];
  },
  'code-host': ({ problem }) =>
    row`${codeHostProblem(problem)} So it is unknown which changes were reviewed, and nothing was sent. — ${joined(codeHostAdvice(problem), say`Run the workflow again.`)}`,
  'invalid-files': () =>
    row`The campaign files have errors, so nothing is planned or applied from them. — Correct the errors that the job summary lists.`,
  'run-refused': ({ refusal }) => RUN_REFUSALS[refusal]({}),
  'not-all-done': ({ why }) => row`${NOT_ALL_DONE[why]} — ${SUMMARY_LISTS}`,
  /** The first line of a failed run: what was skipped, why, and the first thing to do. */
  'not-reviewed': ({ key, others, why }) => [
    joined(
      say`${key} was skipped.`,
      describeNotReviewed(why),
      others === 0 ? [] : say`Also skipped: ${counted(others, 'other campaign')}.`,
    ),
    SUMMARY_LISTS,
  ],
  'drift-of-other-target': ({ workspace }) =>
    row`The target of ${workspace} isn't the same as on the base or default branch. So the service was not queried, and no secret was sent. — Run drift on a schedule, which checks the default branch.`,
  'files-checked': ({ files, workspaces, errors, warnings }) =>
    row`${counted(files, 'campaign file')} checked for ${listed(workspaces)}: ${counted(errors, 'error')}, ${counted(warnings, 'warning')}. — Correct the errors that the job summary lists.`,
  'test-skipped': ({ why, workspace, commit }) => TEST_SKIPS[why](workspace, commit.slice(0, 7)),
  'test-refused': ({ why, workspace }) =>
    row`No test messages were sent, because ${TEST_OBSTACLES[why](workspace)[0]} — ${TEST_OBSTACLES[why](workspace)[1]}`,
  'test-not-marked': ({ problem }) =>
    row`No test messages were sent, because the comment that prevents sending them twice could not be written. ${codeHostProblem(problem)} — ${joined(codeHostAdvice(problem), say`Run the workflow again.`)}`,
  bug: () => row`This is a bug in campaign-reconciler. — Report it with the last lines of the log.`,
};

const LABEL_AGAIN = say`To test again, push a commit, then set the label again.`;

const TEST_SKIPS: Readonly<Record<TestSkip, (workspace: string, commit: string) => Words>> = {
  'not-labeled': () =>
    row`Test messages are sent only when a pull request gets the label ${code(TEST_LABEL)}, so nothing was sent. — To send them, set that label.`,
  fork: () =>
    row`Pull requests from forks send no test messages. — To send them, push the branch to this repository, or ask a maintainer to do so.`,
  merged: () =>
    row`The pull request is merged, so no test messages were sent. — There is nothing left to do here.`,
  'nothing-changed': (workspace) =>
    row`This pull request changes no campaign in ${workspace}, so no test messages were sent. — There is nothing left to do here.`,
  'no-recipients': (workspace) =>
    row`No test messages were sent, because nobody in ${workspace} gets those of these channels. — On the base branch, add recipients to ${code('test_recipients')} in campaigns/workspaces.yaml, then set the label again.`,
  'sent-before': (_, commit) =>
    row`The test messages of ${commit} were sent before, or a run began to send them, so nothing was sent again. — ${LABEL_AGAIN}`,
};

const TEST_OBSTACLES: Readonly<Record<TestObstacle, (workspace: string) => Words>> = {
  'target-unknown': () => row`the base branch could not be read. — Run the workflow again.`,
  'other-target': (workspace) =>
    row`this pull request changes where the API key of ${workspace} is sent. — First merge that change to ${code('workspaces.yaml')} alone.`,
  'not-newest-commit': () =>
    row`the checked-out commit isn't the newest one of this pull request. — Have the workflow check out the pull request itself, as ${code('actions/checkout')} does by default.`,
  'no-common-history': () =>
    row`the checked-out commit has no common history with the base branch. — Merge the base branch into this one.`,
  'mark-unreadable': () =>
    row`the comment that says which commits were tested was edited, or signed with another key. — Use the same ${code('review-key')} as before, or delete that comment. Then set the label again.`,
};

/** Something that a step could not do, although the step goes on. */
export const STEP_NOTICES: Catalog<StepNoticeParams> = {
  'not-posted': ({ what, at, problem }) =>
    row`The ${inWords(what)}${at === undefined ? '' : ` (${at})`} could not be written. ${codeHostProblem(problem)} — ${codeHostAdvice(problem)}`,
  'no-drift-pull': (fault) => {
    const { why, todo } = noDriftPull(fault);
    return row`The drift pull request was not updated: ${why} — ${todo}`;
  },
  'not-written': ({ variable, said }) =>
    row`The file in ${code(variable)} could not be written: ${ended(said)} — Check that this file, which the runner provides, exists and can be written.`,
  'failure-not-reported': () =>
    row`The failure could not be reported on the pull request, because the workspace is unknown. — Set the input ${code('workspace')}.`,
  'approval-not-verified': ({ pull }) => row`
    The reviewed plan of #${pull} no longer counts, because its signature doesn't match the input ${code('review-key')}.
    — Use the same ${code('review-key')} for plan and apply. Then open a pull request that edits the files of #${pull} in any way, and merge its plan.`,
};

/**
 * What the readers of a plan should know besides the plan itself. What a row says has to be enough alone: a commit status
 * has room for no more.
 */
export const PLAN_NOTICES: Catalog<PlanNoticeParams> = {
  'target-unknown': () =>
    row`The service was not queried, because it is unknown where ${code('workspaces.yaml')} sends the API key on the other branch, which could not be fetched. — Run the workflow again.`,
  'other-target': ({ workspace, ref }) =>
    row`This changes which API key of ${workspace} is sent where, compared with ${ref}. So the service was not queried, and merging this will apply nothing. — First merge the change to ${code('workspaces.yaml')} alone.`,
  'not-newest-commit': () =>
    row`The checked-out commit isn't the newest one of this pull request, so merging this will apply nothing. — Have the workflow check out the pull request itself, as ${code('actions/checkout')} does by default.`,
  'no-key': ({ settings, secret }) =>
    settings === null
      ? row`Pull requests from forks get no secrets, so the service was not queried and merging this will apply nothing. — To get a full plan, push the branch to this repository, or ask a maintainer to do so.`
      : row`
        The input ${code('api-key')} is empty, so the service was not queried and merging this will apply nothing.
        — Check the secret that the workflow passes to it, usually ${code(secret)}, in the ${link('secrets of the repository', settings)}.`,
  'no-review-key': () =>
    row`The input ${code('review-key')} is missing, so merging this will apply nothing. — Set it to the same secret of at least 32 characters for plan and apply.`,
  'no-comment': () =>
    row`The plan comment was not written, so merging this will apply nothing. — Remove the input ${code('comment')} if it is ${code('never')}. If not, fix the cause that another warning names.`,
  'no-common-history': ({ ref }) =>
    row`The checked-out commit has no common history with ${ref}, so all campaigns were planned. — To plan only what changed, merge ${ref} into this branch.`,
  'comment-superseded': ({ pull }) =>
    row`#${pull} is merged or closed, or has a newer commit, so its plan comment was not changed. — There is nothing left to do here.`,
  'drift-elsewhere': ({ workspace, issue }) =>
    row`Live campaigns in ${workspace} changed in the service. Merging this changes only the campaigns of this plan. — For the others, see ${link('the drift issue', issue)}.`,
};

export function describeRefusedRun(refusal: Refusal): Message {
  return messageFor(RUN_REFUSALS, refusal, {});
}

export function describeStepFailure(failure: StepFailure): Message {
  return messageFor(STEP_FAILURES, failure.code, failure);
}

export function stepFailure(failure: StepFailure): Phrase {
  return inOne(describeStepFailure(failure));
}

export function stepNotice(notice: StepNotice): Phrase {
  return inOne(messageFor(STEP_NOTICES, notice.code, notice));
}

export function describePlanNotice(notice: PlanNotice): Message {
  return messageFor(PLAN_NOTICES, notice.code, notice);
}

export function planNotice(notice: PlanNotice): Phrase {
  return inOne(describePlanNotice(notice));
}

function codeHostProblem(problem: CodeHostProblem): Phrase {
  switch (problem.code) {
    case 'refused':
      return say`GitHub answered ${problem.status}: ${ended(problem.said)}`;
    case 'no-answer':
      return say`GitHub did not answer: ${ended(problem.said)}`;
    case 'no-token':
      return say`The input ${code('github-token')} is empty.`;
    case 'unexpected':
      return say`GitHub answered ${problem.status} with something that was not asked for: ${ended(problem.said)}`;
  }
}

function noDriftPull(fault: StepNoticeParams['no-drift-pull']): Message {
  if (fault.why === 'refused') return describeRefusal(fault.cause);
  if (fault.why === 'not-pushed') return { why: ended(fault.said), todo: MAY_PUSH };
  const todo = say`Merge it or close it. The next run then opens a new one.`;
  return { why: say`its branch has commits from other authors.`, todo };
}

/** What to change in the workflow, if that may help; empty otherwise. */
function codeHostAdvice(problem: CodeHostProblem): Phrase {
  if (problem.code === 'no-token') return say`Remove the input to use the job's own token, or set it.`;
  return problem.code === 'refused' && problem.missing !== undefined
    ? say`If the workflow lacks the permission ${code(problem.missing)}, add it.`
    : [];
}

const NOT_ALL_DONE: Readonly<Record<StepFailureParams['not-all-done']['why'], string>> = {
  failed: 'Some changes failed.',
  interrupted: 'The run was interrupted before everything was sent. Run it again to continue.',
  stale: 'Some campaigns or files changed during this run, so they were skipped.',
  held: 'Some changes are blocked, and the input fail-on: held makes that a failure.',
  drift: 'Some campaigns were changed in the service, and the input fail-on: drift makes that a failure.',
  untested: 'Some test messages were not sent, or it is unknown whether they were.',
  unread: 'Some campaigns could not be read, so it is unknown whether they were changed.',
};
