import type {
  CodeHostProblem,
  Posting,
  StepFailure,
  StepFailureParams,
  StepNotice,
  StepNoticeParams,
} from '../../model/action-reasons.ts';
import type { CampaignKey } from '../../model/campaign.ts';
import { counted } from '../../model/show.ts';
import { describeHeld } from './held.ts';
import { code, joined, listed, say, type Message, type Phrase } from '../phrase.ts';
import { describeRefusedRun } from '../refused-run-messages.ts';
import { describeNotReviewed } from '../review-messages.ts';
import { describeRefusal } from './refusals.ts';
import { ended, messageFor, type Catalog } from './row.ts';

/** The fields that decide where a key is sent, and which. */
export const TARGET_FIELDS = listed(
  ['base_url', 'app_key', 'api_key_env', 'publish_api_key_env', 'header_prefix'].map(code),
);
const SUMMARY_LISTS = say`See the job summary, which lists them and what to do.`;
const AGAIN = say`Run the workflow again.`;
const ADD_CONTENTS = say`If the workflow lacks the permission ${code('contents: write')}, add it.`;
const MAY_PUSH = joined(
  ADD_CONTENTS,
  say`If a repository rule refuses the push, let the rulesets allow this workflow to push to ${code('campaigns-state/**')}.`,
);
/** What a run ends with if it can't push. Only the text of git says why. */
const PUSHES: ReadonlySet<string> = new Set(['not-recorded', 'origin-unreachable', 'git-failed']);
const EDIT_IN_ANY_WAY = say`Open a pull request that edits its file in any way. Its plan shows the pending changes, and merging it applies them.`;

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
    todo: ({ problem }) => joined(codeHostAdvice(problem), AGAIN),
    example: { problem: { code: 'no-answer', said: 'connect ETIMEDOUT' } },
  },
  'invalid-files': {
    says: ({ command }) => say`The campaign files have errors${INVALID[command]}.`,
    todo: () => say`Correct the errors that the job summary lists.`,
    example: { command: 'plan' },
  },
  'run-refused': {
    says: ({ refusal }) => {
      const { what, sent } = describeRefusedRun(refusal);
      return joined(what, sent);
    },
    todo: ({ refusal }) =>
      joined(describeRefusedRun(refusal).todo, say`The job summary lists what was applied before.`),
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
    todo: ({ why, workspace, blockedBy }) => {
      if (blockedBy !== null)
        return joined(
          ...blockedBy.map((one) => describeHeld(one, workspace)).flatMap((one) => [one.why, one.todo]),
        );
      return why.kind === 'no-review-key'
        ? say`For both plan and apply, set the input ${code('review-key')} to the same secret of at least 32 characters.`
        : EDIT_IN_ANY_WAY;
    },
    example: {
      ...{ key: 'promo/black-friday' as CampaignKey, others: 2, workspace: 'production', blockedBy: null },
      why: { kind: 'drift' },
    },
  },
  'drift-of-other-target': {
    says: ({ workspace }) =>
      say`The target of ${workspace} (${TARGET_FIELDS}) isn't the same as on the base or default branch. So the service was not queried, and no secret was sent.`,
    todo: () => say`Run drift on a schedule, which checks the default branch.`,
    example: { workspace: 'production' },
  },
  'files-checked': {
    says: ({ files, workspaces, errors, warnings }) => {
      const counts = [
        ...(errors > 0 ? [counted(errors, 'error')] : []),
        ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
      ];
      const found = counts.length === 0 ? 'no problems found' : counts.join(' and ');
      return say`${counted(files, 'campaign file')} checked for ${listed(workspaces)}: ${found}.`;
    },
    todo: () => say`Correct the errors that the job summary lists.`,
    example: { files: 12, workspaces: ['staging', 'production'], errors: 2, warnings: 1 },
  },
  bug: {
    says: () => say`This is a bug in campaign-reconciler.`,
    todo: ({ trace }) =>
      say`Report it with the ${trace === 'below' ? 'lines below' : 'last lines of the log'}.`,
    example: { trace: 'in-log' },
  },
};

/** Something that a step could not do, although the step goes on. */
export const STEP_NOTICES: Catalog<StepNoticeParams> = {
  'not-posted': {
    says: ({ what, at, problem }) =>
      say`${POSTINGS[what]}${at === undefined ? '' : ` (${at})`}. ${codeHostProblem(problem)}`,
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
      say`${POSTINGS['drift-pull']}. ${
        fault.why === 'refused'
          ? describeRefusal(fault.cause).why
          : fault.why === 'edited'
            ? 'Its branch has commits from other authors.'
            : say`git could not push its branch: ${ended(fault.said)}`
      }`,
    todo: (fault) => {
      if (fault.why === 'refused') return describeRefusal(fault.cause).todo;
      return fault.why === 'edited'
        ? say`Merge it or close it. The next run then opens a new one.`
        : ADD_CONTENTS;
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
  return whole(describeStepFailure(failure));
}

export function stepNotice(notice: StepNotice): Phrase {
  return whole(messageFor(STEP_NOTICES, notice.code, notice));
}

function whole({ why, todo }: Message): Phrase {
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
      return say`GitHub reported success, but did not return what it created.`;
  }
}

/** What to change in the workflow, if that may help; empty otherwise. */
function codeHostAdvice(problem: CodeHostProblem): Phrase {
  if (problem.code === 'no-token')
    return say`Remove the input to use the job's own token, or set it to another token.`;
  return problem.code === 'refused' && problem.missing !== undefined
    ? say`If the workflow lacks the permission ${code(problem.missing)}, add it.`
    : [];
}

const INVALID: Readonly<Record<StepFailureParams['invalid-files']['command'], string>> = {
  plan: ', so nothing was planned, and merging this would apply nothing',
  apply: ', so nothing was applied',
  drift: ', so the service was not queried',
  'drift-of-record': ', so the service was compared with what was last applied',
  validate: '',
};

const NOT_ALL_DONE: Readonly<Record<StepFailureParams['not-all-done']['why'], string>> = {
  failed: 'Some changes failed.',
  interrupted: 'The run was interrupted before everything was sent. Run it again to continue.',
  stale: 'Some campaigns or files changed during this run, so they were skipped.',
  held: 'Some changes are blocked, and the input fail-on: held makes that a failure.',
  drift: 'Some campaigns were changed in the service, and the input fail-on: drift makes that a failure.',
  unread: 'Some campaigns could not be read, so it is unknown whether they were changed.',
};

const POSTINGS: Readonly<Record<Posting, string>> = {
  plan: 'The plan could not be posted',
  'failed-plan': 'The failure could not be reported',
  result: 'The result could not be posted',
  status: 'The commit status could not be set',
  'old-plan-collapsed': 'The older plan could not be collapsed',
  'drift-issue': 'The drift issue could not be created or updated',
  'drift-pull': 'The drift pull request could not be created or updated',
  'drift-pull-closed': 'The drift pull request, which is no longer needed, could not be closed',
};
