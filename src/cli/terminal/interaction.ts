import type { Interaction } from '../../app/process/interaction.ts';
import type { Progress } from '../../model/progress.ts';
import { exchangeLine } from '../../render/text/exchange-text.ts';
import { progressBar, progressLine } from '../../render/text/progress-text.ts';
import { plainText } from '../../messages/phrase.ts';
import { describeRefusal } from '../../messages/refusal-messages.ts';
import { describeQuestion } from '../../messages/question-messages.ts';
import { describeNotice } from '../../messages/run-notices.ts';
import { showDiagnostics } from './show-diagnostics.ts';
import type { Terminal } from './terminal.ts';

/** How a run talks to a person at a terminal: on standard error, because standard output is only for the result. */
export function interactionOn(
  terminal: Terminal,
  { debug = false }: { readonly debug?: boolean } = {},
): Interaction {
  return {
    interactive: terminal.interactive,
    warn: (diagnostics, root) => {
      showDiagnostics(terminal, diagnostics, { root, stream: 'err' });
    },
    notice: (notice) => {
      const words = 'code' in notice ? describeRefusal(notice).message : describeNotice(notice);
      terminal.err(`${plainText(words)}\n`);
    },
    progress: (notice) => {
      terminal.progress(`${plainText(describeNotice(notice))}\n`);
    },
    onExchange: (exchange) => {
      if (debug) terminal.err(exchangeLine(exchange));
    },
    onProgress: (progress: Progress) => {
      const [bar, line] = [progressBar(progress, terminal.columns), progressLine(progress)];
      const isShown = bar !== undefined && terminal.bar(bar);
      if (!isShown && line !== undefined) terminal.progress(line);
    },
    showPlan: async (plan) => {
      const { planText } = await import('../../render/text/plan-text.ts');
      terminal.err(planText(plan, terminal));
    },
    confirm: (question, signals) => terminal.confirm(describeQuestion(question), signals),
  };
}
