import type {
  CodeHostParams,
  CodeHostProblem,
  ObstacleParams,
  PlanNotice,
  PlanNoticeParams,
  StepFailure,
  StepFailureParams,
  StepNotice,
  StepNoticeParams,
  TestSkip,
} from '../../model/action-reasons.ts';
import type { Refusal } from '../../model/result.ts';
import { TEST_LABEL } from '../../model/test-send.ts';
import { counted } from '../../model/show.ts';
import { allow, code, joined, link, listed, perMedium, say, type Phrase } from '../phrase.ts';
import { describeNotReviewed } from './held.ts';
import { REFUSALS } from './refusals.ts';
import { ended, inOne, inWords, messageFor, row, saidFor, type Catalog, type Words } from './row.ts';

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
    const { why, todo } = messageFor(REFUSALS, cause);
    return [why, joined(PUSHES.has(cause.code) ? MAY_PUSH : [], todo)];
  },
  'code-host': ({ problem }) =>
    onGitHub(problem, 'It is unknown which changes were reviewed, so nothing was sent.', AGAIN),
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
  'test-refused': ({ obstacle }) => so('no test messages were sent', saidFor(OBSTACLES, obstacle)),
  'test-not-marked': ({ problem }) =>
    onGitHub(
      problem,
      'No test messages were sent, because the comment that prevents sending them twice could not be written.',
      AGAIN,
    ),
  bug: () => row`This is a bug in campaign-reconciler. — Report it with the last lines of the log.`,
};

const AGAIN = say`Run the workflow again.`;
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

/** Why a pull request is neither planned completely nor tested: the beginning of a sentence. */
const OBSTACLES: Catalog<ObstacleParams> = {
  'target-unknown': () =>
    row`The branch that says where the API key may be sent could not be read — Run the workflow again.`,
  'other-target': ({ workspace, ref }) =>
    row`This changes where the API key of ${workspace} is sent, compared with ${ref} — First merge that change to ${code('workspaces.yaml')} alone.`,
  'not-newest-commit': () =>
    row`The checked-out commit isn't the newest one of this pull request — Have the workflow check out the pull request itself, as ${code('actions/checkout')} does by default.`,
  'no-common-history': () =>
    row`The checked-out commit has no common history with the base branch — Merge the base branch into this one.`,
  'mark-unreadable': () =>
    row`The comment that says which commits were tested was edited, or signed with another key — Use the same ${code('review-key')} as before, or delete that comment. Then set the label again.`,
};

function so(consequence: string, [why, todo]: Words): Words {
  return [say`${why}, so ${consequence}.`, todo];
}

const APPLIES_NOTHING = 'merging this will apply nothing';
const NOT_QUERIED = `the service was not queried and ${APPLIES_NOTHING}`;

/** Something that a step could not do, although the step goes on. */
export const STEP_NOTICES: Catalog<StepNoticeParams> = {
  'not-posted': ({ what, at, problem }) =>
    onGitHub(problem, `The ${inWords(what)}${at === undefined ? '' : ` (${at})`} could not be written.`),
  'no-drift-pull': ({ cause }) => {
    const { why, todo } = cause
      ? messageFor(STEP_FAILURES, { code: 'ended-early', cause })
      : { why: say`Its branch has commits from other authors.`, todo: say`Merge it or close it.` };
    return row`The drift pull request was not updated. ${why} — ${todo}`;
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
  'target-unknown': (params) => so(NOT_QUERIED, OBSTACLES['target-unknown'](params)),
  'other-target': (params) => so(NOT_QUERIED, OBSTACLES['other-target'](params)),
  'not-newest-commit': (params) => so(APPLIES_NOTHING, OBSTACLES['not-newest-commit'](params)),
  'no-common-history': (params) => so('all campaigns were planned', OBSTACLES['no-common-history'](params)),
  'no-key': ({ settings, secret }) =>
    settings === null
      ? row`Pull requests from forks get no secrets, so ${NOT_QUERIED}. — To get a full plan, push the branch to this repository, or ask a maintainer to do so.`
      : row`
        The input ${code('api-key')} is empty, so ${NOT_QUERIED}.
        — Check the secret that the workflow passes to it, usually ${code(secret)}, in the ${link('secrets of the repository', settings)}.`,
  'no-review-key': () =>
    row`The input ${code('review-key')} is missing, so ${APPLIES_NOTHING}. — Set it to the same secret of at least 32 characters for plan and apply.`,
  'no-comment': () =>
    row`The plan comment was not written, so ${APPLIES_NOTHING}. — Remove the input ${code('comment')} if it is ${code('never')}. If not, fix the cause that another warning names.`,
  'comment-superseded': ({ pull }) =>
    row`#${pull} is merged or closed, or has a newer commit, so its plan comment was not changed. — There is nothing left to do here.`,
  'drift-elsewhere': ({ workspace, issue }) =>
    row`Live campaigns in ${workspace} changed in the service. Merging this changes only the campaigns of this plan. — For the others, see ${link('the drift issue', issue)}.`,
};

export function stepFailure(failure: StepFailure): Phrase {
  return inOne(messageFor(STEP_FAILURES, failure));
}

export function stepNotice(notice: StepNotice): Phrase {
  return inOne(messageFor(STEP_NOTICES, notice));
}

export function planNotice(notice: PlanNotice): Phrase {
  return inOne(messageFor(PLAN_NOTICES, notice));
}

/** What GitHub did instead, and what to change in the workflow if that may help. */
const CODE_HOST: Catalog<CodeHostParams> = {
  refused: ({ status, said, missing }) => [
    say`GitHub answered ${status}: ${ended(said)}`,
    missing === undefined ? [] : say`If the workflow lacks the permission ${code(missing)}, add it.`,
  ],
  'no-answer': ({ said }) => [say`GitHub did not answer: ${ended(said)}`, []],
  'no-token': () =>
    row`The input ${code('github-token')} is empty. — Remove the input to use the job's own token, or set it.`,
  unexpected: ({ status, said }) => [
    say`GitHub answered ${status} with something that was not asked for: ${ended(said)}`,
    [],
  ],
};

/** A sentence about what GitHub did, with that, and the next step, perhaps before `last`. */
function onGitHub(problem: CodeHostProblem, what: string, last: Phrase = []): Words {
  const { why, todo } = messageFor(CODE_HOST, problem);
  return [say`${what} ${why}`, joined(todo, last)];
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
