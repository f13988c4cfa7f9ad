import { clearBar } from '../telling/terminal.ts';

/** What a person or the machine said about ending. */
export interface Signals {
  /** Aborted when the run is to end: what is in flight ends, nothing new begins. */
  readonly signal: AbortSignal;
  /** The same as a SIGINT: where a terminal hands Ctrl-C to whoever reads its keys. */
  readonly interrupt: () => void;
  /** The exit code that a signal asks for; undefined without one. */
  readonly exit: () => 130 | 143 | undefined;
  readonly stop: () => void;
}

/** Turns SIGINT and SIGTERM into an AbortSignal, so that what is in flight can end; a second one ends at once. */
export function onSignals(): Signals {
  const controller = new AbortController();
  let exit: 130 | 143 | undefined;
  const on = (code: 130 | 143) => () => {
    if (exit !== undefined) process.exit(code);
    exit = code;
    clearBar();
    process.stderr.write('Finishing what is in flight; once more to stop at once.\n');
    controller.abort();
  };
  const [interrupt, terminate] = [on(130), on(143)];
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', terminate);
  return {
    signal: controller.signal,
    interrupt,
    exit: () => exit,
    stop: () => {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', terminate);
    },
  };
}
