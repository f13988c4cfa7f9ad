import type { Host } from './host.ts';
import type { Interaction, Interruption } from './interaction.ts';

/** Whether a person or the machine wants the run to end; then what is in flight ends, and nothing new begins. */
export interface Signals extends Interruption {
  /** The exit code that a signal asks for; undefined without one. */
  readonly exit: () => 130 | 143 | undefined;
  readonly stop: () => void;
}

/** Turns SIGINT and SIGTERM into an AbortSignal, so that what is in flight can end; a second one ends at once. */
export function onSignals({
  signals,
  interaction,
}: Pick<Host, 'signals'> & { readonly interaction: Pick<Interaction, 'notice'> }): Signals {
  const controller = new AbortController();
  let exit: 130 | 143 | undefined;
  const on = (code: 130 | 143) => () => {
    if (exit !== undefined) {
      signals.exit(code);
      return;
    }
    exit = code;
    interaction.notice({ kind: 'interrupted' });
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
