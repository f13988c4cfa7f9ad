import type { Host } from './host.ts';
import type { Interaction, Interruption } from './interaction.ts';

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
