import type { Clock } from '../../model/clock.ts';
import type { Progress, Reading, Waiting } from '../../model/progress.ts';
import {
  limitLine,
  readingBar,
  readingLine,
  sentLine,
  waitBar,
  waitLine,
} from '../../render/text/progress-text.ts';
import type { Terminal } from './terminal.ts';

/** How often a wait or a long read is reported where no bar can be shown, in milliseconds. */
const LINE_EVERY_MS = 10_000;

type ProgressTerminal = Pick<Terminal, 'progress' | 'bar' | 'columns'>;

/** Reports what a run reads, sends and waits for: a bar on a terminal, a line every ten seconds elsewhere. */
export function progressReporter(terminal: ProgressTerminal, clock: Clock) {
  const onReading = readingReporter(terminal, clock);
  const onWaiting = waitReporter(terminal, clock);
  return (event: Progress): void => {
    switch (event.kind) {
      case 'reading':
      case 'read':
        onReading(event);
        break;
      case 'sent':
        onWaiting(undefined);
        terminal.progress(sentLine(event.summary));
        break;
      case 'waiting':
        onWaiting(event);
        break;
    }
  };
}

function readingReporter(terminal: ProgressTerminal, clock: Clock) {
  let line = '';
  let stop: (() => void) | undefined;
  const startLines = () =>
    clock.every(LINE_EVERY_MS, () => {
      terminal.progress(line);
    });
  const clearBar = () => {
    terminal.bar('');
  };
  return (event: Reading): void => {
    if (event.kind === 'read') {
      stop?.();
      stop = undefined;
      return;
    }
    line = readingLine(event);
    if (terminal.bar(readingBar(event))) stop = clearBar;
    else stop ??= startLines();
  };
}

function waitReporter(terminal: ProgressTerminal, clock: Clock) {
  let stop: (() => void) | undefined;
  let explained = false;
  return (event: Waiting | undefined): void => {
    stop?.();
    if (!event) return;
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
