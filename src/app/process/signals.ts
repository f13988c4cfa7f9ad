import type { Host } from './host.ts';
import type { Interaction, Interruption } from './interaction.ts';
import type { Intent } from '../../model/state.ts';

/** Whether the run was asked to end; requests in progress then end, and no new ones begin. */
export interface Signals extends Interruption {
  /** The exit code for a signal; undefined without one. */
  readonly exit: () => 130 | 143 | undefined;
  /** From now on, requests may be sent: a second signal says which one has no answer. */
  readonly watch: (unanswered: () => Intent | undefined) => void;
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
  let unanswered: (() => Intent | undefined) | undefined;
  const on = (code: 130 | 143, isAsking: boolean) => () => {
    if (exit !== undefined) {
      if (unanswered) interaction.notice({ kind: 'stopped', sent: unanswered() });
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
    watch: (sent) => {
      unanswered = sent;
    },
    stop: () => {
      signals.off('SIGINT', interrupt);
      signals.off('SIGTERM', terminate);
    },
  };
}
