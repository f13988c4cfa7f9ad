import type { Reading, Waiting } from '../../model/progress.ts';
import { rate } from '../view/quota-words.ts';
import { counted } from '../../model/show.ts';
import { instant } from '../text-layout.ts';

/** Characters of the bar. */
const BAR_WIDTH = 20;

export function sentLine(summary: string): string {
  return `  ✓ ${summary}\n`;
}

/** Campaigns that are read, and of how many where that is known. */
type UnderWay = Extract<Reading, { readonly kind: 'reading' }>;

/** `Reading  ██████░░░░░░░░░░░░░░  150/500`; while a workspace is listed, `Reading  150 campaigns so far`. */
export function readingBar({ done, total }: UnderWay): string {
  return total === undefined
    ? `Reading  ${counted(done, 'campaign')} so far`
    : `Reading  ${barOf(done, total)}  ${done}/${total}`;
}

/** The same where nobody sees a bar. */
export function readingLine({ done, total }: UnderWay): string {
  const of = total === undefined ? counted(done, 'campaign') : `${done} of ${counted(total, 'campaign')}`;
  return `Reading: ${of} so far.\n`;
}

function barOf(done: number, total: number): string {
  const full = Math.round((done / total) * BAR_WIDTH);
  return '█'.repeat(full) + '░'.repeat(BAR_WIDTH - full);
}

/** `Creating  ███████████░░░░░░░░░  14/25   next at 10:02:07 UTC (5 a minute)   done by about 10:04 UTC` */
export function waitBar(wait: Waiting, columns: number): string {
  const bar = barOf(wait.done, wait.total);
  const [head, next, end] = [`Creating  ${bar}  ${wait.done}/${wait.total}`, nextWords(wait), endWords(wait)];
  const whole = [head, next, end].join('   ');
  if (whole.length < columns) return whole;
  return [head, next].join('   ').length < columns
    ? [head, next].join('   ')
    : `${wait.done}/${wait.total} ${next}`;
}

/** The same where nobody sees a bar: a whole sentence of its own. */
export function waitLine(wait: Waiting): string {
  const created = `${wait.done} of ${counted(wait.total, 'campaign')}`;
  return `Creating: ${created} so far, ${nextWords(wait)}, ${endWords(wait)}.\n`;
}

/** Why the run waits although the service may allow more; undefined where the service itself asked for it. */
export function limitLine({ cause }: Pick<Waiting, 'cause'>): string | undefined {
  if (cause === undefined || cause === 'service') return undefined;
  return `Creations are limited to ${rate(cause)} by \`limits\` in workspaces.yaml, counted on the state branch; the service itself may allow more.\n`;
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
