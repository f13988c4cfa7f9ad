import { sentLine, waitBar, waitLine, type ProgressEvent } from '../../report/text/progress-text.ts';
import type { Context } from '../context.ts';

/** A wait is told this often where nobody sees a bar, in milliseconds. */
const LINE_EVERY_MS = 10_000;

/** Tells what a run does: a bar on a terminal while it waits for quota, a line every ten seconds elsewhere. */
export function progressTeller({ terminal, clock }: Pick<Context, 'terminal' | 'clock'>) {
  let stop: (() => void) | undefined;
  return (event: ProgressEvent): void => {
    stop?.();
    if (event.kind === 'sent') {
      terminal.tell(sentLine(event.summary));
      return;
    }
    if (terminal.bar(waitBar(event, terminal.columns))) return;
    terminal.tell(waitLine(event));
    stop = clock.every(LINE_EVERY_MS, () => {
      if (clock.now() < event.next) terminal.tell(waitLine(event));
      else stop?.();
    });
  };
}
