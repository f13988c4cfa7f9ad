import type { Progress, ReadSoFar, RequestWait, Waiting } from '../../model/progress.ts';
import { rate } from '../view/quota-words.ts';
import { counted } from '../../model/show.ts';
import { instant } from '../text-layout.ts';

/** Characters of the bar. */
const BAR_WIDTH = 20;

/** What a run does, as a line of a log; undefined where a log need not say it. */
export function progressLine(progress: Progress): string | undefined {
  switch (progress.kind) {
    case 'sent':
      return `  ✓ ${progress.summary}\n`;
    case 'limited':
      return `Creations are limited to ${rate(progress.window)} by \`limits\` in workspaces.yaml, counted on the state branch; the service itself may allow more.\n`;
    case 'request-wait':
      return `Waiting until ${clock(progress.until)}${requestWaitWords(progress)}.\n`;
    case 'waiting': {
      const created = `${progress.done} of ${counted(progress.total, 'campaign')}`;
      return `Created ${created} so far, ${nextWords(progress)}, ${endWords(progress)}.\n`;
    }
    case 'still-reading':
      return readingLine(progress);
    case 'reading':
    case 'read':
      return undefined;
  }
}

/** The same as a bar, which takes the place of the one before; undefined where it is to be a line. */
export function progressBar(progress: Progress, columns: number): string | undefined {
  switch (progress.kind) {
    case 'sent':
    case 'limited':
    case 'request-wait':
      return undefined;
    case 'waiting':
      return waitBar(progress, columns);
    case 'reading':
    case 'still-reading':
      return readingBar(progress);
    case 'read':
      return '';
  }
}

/** `Reading  ██████░░░░░░░░░░░░░░  150/500`; while a workspace is listed, `Reading  150 campaigns so far`. */
function readingBar({ done, total }: ReadSoFar): string {
  return total === undefined
    ? `Reading  ${counted(done, 'campaign')} so far`
    : `Reading  ${barOf(done, total)}  ${done}/${total}`;
}

/** The same where nobody sees a bar. */
function readingLine({ done, total }: ReadSoFar): string {
  const of = total === undefined ? counted(done, 'campaign') : `${done} of ${counted(total, 'campaign')}`;
  return `Read ${of} so far.\n`;
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

function requestWaitWords({ why, operation }: RequestWait): string {
  switch (why) {
    case 'limits':
      return `: the limit on ${REQUESTS[operation]} is reached (\`limits\` in workspaces.yaml)`;
    case 'service':
      return `: the service asks to wait before more ${REQUESTS[operation]}`;
    case 'second-look':
      return ', to look again for a campaign whose creation was not answered';
  }
}

const REQUESTS: Readonly<Record<RequestWait['operation'], string>> = {
  create: 'creations',
  search: 'searches',
  get: 'reads',
  update: 'updates',
  status: 'changes of a status',
  validate: 'validations',
  meta: 'listings',
  test: 'test messages',
  publish: 'publications',
};

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
