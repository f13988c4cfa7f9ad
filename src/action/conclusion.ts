import type { Diagnostic } from '../model/diagnostic.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { GitHubFailure } from './github/failure.ts';
import type { UserFailure } from '../app/user-failure.ts';

/** How a step of a workflow ended, in one word. */
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
  | 'invalid';

/** Why a step is red. */
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

/** Those that a command adds to its outcome; what has no value is empty. */
export type Outputs = Partial<
  Record<Exclude<(typeof OUTPUT_NAMES)[number], 'outcome' | 'failure-reason'>, string | number>
>;

export interface Conclusion {
  readonly outcome: ActionOutcome;
  /** Undefined: the step is green. */
  readonly failureReason: FailureReason | undefined;
  /** What is written beside the red mark. */
  readonly message: string;
  readonly outputs: Outputs;
  /** Known to have ended before anything was sent. */
  readonly isUntried?: boolean;
  /** What is wrong with files, where that is why. */
  readonly diagnostics?: readonly Diagnostic[];
}

/** A step that ended well. */
export function succeeded(outcome: ActionOutcome, outputs: Outputs): Conclusion {
  return { outcome, failureReason: undefined, message: '', outputs };
}

/** A step that somebody has to look at. */
export function failed(
  outcome: ActionOutcome,
  failureReason: FailureReason,
  { message, outputs = {} }: { readonly message: string; readonly outputs?: Outputs },
): Conclusion {
  return { outcome, failureReason, message, outputs };
}

/** A command that ended early for a reason that a person can do something about. */
export function conclusionOf(failure: UserFailure | GitHubFailure): Conclusion {
  const conclusion = conclusionFor(failure);
  return failure instanceof GitHubFailure || !failure.isUntried
    ? conclusion
    : { ...conclusion, isUntried: true };
}

function conclusionFor(failure: UserFailure | GitHubFailure): Conclusion {
  if (failure instanceof GitHubFailure) {
    return failed('failed', 'github', {
      message: `${failure.message} Without GitHub nobody knows what was reviewed, so nothing was sent. Run this again.${lacking(failure)}`,
    });
  }
  // The commands know the key by a variable's name, a step by its input.
  const hint =
    failure.exit === EXIT.CREDENTIAL ? CHECK_KEY : isRefusedByRule(failure) ? ALLOW_PUSH : failure.hint;
  const message = [failure.message, hint].filter(Boolean).join(' ');
  if (failure.code === 'superseded') return succeeded('superseded', NOTHING_DONE);
  if (failure.code === 'other-branch')
    return failed('failed', 'other-branch', { message, outputs: NOTHING_DONE });
  if (failure.exit === EXIT.STALE) return failed('stale', 'stale', { message, outputs: NOTHING_DONE });
  if (failure.exit === EXIT.INVALID && failure.diagnostics.length > 0)
    return { ...failed('invalid', 'invalid-files', { message }), diagnostics: failure.diagnostics };
  return failed('failed', REASONS[failure.exit] ?? 'usage', { message: `${message}${lackingPush(failure)}` });
}

const NOTHING_DONE = {
  ...{ changes: 0, creates: 0, updates: 0, transitions: 0 },
  ...{ held: 0, deferred: 0, drifted: 0 },
} as const satisfies Outputs;

/** GitHub refuses a push that a ruleset forbids in words only; running again would not help. */
function isRefusedByRule({ exit, message }: UserFailure): boolean {
  return (
    exit === EXIT.FAILED && /\bGH0(?:06|13)\b|repository rule violations|protected branch/i.test(message)
  );
}

const ALLOW_PUSH =
  'A rule of the repository refuses the push. In its rulesets, allow this workflow to push to campaigns-state/**, then run it again.';

/** GitHub refuses a push in words only, which git hands on. */
function lackingPush({ exit, message }: UserFailure): string {
  return exit === EXIT.FAILED &&
    /permission to .* denied|\b403\b|not accessible by integration/i.test(message)
    ? ' The workflow may lack the permission `contents: write`.'
    : '';
}

const CHECK_KEY = 'Check the input api-key, and the app_key in workspaces.yaml.';

const REASONS: Readonly<Partial<Record<ExitCode, FailureReason>>> = {
  [EXIT.FAILED]: 'unreachable',
  [EXIT.LEASE]: 'lease',
  [EXIT.CREDENTIAL]: 'credential',
  [EXIT.GUARD]: 'guard',
};

/** What the token seems to lack, and where it is given. */
export function lacking({ missing }: GitHubFailure): string {
  return missing === undefined ? '' : ` The workflow may lack the permission \`${missing}\`.`;
}
