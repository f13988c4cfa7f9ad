import type { Done } from '../app/apply.ts';
import type { StepFailure } from '../model/action-reasons.ts';
import { summarize, type Plan } from '../model/plan.ts';
import { outcomeOf, resumeAt } from '../model/result.ts';
import type { Unapproved } from '../review/review-plan.ts';
import { failed, succeededUnless, type Conclusion, type Outputs } from './conclusion.ts';
import type { ActionContext } from './context.ts';
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
  const { result, plan, why } = done;
  const outputs = outputsOf(done);
  const outcome = outcomeOf(result);
  const { refused = 'guard', failed: failures } = result;
  switch (outcome) {
    case 'refused':
      // Something that is missing for a plan has a message of its own.
      return failed(
        'failed',
        refused,
        refused === 'invalid-files' && why !== undefined
          ? { code: 'ended-early', cause: why }
          : { code: 'run-refused', refusal: refused },
        outputs,
      );
    case 'failed': {
      const isInterrupted =
        failures.length > 0 && failures.every(({ cause }) => cause.code === 'interrupted');
      const cause = isInterrupted ? 'interrupted' : 'failed';
      return failed('failed', 'changes-failed', { code: 'not-all-done', why: cause }, outputs);
    }
    case 'stale':
      return failed('stale', 'stale', { code: 'not-all-done', why: 'stale' }, outputs);
    case 'deferred':
    case 'complete':
      break;
  }
  const [first] = report.pending();
  if (first) return failed('held', 'not-reviewed', notReviewed(first, report, plan), outputs);
  const counts = { held: result.held.length, drifted: summarize(plan).drifted };
  return succeededUnless(failOn, counts, { outcome, outputs });
}

/** What was skipped first, and why. */
function notReviewed(first: Unapproved, report: ReviewReport, { campaigns, workspace }: Plan): StepFailure {
  const { key } = first;
  return {
    code: 'not-reviewed',
    key,
    workspace,
    why: report.reasonFor(first),
    others: report.pending().length - 1,
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
