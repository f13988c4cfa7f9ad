import type { Clock } from '../../model/clock.ts';
import type { Progress, Reading, ReadSoFar } from '../../model/progress.ts';

/** How often a long read is reported if no bar can be shown, in milliseconds. */
const LINE_EVERY_MS = 10_000;

/** Reports the progress of a read: immediately for a bar, and every ten seconds for a log. */
export function paceReading(clock: Clock, report: (progress: Progress) => void): (reading: Reading) => void {
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
    stop ??= clock.every(LINE_EVERY_MS, () => {
      if (soFar) report({ ...soFar, kind: 'still-reading' });
    });
    report(reading);
  };
}
