import type { Diagnostic } from '../model/diagnostic.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { plainTextOnGitHub } from '../messages/phrase.ts';
import { describeRefusal, refusalOnGitHub } from '../messages/refusal-messages.ts';
import { saidIn } from '../model/refusal.ts';
import { GitHubFailure } from './github/failure.ts';
import type { Workspace } from '../model/workspace.ts';
import type { UserFailure } from '../app/user-failure.ts';

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
  | 'invalid';

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
  /** The message next to the failure mark. */
  readonly message: string;
  readonly outputs: Outputs;
  /** Whether the step is known to have ended before anything was sent. */
  readonly isUntried?: boolean;
  /** The mistakes in the files, if they caused the failure. */
  readonly diagnostics?: readonly Diagnostic[];
}

/** A step that succeeded. */
export function succeeded(outcome: ActionOutcome, outputs: Outputs): Conclusion {
  return { outcome, failureReason: undefined, message: '', outputs };
}

/** A step that needs attention. */
export function failed(
  outcome: ActionOutcome,
  failureReason: FailureReason,
  { message, outputs = {} }: { readonly message: string; readonly outputs?: Outputs },
): Conclusion {
  return { outcome, failureReason, message, outputs };
}

/** Why a step failed only because of the input `fail-on`. */
export const FAIL_ON_WORDS = {
  held: 'Some changes are blocked, and fail-on: held makes that a failure. The job summary lists them.',
  drift:
    'Some campaigns were changed manually, and fail-on: drift makes that a failure. The job summary lists them.',
} as const;

/** A step that needs the service but was given no key. */
export function withoutKey({ name, apiKeyEnv }: Workspace): Conclusion {
  const cause = { code: 'no-api-key', workspace: name, variable: apiKeyEnv, isLocal: false } as const;
  return failed('failed', 'credential', { message: refusalOnGitHub(cause) });
}

/** A command that ended early for a reason that a user can fix. */
export function conclusionOf(failure: UserFailure | GitHubFailure): Conclusion {
  const conclusion = conclusionFor(failure);
  return failure instanceof GitHubFailure || !failure.isUntried
    ? conclusion
    : { ...conclusion, isUntried: true };
}

function conclusionFor(failure: UserFailure | GitHubFailure): Conclusion {
  if (failure instanceof GitHubFailure) {
    return failed('failed', 'github', {
      message: `${failure.message} GitHub records which changes were reviewed, so nothing was sent. Run this again.${lacking(failure)}`,
    });
  }
  const { exit, cause, diagnostics } = failure;
  const message = refusalMessage(failure);
  if (cause.code === 'superseded') return { ...succeeded('superseded', NOTHING_DONE), message };
  if (cause.code === 'other-branch')
    return failed('failed', 'other-branch', { message, outputs: NOTHING_DONE });
  if (exit === EXIT.STALE) return failed('stale', 'stale', { message, outputs: NOTHING_DONE });
  if (exit === EXIT.INVALID && diagnostics.length > 0)
    return { ...failed('invalid', 'invalid-files', { message }), diagnostics };
  return failed('failed', REASONS[exit] ?? 'usage', { message });
}

const NOTHING_DONE = {
  ...{ changes: 0, creates: 0, updates: 0, transitions: 0 },
  ...{ held: 0, deferred: 0, drifted: 0 },
} as const satisfies Outputs;

/** What happened and what to do. GitHub explains a refused push only in text, which git passes on. */
function refusalMessage({ exit, cause }: UserFailure): string {
  const said = exit === EXIT.FAILED ? saidIn(cause) : '';
  // Running again would not help.
  if (/\bGH0(?:06|13)\b|repository rule violations|protected branch/i.test(said))
    return `${plainTextOnGitHub(describeRefusal(cause).message)} ${ALLOW_PUSH}`;
  const isForbidden = /permission to .* denied|\b403\b|not accessible by integration/i.test(said);
  return `${refusalOnGitHub(cause)}${isForbidden ? LACKING_PUSH : ''}`;
}

const ALLOW_PUSH =
  'A repository rule refuses the push. In the rulesets, allow this workflow to push to campaigns-state/**, then run it again.';

const LACKING_PUSH = ' The workflow may lack the permission `contents: write`.';

const REASONS: Readonly<Partial<Record<ExitCode, FailureReason>>> = {
  [EXIT.FAILED]: 'unreachable',
  [EXIT.LEASE]: 'lease',
  [EXIT.CREDENTIAL]: 'credential',
  [EXIT.GUARD]: 'guard',
};

/** The permission that the token seems to lack, and where to add it. */
export function lacking({ missing }: GitHubFailure): string {
  return missing === undefined ? '' : ` The workflow may lack the permission \`${missing}\`.`;
}
