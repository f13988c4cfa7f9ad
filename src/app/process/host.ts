import type { Clock } from '../../model/clock.ts';
import type { RunGit } from '../../git/git.ts';
import type { Environment } from '../../model/environment.ts';

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
