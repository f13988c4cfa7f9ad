import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Exchange, Progress } from '../../model/progress.ts';
import type { Plan } from '../../model/plan.ts';
import type { RefusalCause } from '../../model/reasons.ts';
import type { RunNotice, RunQuestion } from '../../model/run-notice.ts';

/** How a question can be interrupted. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** Does what a SIGINT does, for when a terminal passes Ctrl-C to the program that reads its keys. */
  readonly interrupt: () => void;
}

/**
 * How a use case communicates with the user while it runs: the command line and the action each implement it. Results
 * are not written here; a use case returns them.
 */
export interface Interaction {
  /** Whether a user can answer a question. */
  readonly interactive: boolean;
  /** Warnings about campaign files; their paths begin at `root`, the top of the work tree. */
  warn(diagnostics: readonly Diagnostic[], root: string): void;
  /** Text that is shown even under `--quiet`; for a refusal, the reason for the following question. */
  notice(notice: RunNotice | RefusalCause): void;
  /** What the run is doing; silent under `--quiet`. */
  progress(notice: RunNotice): void;
  /** A request that was sent; shown under `--debug`. */
  onExchange(exchange: Exchange): void;
  /** The progress of a read, what an apply sent, or what it waits for. */
  onProgress(progress: Progress): void;
  showPlan(plan: Plan): Promise<void>;
  /** Ctrl-C at the question is an interrupt, and an abort is a no. */
  confirm(question: RunQuestion, interruption: Interruption): Promise<boolean>;
}
