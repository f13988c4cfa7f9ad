import type { Diagnostic } from '../model/diagnostic.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Plan } from '../model/plan.ts';
import type { Progress } from '../model/progress.ts';
import type { RefusalCause } from '../model/refusal.ts';
import type { RunNotice, RunQuestion } from '../model/run-notice.ts';

/** How a question can be cut short. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** The same as a SIGINT: where a terminal hands Ctrl-C to whoever reads its keys. */
  readonly interrupt: () => void;
}

/**
 * How a use case talks to the person who started it while it runs: the command line and the action each have their own
 * way. Results are not written here; a use case returns them.
 */
export interface Interaction {
  /** Whether a person can answer a question. */
  readonly interactive: boolean;
  /** Warnings about campaign files; their paths begin at `root`, the top of the work tree. */
  warn(diagnostics: readonly Diagnostic[], root: string): void;
  /** What a person should read whatever the run is asked to leave out; a refusal says why a question follows. */
  notice(notice: RunNotice | RefusalCause): void;
  /** What the run is doing; silent under `--quiet`. */
  progress(notice: RunNotice): void;
  /** A request that was made; shown under `--debug`. */
  onExchange(exchange: Exchange): void;
  /** How far a read is, what an apply sent, or what it waits for. */
  onProgress(progress: Progress): void;
  showPlan(plan: Plan): Promise<void>;
  /** Ctrl-C at the question is an interrupt, and an abort is a no. */
  confirm(question: RunQuestion, interruption: Interruption): Promise<boolean>;
}
