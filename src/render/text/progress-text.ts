import type { Progress, Waiting } from '../../model/progress.ts';
import { rate } from '../view/quota-words.ts';
import { counted } from '../../model/show.ts';
import { instant } from '../text-layout.ts';

/** Characters of the bar. */
const BAR_WIDTH = 20;

/** What an apply does, as a line of a log. */
export function progressLine(progress: Progress): string {
  switch (progress.kind) {
    case 'sent':
      return `  ✓ ${progress.summary}\n`;
    case 'limited':
      return `Creations are limited to ${rate(progress.window)} by \`limits\` in workspaces.yaml, counted on the state branch; the service itself may allow more.\n`;
    case 'waiting': {
      const created = `${progress.done} of ${counted(progress.total, 'campaign')}`;
      return `Creating: ${created} so far, ${nextWords(progress)}, ${endWords(progress)}.\n`;
    }
  }
}

/** `Creating  ███████████░░░░░░░░░  14/25   next at 10:02:07 UTC (5 a minute)   done by about 10:04 UTC` */
export function waitBar(wait: Waiting, columns: number): string {
  const full = Math.round((wait.done / wait.total) * BAR_WIDTH);
  const bar = '█'.repeat(full) + '░'.repeat(BAR_WIDTH - full);
  const [head, next, end] = [`Creating  ${bar}  ${wait.done}/${wait.total}`, nextWords(wait), endWords(wait)];
  const whole = [head, next, end].join('   ');
  if (whole.length < columns) return whole;
  return [head, next].join('   ').length < columns
    ? [head, next].join('   ')
    : `${wait.done}/${wait.total} ${next}`;
}

function nextWords({ next, cause }: Waiting): string {
  const why =
    cause === undefined ? '' : cause === 'service' ? ' (the service asks to wait)' : ` (${rate(cause)})`;
  return `next at ${clock(next)}${why}`;
}

function endWords({ last, deferredCount }: Waiting): string {
  const by = `by about ${clock(last, 'minutes')}`;
  return deferredCount === 0 ? `done ${by}` : `done ${by} but for ${deferredCount}`;
}

/** The time of day in UTC, rounded up. */
function clock(at: number, precision: 'seconds' | 'minutes' = 'seconds'): string {
  const minute = 60_000;
  const rounded = precision === 'minutes' ? Math.ceil(at / minute) * minute : at;
  const [, time = ''] = instant(new Date(rounded).toISOString()).split(' ');
  return `${precision === 'minutes' ? time.slice(0, 5) : time} UTC`;
}
