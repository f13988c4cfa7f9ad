import { summarize, type Plan } from '../model/plan.ts';
import { isUnsent } from '../model/failure.ts';
import { outcomeOf, resumeAt, type Refusal } from '../model/result.ts';
import type { Done } from '../app/apply.ts';
import {
  FAIL_ON_WORDS,
  succeeded,
  failed,
  type Conclusion,
  type FailureReason,
  type Outputs,
} from './conclusion.ts';
import type { ActionContext } from './context.ts';
import type { Unapproved } from '../review/review-plan.ts';
import { describeHeld } from '../messages/held-messages.ts';
import { refusalOnGitHub } from '../messages/refusal-messages.ts';
import { joined, plainTextOnGitHub } from '../messages/phrase.ts';
import { describeNotReviewed } from '../messages/review-messages.ts';
import { isBlocked, type ReviewReport } from './review-report.ts';

/**
 * The conclusion of an apply. Failures come before stale campaigns, and those before unreviewed changes; waiting is not
 * a failure.
 */
export function applyConclusion(
  { inputs: { failOn } }: Pick<ActionContext, 'inputs'>,
  done: Done,
  report: ReviewReport,
): Conclusion {
  const { result, plan } = done;
  const outputs = outputsOf(done);
  const outcome = outcomeOf(result);
  switch (outcome) {
    case 'refused':
      return failed('failed', REFUSED[result.refused ?? 'guard'], {
        message: refusedMessage(done),
        outputs,
      });
    case 'failed':
      return failed('failed', 'changes-failed', {
        message: result.failed.length > 0 && result.failed.every(isUnsent) ? WORDS.unsent : WORDS.failed,
        outputs,
      });
    case 'stale':
      return failed('stale', 'stale', { message: WORDS.stale, outputs });
    case 'deferred':
    case 'complete':
      break;
  }
  const [first] = report.pending('new');
  if (first)
    return failed('held', 'not-reviewed', { message: notReviewedMessage(first, report, plan), outputs });
  const drifted = summarize(plan).drifted;
  if (failOn === 'held' && result.held.length > 0)
    return failed(outcome, 'held', { message: FAIL_ON_WORDS.held, outputs });
  if (failOn === 'drift' && drifted > 0)
    return failed(outcome, 'drift', { message: FAIL_ON_WORDS.drift, outputs });
  return succeeded(outcome, outputs);
}

const REFUSED: Readonly<Record<Refusal, FailureReason>> = {
  'invalid-files': 'invalid-files',
  lease: 'lease',
  credential: 'credential',
  guard: 'guard',
};

const REFUSED_WORDS: Readonly<Record<Refusal, string>> = {
  'invalid-files': 'The plan needs something that is missing. See the log.',
  lease:
    "This run lost this workspace's lease, so nothing more was sent. The job summary lists what was applied before that. Run this again when the other run has ended.",
  credential:
    'The service refused the credential, so nothing more was sent. The job summary lists what was applied before that. Check the secret that the workflow passes to the input api-key.',
  guard:
    'The guard refused the plan because it touches too many live campaigns. Only pauses and stops were sent. If all these changes are intended, start apply manually with the input allow: guard.',
};

/** Something that is missing for a plan has a message of its own. */
function refusedMessage({ result: { refused = 'guard' }, why }: Done): string {
  return refused === 'invalid-files' && why !== undefined ? refusalOnGitHub(why) : REFUSED_WORDS[refused];
}

const WORDS = {
  failed: 'Some changes failed. The job summary lists them and what to do.',
  unsent: 'The run was interrupted before everything was sent. Run it again to continue.',
  stale:
    'Stale: some campaigns or files changed while this ran, so they were skipped. The job summary lists them.',
} as const;

/** The first line of a failed run: what was skipped, why, and the first thing to do. */
function notReviewedMessage(first: Unapproved, report: ReviewReport, plan: Plan): string {
  const others = report.pending('new').length - 1;
  const also =
    others === 0 ? '' : ` ${others} other ${others === 1 ? 'campaign was' : 'campaigns were'} skipped, too.`;
  const skipped = `${first.key} was skipped. ${plainTextOnGitHub(describeNotReviewed(report.reasonFor(first)))}`;
  if (isBlocked(first)) return `${skipped} ${blockWords(first, plan)}${also}`;
  if (report.missingKey) return `${skipped}${also} ${GIVE_KEY}`;
  return `${skipped}${also} Open a pull request that touches ${others === 0 ? 'its file' : 'their files'}. Its plan will show the pending changes, and merging it will apply them.`;
}

const GIVE_KEY =
  'Set the input review-key of plan and apply to the same secret of at least 32 characters. Then merge a pull request that touches the files.';

/** Why a campaign is blocked and what to do about it, with inputs instead of flags. */
function blockWords({ key }: Unapproved, { campaigns, workspace }: Plan): string {
  const held = campaigns.find((one) => one.key === key)?.held ?? [];
  return held
    .map((one) => describeHeld(one, workspace))
    .map(({ why, todo }) => plainTextOnGitHub(joined(why, todo)))
    .join(' ');
}

function outputsOf({ result, plan }: Done): Outputs {
  const count = (kind: string) => result.applied.filter(({ change }) => change === kind).length;
  const keys = (all: readonly { readonly key: string }[]) => new Set(all.map(({ key }) => key)).size;
  return {
    changes: keys(result.applied),
    ...{ creates: count('create'), updates: count('update'), transitions: count('transition') },
    held: keys(result.held),
    deferred: keys(result.deferred),
    drifted: summarize(plan).drifted,
    'resume-at': resumeAt(result) ?? '',
    fingerprint: plan.fingerprint,
  };
}
