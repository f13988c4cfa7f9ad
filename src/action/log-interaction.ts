import type { Interaction } from '../app/interaction.ts';
import { plainTextOnGitHub } from '../messages/phrase.ts';
import { describeRefusal } from '../messages/refusal-messages.ts';
import { describeNotice } from '../messages/run-notices.ts';
import { diagnosticsText } from '../render/text/diagnostics-text.ts';
import { progressLine } from '../render/text/progress-text.ts';
import { LOG_LAYOUT, type WorkflowLog } from './workflow-log.ts';

/** How a run reports to the log of a step, where questions can't be answered. */
export function interactionIn(log: WorkflowLog): Interaction {
  return {
    interactive: false,
    warn: (diagnostics) => {
      log.print(diagnosticsText(diagnostics, LOG_LAYOUT));
    },
    notice: (notice) => {
      log.print(
        plainTextOnGitHub('code' in notice ? describeRefusal(notice).message : describeNotice(notice)),
      );
    },
    progress: (notice) => {
      log.print(plainTextOnGitHub(describeNotice(notice)));
    },
    onExchange: () => undefined,
    onProgress: (progress) => {
      const line = progressLine(progress);
      if (line !== undefined) log.print(line);
    },
    showPlan: () => Promise.resolve(),
    confirm: () => Promise.resolve(false),
  };
}
