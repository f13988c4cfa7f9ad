import type { CodeHostProblem } from '../../model/action-codes/code-host-problem.ts';
import type {
  CheckedFiles,
  RefusedPush,
  SkippedUnreviewed,
  StepFailure,
} from '../../model/action-codes/step-failure.ts';
import type { RefusalCause } from '../../model/refusal.ts';
import type { Refusal } from '../../model/result.ts';
import { counted } from '../../model/show.ts';
import { describeHeld } from '../held-messages.ts';
import { code, joined, listed, say, type Message, type Phrase } from '../phrase.ts';
import { describeRefusal } from '../refusal-messages.ts';
import { describeRefusedRun } from '../refused-run-messages.ts';
import { describeNotReviewed } from '../review-messages.ts';
import { adviceForCodeHost, describeCodeHostProblem } from './code-host-problems.ts';

/** Why a step of a workflow failed or did nothing, and what to do. */
export function describeStepFailure(failure: StepFailure): Message {
  switch (failure.code) {
    case 'ended-early':
      return endedEarly(failure.cause, failure.push);
    case 'code-host':
      return {
        why: say`${describeCodeHostProblem(failure.problem)} So it is unknown which changes were reviewed, and nothing was sent.`,
        todo: codeHostAdvice(failure.problem),
      };
    case 'invalid-files':
      return { why: INVALID[failure.command], todo: CORRECT };
    case 'drift-without-files':
      return {
        why: say`The campaign files have errors, so the service was compared with what was last applied.`,
        todo: CORRECT,
      };
    case 'run-refused':
      return runRefused(failure.refusal);
    case 'changes-failed':
      return { why: say`Some changes failed.`, todo: say`The job summary lists them and what to do.` };
    case 'interrupted':
      return {
        why: say`The run was interrupted before everything was sent.`,
        todo: say`Run it again to continue.`,
      };
    case 'changes-stale':
      return {
        why: say`Some campaigns or files changed during this run, so they were skipped.`,
        todo: say`The job summary lists them and what to do.`,
      };
    case 'not-reviewed':
      return notReviewed(failure);
    case 'fail-on-held':
      return {
        why: say`Some changes are blocked, and that is a failure because of the input ${code('fail-on: held')}.`,
        todo: say`The job summary lists them and what to do.`,
      };
    case 'fail-on-drift':
      return {
        why: say`Some campaigns were changed in the service, and that is a failure because of the input ${code('fail-on: drift')}.`,
        todo: say`The job summary lists them and what to do.`,
      };
    case 'campaigns-unread':
      return {
        why: say`${counted(failure.count, 'campaign')} could not be read from the service, so it is unknown whether ${failure.count === 1 ? 'it was' : 'they were'} changed there.`,
        todo: say`Run this again when the service works again.`,
      };
    case 'drift-of-other-target':
      return {
        why: say`The target of ${failure.workspace} (${TARGET_FIELDS}) isn't the same as on the base or default branch. So the service was not queried, and no secret was sent.`,
        todo: say`Run drift on a schedule, which checks the default branch.`,
      };
    case 'files-checked':
      return { why: filesChecked(failure), todo: failure.errors > 0 ? CORRECT : [] };
    case 'bug':
      return {
        why: say`This is a bug in campaign-reconciler.`,
        todo:
          failure.trace === 'below'
            ? say`Please report it with the lines below.`
            : say`Please report it with the last lines of the log.`,
      };
  }
}

/** Both as one phrase. */
export function stepFailure(failure: StepFailure): Phrase {
  const { why, todo } = describeStepFailure(failure);
  return joined(why, todo);
}

/** The fields that decide where a key is sent, and which. */
export const TARGET_FIELDS = listed(
  ['base_url', 'app_key', 'api_key_env', 'publish_api_key_env', 'header_prefix'].map(code),
);

/** A step that failed is run again once the cause is gone. */
function codeHostAdvice(problem: CodeHostProblem): Phrase {
  return problem.code === 'refused' && problem.missing !== undefined
    ? say`If the workflow lacks the permission ${code(problem.missing)}, add it. Then run the workflow again.`
    : joined(adviceForCodeHost(problem), say`Run this again.`);
}

const CORRECT = say`The job summary lists the errors and how to correct them.`;

const INVALID: Readonly<Record<'plan' | 'apply' | 'drift' | 'validate', Phrase>> = {
  plan: say`The campaign files have errors, so nothing was planned, and merging this would apply nothing.`,
  apply: say`The campaign files have errors, so nothing was applied.`,
  drift: say`The campaign files have errors, so the service was not queried.`,
  validate: say`The campaign files have errors.`,
};

/** GitHub explains a refused push only in text, which git passes on. */
function endedEarly(cause: RefusalCause, push: RefusedPush | undefined): Message {
  const { message, hint } = describeRefusal(cause);
  switch (push) {
    case 'by-rule':
      // Running again would not help.
      return {
        why: say`${message} A repository rule refuses the push.`,
        todo: say`In the repository's rulesets, allow this workflow to push to ${code('campaigns-state/**')}, then run it again.`,
      };
    case 'no-permission':
      return {
        why: message,
        todo: say`If the workflow lacks the permission ${code('contents: write')}, add it. ${hint}`,
      };
    case undefined:
      return { why: message, todo: hint };
  }
}

function runRefused(refusal: Refusal): Message {
  const { what, sent, todo } = describeRefusedRun(refusal);
  switch (refusal) {
    case 'lease':
    case 'credential':
      return { why: joined(what, sent, say`The job summary lists what this run had already applied.`), todo };
    case 'guard':
      return {
        why: joined(what, sent),
        todo: joined(todo, say`The job summary has the link.`),
      };
    case 'invalid-files':
      return {
        why: say`Something that the plan needs is missing. ${sent}`,
        todo: say`The log says what is missing.`,
      };
  }
}

/** The first line of a failed run: what was skipped, why, and the first thing to do. */
function notReviewed({ key, others, why, workspace, blockedBy }: SkippedUnreviewed): Message {
  const also =
    others === 0
      ? []
      : say`${counted(others, 'other campaign')} ${others === 1 ? 'was' : 'were'} skipped, too.`;
  const skipped = joined(say`${key} was skipped.`, describeNotReviewed(why));
  if (blockedBy !== null) {
    const blocks = blockedBy
      .map((one) => describeHeld(one, workspace))
      .map((one) => joined(one.why, one.todo));
    return { why: skipped, todo: joined(...blocks, also) };
  }
  if (why.kind === 'no-review-key') return { why: joined(skipped, also), todo: SET_REVIEW_KEY };
  return {
    why: joined(skipped, also),
    todo: say`Open a pull request that edits ${others === 0 ? 'its file' : 'their files'} in any way. Its plan shows the pending changes, and merging it applies them.`,
  };
}

const SET_REVIEW_KEY = say`For both plan and apply, set the input ${code('review-key')} to the same secret of at least 32 characters. Then merge a pull request that edits the files in any way.`;

function filesChecked({ files, workspaces, errors, warnings }: CheckedFiles): Phrase {
  const counts = [
    ...(errors > 0 ? [counted(errors, 'error')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
  ];
  const found = counts.length === 0 ? 'no problems found' : counts.join(' and ');
  return say`${counted(files, 'campaign file')} checked for ${listed(workspaces)}: ${found}.`;
}
