import type { Diagnostic } from '../../model/diagnostic.ts';
import type { ExitCode } from '../../model/exit.ts';
import type { RefusalCause } from '../../model/reasons.ts';

interface More {
  readonly diagnostics?: readonly Diagnostic[];
  readonly isUntried?: boolean;
}

/**
 * Ends a command early for a reason that a user can fix; never a bug. The front ends put the cause into words; the
 * message of the error is only the code.
 */
export class UserFailure extends Error {
  override readonly name = 'UserFailure';
  readonly exit: ExitCode;
  override readonly cause: RefusalCause;
  readonly diagnostics: readonly Diagnostic[];
  /** Whether the command is known to have ended before anything was sent; if false, that isn't known. */
  readonly isUntried: boolean;

  constructor(exit: ExitCode, cause: RefusalCause, { diagnostics = [], isUntried = false }: More = {}) {
    super(cause.code);
    this.exit = exit;
    this.cause = cause;
    this.diagnostics = diagnostics;
    this.isUntried = isUntried;
  }

  /** The same failure, for a run that is known to have sent nothing. */
  untried(): UserFailure {
    return new UserFailure(this.exit, this.cause, { diagnostics: this.diagnostics, isUntried: true });
  }
}
