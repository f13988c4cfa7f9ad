import type { Clock } from '../../model/clock.ts';
import type { Progress } from '../../model/progress.ts';

/** How often a wait is reported, in milliseconds. */
const WAIT_EVERY_MS = 10_000;

/** Reports what an apply does: a wait every ten seconds while it lasts, and once which limit makes it wait. */
export function paceProgress(
  clock: Clock,
  report: (progress: Progress) => void,
): (progress: Progress) => void {
  let stop: (() => void) | undefined;
  let isExplained = false;
  return (progress) => {
    stop?.();
    if (progress.kind === 'waiting') {
      const { cause, next } = progress;
      if (!isExplained && cause !== undefined && cause !== 'service') {
        isExplained = true;
        report({ kind: 'limited', window: cause });
      }
      stop = clock.every(WAIT_EVERY_MS, () => {
        if (clock.now() < next) report(progress);
        else stop?.();
      });
    }
    report(progress);
  };
}
