import type { Clock } from '../../model/clock.ts';
import type { Progress, ReadingProgress, ReadSoFar } from '../../model/progress.ts';
import { isDefaultLimit } from '../../quota/windows.ts';

/** How often a log says what a run waits for or reads, in milliseconds. Shorter waits for a request are normal. */
const EVERY_MS = 10_000;

type Report = (progress: Progress) => void;

/** Reports the activity of a run: every ten seconds during a wait, and once which limit causes it. */
export function paceProgress(clock: Clock, report: Report): Report {
  let stop: (() => void) | undefined;
  let isExplained = false;
  return (progress) => {
    const end =
      progress.kind === 'waiting' ? progress.next : progress.kind === 'request-wait' ? progress.until : 0;
    if (progress.kind === 'request-wait' && end - clock.now() < EVERY_MS) return;
    stop?.();
    const cause = progress.kind === 'waiting' ? progress.cause : undefined;
    if (!isExplained && cause !== undefined && cause !== 'service') {
      isExplained = true;
      report({ kind: 'limited', window: cause, isDefault: isDefaultLimit(cause) });
    }
    report(progress);
    if (end === 0) return;
    stop = clock.every(EVERY_MS, () => {
      if (clock.now() < end) report(progress);
      else stop?.();
    });
  };
}

/** Reports the progress of a read: immediately for a bar, and every ten seconds for a log. */
export function paceReading(clock: Clock, report: Report): (reading: ReadingProgress) => void {
  let soFar: ReadSoFar | undefined;
  let stop: (() => void) | undefined;
  return (reading) => {
    if (reading.kind === 'read') {
      stop?.();
      stop = undefined;
      // No bar was shown for a read that ended with its first page.
      if (soFar) report(reading);
      soFar = undefined;
      return;
    }
    soFar = reading;
    stop ??= clock.every(EVERY_MS, () => {
      if (soFar) report({ ...soFar, kind: 'still-reading' });
    });
    report(reading);
  };
}
