import type { Posting, StepNotice } from '../../model/action-codes/step-notice.ts';
import { code, joined, say, type Message, type Phrase } from '../phrase.ts';
import { describeRefusal } from '../refusal-messages.ts';
import { ended } from '../refusals/refusal-table.ts';
import { adviceForCodeHost, describeCodeHostProblem } from './code-host-problems.ts';

/** Something that a step could not do, although the step goes on, and what to do. */
export function describeStepNotice(notice: StepNotice): Message {
  switch (notice.code) {
    case 'not-posted':
      return {
        why: say`${notPosted(notice.what)}. ${describeCodeHostProblem(notice.problem)}`,
        todo: adviceForCodeHost(notice.problem),
      };
    case 'drift-pull-edited':
      return {
        why: say`The drift pull request could not be updated, because its branch has commits from other authors.`,
        todo: say`Merge it or close it. The next run then opens a new one.`,
      };
    case 'drift-pull-not-pushed':
      return {
        why: say`${NO_DRIFT_PULL}. git could not push its branch: ${ended(notice.said)}`,
        todo: say`If the workflow lacks the permission ${code('contents: write')}, add it.`,
      };
    case 'drift-pull-not-prepared': {
      const { message, hint } = describeRefusal(notice.cause);
      return { why: say`${NO_DRIFT_PULL}. ${message}`, todo: hint };
    }
    case 'not-written':
      return {
        why: say`The file of the variable ${code(notice.variable)} could not be written: ${ended(notice.said)}`,
        todo: say`Check that it exists and can be written, as on the runners of GitHub.`,
      };
    case 'failure-not-reported':
      return {
        why: say`The failure could not be reported on the pull request, because the workspace is unknown.`,
        todo: say`Set the input ${code('workspace')}.`,
      };
    case 'approval-not-verified':
      return {
        why: say`The reviewed plan of #${notice.pull} no longer counts, because its signature doesn't match the input ${code('review-key')}.`,
        todo: say`Check that plan and apply use the same ${code('review-key')}. Then open a pull request that edits the files of #${notice.pull} in any way. Its plan shows the pending changes, and merging it applies them.`,
      };
  }
}

/** Both as one phrase. */
export function stepNotice(notice: StepNotice): Phrase {
  const { why, todo } = describeStepNotice(notice);
  return joined(why, todo);
}

const NO_DRIFT_PULL = 'The drift pull request could not be created or updated';

function notPosted(what: Posting): string {
  switch (what.code) {
    case 'plan':
      return `The plan could not be posted on #${what.pull}`;
    case 'failed-plan':
      return `The failure could not be reported on #${what.pull}`;
    case 'result':
      return `The result could not be posted on #${what.pull}`;
    case 'status':
      return `The status of ${what.commit.slice(0, 7)} could not be set`;
    case 'old-plan-collapsed':
      return 'The older plan could not be collapsed';
    case 'drift-issue':
      return 'The drift issue could not be created or updated';
    case 'drift-pull':
      return NO_DRIFT_PULL;
    case 'drift-pull-closed':
      return 'The drift pull request, which is no longer needed, could not be closed';
  }
}
