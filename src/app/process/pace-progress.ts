import type { Clock } from '../../model/clock.ts';
import type { Progress, ReadingProgress, ReadSoFar } from '../../model/progress.ts';
import { isDefaultLimit } from '../../quota/windows.ts';

/** How often a wait is reported, in milliseconds. Shorter ones between two requests are normal rate limiting. */
const WAIT_EVERY_MS = 10_000;

/** Reports the activity of a run: every ten seconds during a wait, and once which limit causes it. */
export function paceProgress(
  clock: Clock,
  report: (progress: Progress) => void,
): (progress: Progress) => void {
  let stop: (() => void) | undefined;
  let isExplained = false;
  return (progress) => {
    if (progress.kind === 'request-wait' && progress.until - clock.now() < WAIT_EVERY_MS) return;
    stop?.();
    if (progress.kind === 'waiting') {
      const { cause } = progress;
      if (!isExplained && cause !== undefined && cause !== 'service') {
        isExplained = true;
        report({ kind: 'limited', window: cause, isDefault: isDefaultLimit(cause) });
      }
    }
    report(progress);
    if (progress.kind === 'waiting') repeatUntil(progress.next, progress);
    if (progress.kind === 'request-wait') repeatUntil(progress.until, progress);
  };

  function repeatUntil(end: number, progress: Progress): void {
    stop = clock.every(WAIT_EVERY_MS, () => {
      if (clock.now() < end) report(progress);
      else stop?.();
    });
  }
}

/** How often a long read is reported if no bar can be shown, in milliseconds. */
const LINE_EVERY_MS = 10_000;

/** Reports the progress of a read: immediately for a bar, and every ten seconds for a log. */
export function paceReading(
  clock: Clock,
  report: (progress: Progress) => void,
): (reading: ReadingProgress) => void {
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
