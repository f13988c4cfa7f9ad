import type {
  CodeHostProblem,
  StepFailure,
  StepFailureParams,
  StepNotice,
  StepNoticeParams,
} from '../../model/action-reasons.ts';
import type { CampaignKey } from '../../model/campaign.ts';
import { counted } from '../../model/show.ts';
import { code, joined, listed, say, type Message, type Phrase } from '../phrase.ts';
import { describeRefusedRun } from '../refused-run-messages.ts';
import { describeNotReviewed } from '../review-messages.ts';
import { describeRefusal } from './refusals.ts';
import { ended, messageFor, type Catalog } from './row.ts';

const SUMMARY_LISTS = say`See the job summary, which lists them and what to do.`;
const MAY_PUSH = say`If git refused a push, let this workflow push: add the permission ${code('contents: write')}, and let rulesets allow ${code('campaigns-state/**')}.`;
/** What a run ends with if it can't push. Only the text of git says why. */
const PUSHES: ReadonlySet<string> = new Set(['not-recorded', 'origin-unreachable', 'git-failed']);

/** Why a step of a workflow failed or did nothing. */
export const STEP_FAILURES: Catalog<StepFailureParams> = {
  'ended-early': {
    says: ({ cause }) => describeRefusal(cause).why,
    todo: ({ cause }) => joined(PUSHES.has(cause.code) ? MAY_PUSH : [], describeRefusal(cause).todo),
    example: {
      cause: { code: 'no-api-key', workspace: 'production', variable: 'CAMPAIGNS_API_KEY', publish: false },
    },
  },
  'code-host': {
    says: ({ problem }) =>
      say`${codeHostProblem(problem)} So it is unknown which changes were reviewed, and nothing was sent.`,
    todo: ({ problem }) => joined(codeHostAdvice(problem), say`Run the workflow again.`),
    example: { problem: { code: 'no-answer', said: 'connect ETIMEDOUT' } },
  },
  'invalid-files': {
    says: () => say`The campaign files have errors, so nothing is planned or applied from them.`,
    todo: () => say`Correct the errors that the job summary lists.`,
    example: {},
  },
  'run-refused': {
    says: ({ refusal }) => {
      const { what, sent } = describeRefusedRun(refusal);
      return joined(what, sent);
    },
    todo: ({ refusal }) => describeRefusedRun(refusal).todo,
    example: { refusal: 'lease' },
  },
  'not-all-done': {
    says: ({ why }) => say`${NOT_ALL_DONE[why]}`,
    todo: () => SUMMARY_LISTS,
    example: { why: 'failed' },
  },
  /** The first line of a failed run: what was skipped, why, and the first thing to do. */
  'not-reviewed': {
    says: ({ key, others, why }) =>
      joined(
        say`${key} was skipped.`,
        describeNotReviewed(why),
        others === 0 ? [] : say`Also skipped: ${counted(others, 'other campaign')}.`,
      ),
    todo: () => SUMMARY_LISTS,
    example: { key: 'promo/black-friday' as CampaignKey, others: 2, why: { kind: 'drift' } },
  },
  'drift-of-other-target': {
    says: ({ workspace }) =>
      say`The target of ${workspace} isn't the same as on the base or default branch. So the service was not queried, and no secret was sent.`,
    todo: () => say`Run drift on a schedule, which checks the default branch.`,
    example: { workspace: 'production' },
  },
  'files-checked': {
    says: ({ files, workspaces, errors, warnings }) =>
      say`${counted(files, 'campaign file')} checked for ${listed(workspaces)}: ${counted(errors, 'error')}, ${counted(warnings, 'warning')}.`,
    todo: () => say`Correct the errors that the job summary lists.`,
    example: { files: 12, workspaces: ['staging', 'production'], errors: 2, warnings: 1 },
  },
  bug: {
    says: () => say`This is a bug in campaign-reconciler.`,
    todo: () => say`Report it with the last lines of the log.`,
    example: {},
  },
};

/** Something that a step could not do, although the step goes on. */
export const STEP_NOTICES: Catalog<StepNoticeParams> = {
  'not-posted': {
    says: ({ what, at, problem }) =>
      say`The ${what.replaceAll('-', ' ')}${at === undefined ? '' : ` (${at})`} could not be written. ${codeHostProblem(problem)}`,
    todo: ({ problem }) => codeHostAdvice(problem),
    example: {
      ...{ what: 'plan', at: '#12' },
      problem: {
        ...{ code: 'refused', status: 403, said: 'Resource not accessible by integration' },
        missing: 'pull-requests: write',
      },
    },
  },
  'no-drift-pull': {
    says: (fault) =>
      say`The drift pull request was not updated: ${
        fault.why === 'refused'
          ? describeRefusal(fault.cause).why
          : fault.why === 'edited'
            ? say`its branch has commits from other authors.`
            : ended(fault.said)
      }`,
    todo: (fault) => {
      if (fault.why === 'refused') return describeRefusal(fault.cause).todo;
      return fault.why === 'edited'
        ? say`Merge it or close it. The next run then opens a new one.`
        : MAY_PUSH;
    },
    example: { why: 'not-pushed', said: 'remote: Permission denied' },
  },
  'not-written': {
    says: ({ variable, said }) => say`The file in ${code(variable)} could not be written: ${ended(said)}`,
    todo: () => say`Check that this file, which the runner provides, exists and can be written.`,
    example: { variable: 'GITHUB_OUTPUT', said: 'ENOSPC: no space left on device' },
  },
  'failure-not-reported': {
    says: () => say`The failure could not be reported on the pull request, because the workspace is unknown.`,
    todo: () => say`Set the input ${code('workspace')}.`,
    example: {},
  },
  'approval-not-verified': {
    says: ({ pull }) =>
      say`The reviewed plan of #${pull} no longer counts, because its signature doesn't match the input ${code('review-key')}.`,
    todo: ({ pull }) =>
      say`Use the same ${code('review-key')} for plan and apply. Then open a pull request that edits the files of #${pull} in any way, and merge its plan.`,
    example: { pull: 12 },
  },
};

export function describeStepFailure(failure: StepFailure): Message {
  return messageFor(STEP_FAILURES, failure.code, failure);
}

export function stepFailure(failure: StepFailure): Phrase {
  const { why, todo } = describeStepFailure(failure);
  return joined(why, todo);
}

export function stepNotice(notice: StepNotice): Phrase {
  const { why, todo } = messageFor(STEP_NOTICES, notice.code, notice);
  return joined(why, todo);
}

function codeHostProblem(problem: CodeHostProblem): Phrase {
  switch (problem.code) {
    case 'refused':
      return say`GitHub answered ${problem.status}: ${ended(problem.said)}`;
    case 'no-answer':
      return say`GitHub did not answer: ${ended(problem.said)}`;
    case 'no-token':
      return say`The input ${code('github-token')} is empty.`;
    case 'nothing-returned':
      return say`GitHub did not return what it created.`;
  }
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
  unread: 'Some campaigns could not be read, so it is unknown whether they were changed.',
};
