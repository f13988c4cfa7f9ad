import { summarize, type Plan } from '../model/plan.ts';
import { isUnsent } from '../model/failure.ts';
import { outcomeOf, resumeAt, type Refusal } from '../model/result.ts';
import type { Done } from '../app/apply.ts';
import { succeeded, failed, type Conclusion, type FailureReason, type Outputs } from './conclusion.ts';
import type { ActionContext } from './context.ts';
import type { Unapproved } from '../review/review-plan.ts';
import { describeHeld } from '../messages/held-messages.ts';
import { refusalOnGitHub } from '../messages/refusal-messages.ts';
import { joined, plainTextOnGitHub } from '../messages/phrase.ts';
import { describeNotReviewed } from '../messages/review-messages.ts';
import { isBlocked, type ReviewReport } from './review-report.ts';

/** How an apply ended: what failed comes before what moved, that before what nobody reviewed, and waiting is no failure. */
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
    return failed(outcome, 'held', { message: WORDS.failOn, outputs });
  if (failOn === 'drift' && drifted > 0) return failed(outcome, 'drift', { message: WORDS.failOn, outputs });
  return succeeded(outcome, outputs);
}

const REFUSED: Readonly<Record<Refusal, FailureReason>> = {
  'invalid-files': 'invalid-files',
  lease: 'lease',
  credential: 'credential',
  guard: 'guard',
};

const REFUSED_WORDS: Readonly<Record<Refusal, string>> = {
  'invalid-files': 'Something that the plan needs is missing. The log says what.',
  lease:
    "This run lost this workspace's lease, so nothing more was sent. The summary lists what was applied before. Run this again when the other run has ended.",
  credential:
    'The service refused the credential, so nothing more was sent. The summary lists what was applied before. Check the secret that the workflow gives to api-key.',
  guard:
    'The guard refused the plan: it touches too many live campaigns, so only pauses and stops were sent. If so many changes are meant, run apply by hand with the input allow: guard.',
};

/** What is missing for a plan is known in words of its own. */
function refusedMessage({ result: { refused = 'guard' }, why }: Done): string {
  return refused === 'invalid-files' && why !== undefined ? refusalOnGitHub(why) : REFUSED_WORDS[refused];
}

const WORDS = {
  failed: 'Some changes failed. The summary lists them, and what to do.',
  unsent: 'The run was interrupted before everything was sent. Run this again: it continues there.',
  stale:
    'Stale: some campaigns or files changed while this ran, so they were skipped. The summary lists them.',
  failOn: 'The input fail-on says that this is a failure. The summary tells what was found.',
} as const;

/** The first line of a failed run: what was skipped, why, and the first way out. */
function notReviewedMessage(first: Unapproved, report: ReviewReport, plan: Plan): string {
  const others = report.pending('new').length - 1;
  const more =
    others === 0 ? '' : ` So ${others === 1 ? 'was 1 other campaign' : `were ${others} other campaigns`}.`;
  const skipped = `${first.key} was skipped. ${plainTextOnGitHub(describeNotReviewed(report.reasonFor(first)))}`;
  if (isBlocked(first)) {
    const also = `${others} other ${others === 1 ? 'campaign was' : 'campaigns were'} skipped, too.`;
    return `${skipped} ${blockWords(first, plan)}${others === 0 ? '' : ` ${also}`}`;
  }
  if (report.missingKey) return `${skipped}${more} ${GIVE_KEY}`;
  return `${skipped}${more} Open a pull request that touches ${others === 0 ? 'its file' : 'their files'}: its plan shows what is pending, and its merge applies it.`;
}

const GIVE_KEY =
  'Give plan and apply the same secret of at least 32 characters as review-key, then merge a pull request that touches the files: its plan can be approved.';

/** What blocks a campaign and what to do about it, for a place with inputs. */
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
