import type { Diagnostic } from '../model/diagnostic.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { stepFailure } from '../messages/catalog/steps.ts';
import { plainTextOnGitHub } from '../messages/phrase.ts';
import type { StepFailure } from '../model/action-reasons.ts';
import type { ActionInputs } from './inputs.ts';
import { CodeHostFailure } from './github/resources.ts';
import type { UserFailure } from '../app/process/user-failure.ts';
import type { Done } from '../app/apply.ts';
import { summarize } from '../model/plan.ts';
import { outcomeOf, resumeAt } from '../model/result.ts';
import type { Unapproved } from '../review/review-plan.ts';
import type { ReviewReport } from './review-report.ts';

/** The conclusion of a workflow step, in one word. */
export type ActionOutcome =
  | 'planned'
  | 'planned-offline'
  | 'complete'
  | 'deferred'
  | 'held'
  | 'stale'
  | 'failed'
  | 'superseded'
  | 'clean'
  | 'drifted'
  | 'invalid'
  | 'valid'
  | 'sent'
  | 'skipped';

/** Why a step failed. */
export type FailureReason =
  | 'not-reviewed'
  | 'stale'
  | 'other-branch'
  | 'changes-failed'
  | 'held'
  | 'drift'
  | 'invalid-files'
  | 'guard'
  | 'lease'
  | 'credential'
  | 'unreachable'
  | 'github'
  | 'usage'
  | 'internal';

/** Every output of action.yml, in its order. */
export const OUTPUT_NAMES = [
  'outcome',
  'changes',
  'creates',
  'updates',
  'transitions',
  'held',
  'deferred',
  'drifted',
  'resume-at',
  'fingerprint',
  'plan-file',
  'html-file',
  'comment-url',
  'failure-reason',
] as const;

/** The outputs that a command adds to its outcome; those without a value are empty. */
export type Outputs = Partial<
  Record<Exclude<(typeof OUTPUT_NAMES)[number], 'outcome' | 'failure-reason'>, string | number>
>;

export interface Conclusion {
  readonly outcome: ActionOutcome;
  /** Undefined: the step succeeded. */
  readonly failureReason: FailureReason | undefined;
  /** Why it failed or did nothing; undefined: there is nothing to say. */
  readonly why: StepFailure | undefined;
  readonly outputs: Outputs;
  /** The mistakes in the files, if they caused the failure. */
  readonly diagnostics?: readonly Diagnostic[];
}

/** A step that succeeded. */
export function succeeded(outcome: ActionOutcome, outputs: Outputs = {}): Conclusion {
  return { outcome, failureReason: undefined, why: undefined, outputs };
}

/** A step that needs attention. */
export function failed(
  outcome: ActionOutcome,
  failureReason: FailureReason,
  why: StepFailure,
  outputs: Outputs = {},
): Conclusion {
  return { outcome, failureReason, why, outputs };
}

/** A step that succeeded, unless there is something that the input `fail-on` names. */
export function succeededUnless(
  failOn: ActionInputs['failOn'],
  counts: { readonly held: number; readonly drifted: number },
  { outcome, outputs }: Pick<Conclusion, 'outcome' | 'outputs'>,
): Conclusion {
  const isMet = failOn !== 'none' && counts[failOn === 'held' ? 'held' : 'drifted'] > 0;
  return isMet
    ? failed(outcome, failOn, { code: 'not-all-done', why: failOn }, outputs)
    : succeeded(outcome, outputs);
}

/** The message next to the failure mark, in one line; empty if there is nothing to say. */
export function messageOf({ why }: Conclusion): string {
  return why === undefined ? '' : plainTextOnGitHub(stepFailure(why));
}

/** A command that ended early for a reason that a user can fix. */
export function conclusionOf(failure: UserFailure | CodeHostFailure): Conclusion {
  if (failure instanceof CodeHostFailure)
    return failed('failed', 'github', { code: 'code-host', problem: failure.problem });
  const { exit, cause, diagnostics } = failure;
  const why = { code: 'ended-early', cause } as const;
  if (cause.code === 'superseded') return { ...succeeded('superseded', NOTHING_DONE), why };
  if (cause.code === 'other-branch') return failed('failed', 'other-branch', why, NOTHING_DONE);
  if (cause.code === 'no-api-key') return failed('failed', 'credential', why);
  if (exit === EXIT.STALE) return failed('stale', 'stale', why, NOTHING_DONE);
  if (exit === EXIT.INVALID && diagnostics.length > 0)
    return { ...failed('invalid', 'invalid-files', why), diagnostics };
  return failed('failed', REASONS[exit] ?? 'usage', why);
}

const NOTHING_DONE: Outputs = {
  changes: 0,
  creates: 0,
  updates: 0,
  transitions: 0,
  held: 0,
  deferred: 0,
  drifted: 0,
};

const REASONS: Readonly<Partial<Record<ExitCode, FailureReason>>> = {
  [EXIT.FAILED]: 'unreachable',
  [EXIT.LEASE]: 'lease',
  [EXIT.CREDENTIAL]: 'credential',
  [EXIT.GUARD]: 'guard',
};

/**
 * The conclusion of an apply. Failures come before stale campaigns, and those before unreviewed changes; waiting is not
 * a failure.
 */
export function applyConclusion(
  { inputs: { failOn } }: { readonly inputs: Pick<ActionInputs, 'failOn'> },
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
  if (first) return failed('held', 'not-reviewed', notReviewed(first, report), outputs);
  const counts = { held: result.held.length, drifted: summarize(plan).drifted };
  return succeededUnless(failOn, counts, { outcome, outputs });
}

/** What was skipped first, and why. */
function notReviewed(first: Unapproved, report: ReviewReport): StepFailure {
  const others = report.pending().length - 1;
  return { code: 'not-reviewed', key: first.key, why: report.reasonFor(first), others };
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
