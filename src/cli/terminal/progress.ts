import type { Clock } from '../../model/clock.ts';
import type { Progress } from '../../model/progress.ts';
import { limitLine, sentLine, waitBar, waitLine } from '../../render/text/progress-text.ts';
import type { Terminal } from './terminal.ts';

/** How often a wait is reported where no bar can be shown, in milliseconds. */
const LINE_EVERY_MS = 10_000;

/** Reports what an apply does: a bar on a terminal while it waits for quota, a line every ten seconds elsewhere. */
export function progressReporter(terminal: Pick<Terminal, 'progress' | 'bar' | 'columns'>, clock: Clock) {
  let stop: (() => void) | undefined;
  let explained = false;
  return (event: Progress): void => {
    stop?.();
    if (event.kind === 'sent') {
      terminal.progress(sentLine(event.summary));
      return;
    }
    const limit = limitLine(event);
    if (limit !== undefined && !explained) terminal.progress(limit);
    explained ||= limit !== undefined;
    if (terminal.bar(waitBar(event, terminal.columns))) return;
    terminal.progress(waitLine(event));
    stop = clock.every(LINE_EVERY_MS, () => {
      if (clock.now() < event.next) terminal.progress(waitLine(event));
      else stop?.();
    });
  };
}
