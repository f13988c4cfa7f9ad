import type { Session } from '../session.ts';

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
export function onSignals({ signals, terminal }: Pick<Session, 'signals' | 'terminal'>): Signals {
  const controller = new AbortController();
  let exit: 130 | 143 | undefined;
  const on = (code: 130 | 143) => () => {
    if (exit !== undefined) {
      signals.exit(code);
      return;
    }
    exit = code;
    terminal.err('Finishing what is in flight; once more to stop at once.\n');
    controller.abort();
  };
  const [interrupt, terminate] = [on(130), on(143)];
  signals.on('SIGINT', interrupt);
  signals.on('SIGTERM', terminate);
  return {
    signal: controller.signal,
    interrupt,
    exit: () => exit,
    stop: () => {
      signals.off('SIGINT', interrupt);
      signals.off('SIGTERM', terminate);
    },
  };
}
