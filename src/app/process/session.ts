import type { Clock, Environment } from '../../model/clock.ts';
import type { RunGit } from '../../git/git.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Exchange, Progress, RunNotice, RunQuestion } from '../../model/progress.ts';
import type { Plan } from '../../model/plan.ts';
import type { RefusalCause } from '../../model/reasons.ts';
import type { Secrets } from '../secrets.ts';

/** A stream for text; on a terminal, it knows its width in characters. */
export interface Output extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** The signals that ask a run to end. */
export interface SignalSource {
  on(signal: 'SIGINT' | 'SIGTERM', listener: () => void): void;
  off(signal: 'SIGINT' | 'SIGTERM', listener: () => void): void;
  /** Ends the process immediately, whatever is in progress. */
  exit(code: number): void;
}

/**
 * Everything that the program uses of its process. It is an argument of the two entry points, so that several runs can
 * share a process and none of them depends on anything that it was not given.
 */
export interface Host {
  readonly environment: Environment;
  /** The folder that relative paths are resolved from, absolute. */
  readonly cwd: string;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly clock: Clock;
  readonly signals: SignalSource;
  readonly runGit: RunGit;
}

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
  readonly progress: (notice: RunNotice) => void;
  /** A request that was sent; shown under `--debug`. */
  readonly onExchange: (exchange: Exchange) => void;
  /** The progress of a read, what an apply sent, or what it waits for. */
  readonly onProgress: (progress: Progress) => void;
  showPlan(plan: Plan): Promise<void>;
  /** Ctrl-C at the question is an interrupt, and an abort is a no. */
  confirm(question: RunQuestion, interruption: Interruption): Promise<boolean>;
}

/** One run of a command: its process, the secrets that it knows, and the user who started it. */
export interface Session extends Host {
  readonly secrets: Secrets;
  readonly interaction: Interaction;
}

/** Whether the run was asked to end; requests in progress then end, and no new ones begin. */
export interface Signals extends Interruption {
  /** The exit code for a signal; undefined without one. */
  readonly exit: () => 130 | 143 | undefined;
  readonly stop: () => void;
}

/**
 * Converts SIGINT and SIGTERM to an AbortSignal, so that requests in progress can end; a second signal ends the process
 * immediately.
 */
export function onSignals({
  signals,
  interaction,
}: Pick<Host, 'signals'> & { readonly interaction: Pick<Interaction, 'notice'> }): Signals {
  const controller = new AbortController();
  let exit: 130 | 143 | undefined;
  const on = (code: 130 | 143, isAsking: boolean) => () => {
    if (exit !== undefined) {
      signals.exit(code);
      return;
    }
    exit = code;
    // Nothing is being sent while the user is asked.
    if (!isAsking) interaction.notice({ kind: 'interrupted' });
    controller.abort();
  };
  const [interrupt, terminate] = [on(130, false), on(143, false)];
  signals.on('SIGINT', interrupt);
  signals.on('SIGTERM', terminate);
  return {
    signal: controller.signal,
    interrupt: on(130, true),
    exit: () => exit,
    stop: () => {
      signals.off('SIGINT', interrupt);
      signals.off('SIGTERM', terminate);
    },
  };
}
