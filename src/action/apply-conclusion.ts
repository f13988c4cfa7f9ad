import { summarize, type Plan } from '../model/plan.ts';
import { outcomeOf, resumeAt, type Refusal } from '../model/result.ts';
import type { Done } from '../app/apply.ts';
import { failed, succeededUnless, type Conclusion, type FailureReason, type Outputs } from './conclusion.ts';
import type { ActionContext } from './context.ts';
import type { Unapproved } from '../review/review-plan.ts';
import type { StepFailure } from '../model/action-reasons.ts';
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
  const isInterrupted =
    result.failed.length > 0 && result.failed.every(({ cause }) => cause.code === 'interrupted');
  switch (outcome) {
    case 'refused':
      return failed('failed', REFUSED[result.refused ?? 'guard'], {
        why: refusedWhy(done),
        outputs,
      });
    case 'failed':
      return failed('failed', 'changes-failed', {
        why: { code: 'not-all-done', why: isInterrupted ? 'interrupted' : 'failed' },
        outputs,
      });
    case 'stale':
      return failed('stale', 'stale', { why: { code: 'not-all-done', why: 'stale' }, outputs });
    case 'deferred':
    case 'complete':
      break;
  }
  const [first] = report.pending('new');
  if (first) return failed('held', 'not-reviewed', { why: notReviewed(first, report, plan), outputs });
  const counts = { held: result.held.length, drifted: summarize(plan).drifted };
  return succeededUnless(failOn, counts, { outcome, outputs });
}

const REFUSED: Readonly<Record<Refusal, FailureReason>> = {
  'invalid-files': 'invalid-files',
  lease: 'lease',
  credential: 'credential',
  guard: 'guard',
};

/** Something that is missing for a plan has a message of its own. */
function refusedWhy({ result: { refused = 'guard' }, why }: Done): StepFailure {
  return refused === 'invalid-files' && why !== undefined
    ? { code: 'ended-early', cause: why }
    : { code: 'run-refused', refusal: refused };
}

/** What was skipped first, and why. */
function notReviewed(first: Unapproved, report: ReviewReport, { campaigns, workspace }: Plan): StepFailure {
  const { key } = first;
  return {
    code: 'not-reviewed',
    key,
    workspace,
    why: report.reasonFor(first),
    others: report.pending('new').length - 1,
    blockedBy: isBlocked(first) ? (campaigns.find((one) => one.key === key)?.held ?? []) : null,
  };
}

function outputsOf({ result, plan }: Done): Outputs {
  const count = (kind: string) => result.applied.filter(({ change }) => change === kind).length;
  const keys = (all: readonly { readonly key: string }[]) => new Set(all.map(({ key }) => key)).size;
  return {
    changes: keys(result.applied),
    creates: count('create'),
    updates: count('update'),
    transitions: count('transition'),
    held: keys(result.held),
    deferred: keys(result.deferred),
    drifted: summarize(plan).drifted,
    'resume-at': resumeAt(result) ?? '',
    fingerprint: plan.fingerprint,
  };
}
