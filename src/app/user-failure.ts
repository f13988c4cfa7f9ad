import type { Diagnostic } from '../model/diagnostic.ts';
import type { ExitCode } from '../model/exit.ts';
import type { RefusalCause } from '../model/refusal.ts';

interface More {
  readonly diagnostics?: readonly Diagnostic[];
  readonly isUntried?: boolean;
}

/**
 * Ends a command early for a reason that a person can do something about; never our bug. The front ends put the cause
 * into words: as an error, its message is only the code.
 */
export class UserFailure extends Error {
  override readonly name = 'UserFailure';
  readonly exit: ExitCode;
  override readonly cause: RefusalCause;
  readonly diagnostics: readonly Diagnostic[];
  /** Known to have ended before anything was sent; where it is false, that is not known. */
  readonly isUntried: boolean;

  constructor(exit: ExitCode, cause: RefusalCause, { diagnostics = [], isUntried = false }: More = {}) {
    super(cause.code);
    this.exit = exit;
    this.cause = cause;
    this.diagnostics = diagnostics;
    this.isUntried = isUntried;
  }

  /** The same failure of a run that is known to have sent nothing. */
  untried(): UserFailure {
    return new UserFailure(this.exit, this.cause, { diagnostics: this.diagnostics, isUntried: true });
  }
}
