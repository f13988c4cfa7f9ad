import type { Diagnostic } from '../model/diagnostic.ts';
import type { ExitCode } from '../model/exit.ts';

/** What a workflow has a word of its own for. */
export type FailureCode = 'superseded' | 'other-branch';

/** Ends a command early for a reason that a person can do something about; never our bug. */
export class UserFailure extends Error {
  override readonly name = 'UserFailure';
  readonly exit: ExitCode;
  readonly hint: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly code: FailureCode | undefined;
  /** Known to have ended before anything was sent; where it is false, that is not known. */
  readonly isUntried: boolean;

  constructor(
    exit: ExitCode,
    message: string,
    more: {
      hint?: string;
      diagnostics?: readonly Diagnostic[];
      code?: FailureCode;
      isUntried?: boolean;
    } = {},
  ) {
    super(message);
    this.exit = exit;
    this.hint = more.hint ?? '';
    this.diagnostics = more.diagnostics ?? [];
    this.code = more.code;
    this.isUntried = more.isUntried ?? false;
  }

  /** The same failure of a run that is known to have sent nothing. */
  untried(): UserFailure {
    return new UserFailure(this.exit, this.message, {
      ...{ hint: this.hint, diagnostics: this.diagnostics, isUntried: true },
      ...(this.code && { code: this.code }),
    });
  }
}
