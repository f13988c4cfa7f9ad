import type { Diagnostic } from '../../model/diagnostic.ts';
import { type ExitCode, EXIT } from '../../model/exit.ts';
import type { OptionFault, RefusalCause } from '../../model/reasons.ts';
import { GitFailure } from '../../git/git.ts';

/**
 * Ends a command early for a reason that a user can fix; never a bug. The front ends put the cause into words; the
 * message of the error is only the code.
 */
export class UserFailure extends Error {
  override readonly name = 'UserFailure';
  readonly exit: ExitCode;
  override readonly cause: RefusalCause;
  readonly diagnostics: readonly Diagnostic[];

  constructor(exit: ExitCode, cause: RefusalCause, diagnostics: readonly Diagnostic[] = []) {
    super(cause.code);
    this.exit = exit;
    this.cause = cause;
    this.diagnostics = diagnostics;
  }
}

/** Wrong usage: an option of a command, or an input of the action, has a value that it can't have. */
export function badOption(option: string, fault: OptionFault, value?: string): UserFailure {
  const cause = { code: 'bad-option', option, ...fault } as const;
  return new UserFailure(EXIT.USAGE, { ...cause, ...(value !== undefined && { value }) });
}

/**
 * A failure that a user can fix: one that was thrown as such, or a git failure, in git's own words. Undefined for
 * everything else, which is a bug.
 */
export function failureOf(error: unknown): UserFailure | undefined {
  if (error instanceof UserFailure) return error;
  if (!(error instanceof GitFailure)) return undefined;
  return new UserFailure(EXIT.FAILED, { code: 'git-failed', said: error.message });
}
