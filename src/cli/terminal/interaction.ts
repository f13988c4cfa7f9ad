import type { Interaction } from '../../app/interaction.ts';
import { exchangeLine } from '../../render/text/exchange-text.ts';
import type { Clock } from '../../model/clock.ts';
import { plainText } from '../../messages/phrase.ts';
import { describeRefusal } from '../../messages/refusal-messages.ts';
import { describeNotice } from '../../messages/run-notices.ts';
import { progressReporter } from './progress.ts';
import { showDiagnostics } from './show-diagnostics.ts';
import type { Terminal } from './terminal.ts';

/** How a run talks to a person at a terminal, on standard error; standard output is for the result alone. */
export function interactionOn(
  terminal: Terminal,
  clock: Clock,
  { debug = false }: { readonly debug?: boolean } = {},
): Interaction {
  return {
    interactive: terminal.interactive,
    warn: (diagnostics, root) => {
      showDiagnostics(terminal, diagnostics, { root, stream: 'err' });
    },
    notice: (notice) => {
      const words = typeof notice === 'string' ? notice : plainText(describeRefusal(notice).message);
      terminal.err(`${words}\n`);
    },
    progress: (progress) => {
      const words = typeof progress === 'string' ? progress : plainText(describeNotice(progress));
      terminal.progress(`${words}\n`);
    },
    onExchange: (exchange) => {
      if (debug) terminal.err(exchangeLine(exchange));
    },
    onProgress: progressReporter(terminal, clock),
    showPlan: async (plan) => {
      const { planText } = await import('../../render/text/plan-text.ts');
      terminal.err(planText(plan, terminal));
    },
    confirm: (question, signals) => terminal.confirm(question, signals),
  };
}
