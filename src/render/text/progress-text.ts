import { describeEnd, describeNext, describeProgress } from '../../messages/run-messages.ts';
import type { Progress, Waiting, Exchange } from '../../model/progress.ts';
import { counted } from '../../model/show.ts';

/** Characters of the bar. */
const BAR_WIDTH = 20;

/** What a run is doing, as a line of a log; undefined for steps that a log leaves out. */
export function progressLine(progress: Progress): string | undefined {
  const words = describeProgress(progress);
  return words === undefined ? undefined : `${words}\n`;
}

/** Progress as a bar (`Reading  ██████░░░░░░░░░░░░░░  150/500`), which replaces the previous one; undefined for what is shown as a line. */
export function progressBar(progress: Progress, columns: number): string | undefined {
  switch (progress.kind) {
    case 'sent':
    case 'request-wait':
      return undefined;
    case 'waiting':
      return waitBar(progress, columns);
    case 'reading':
    case 'still-reading': {
      const { done, total } = progress;
      return total === undefined
        ? `Reading  ${counted(done, 'campaign')} so far`
        : `Reading  ${barOf(done, total)}  ${done}/${total}`;
    }
    case 'read':
      return '';
  }
}

function barOf(done: number, total: number): string {
  const full = Math.round((done / total) * BAR_WIDTH);
  return '█'.repeat(full) + '░'.repeat(BAR_WIDTH - full);
}

/** `Creating  ███████████░░░░░░░░░  14/25   next at 10:02:07 UTC (5 a minute)   done by about 10:04 UTC` */
function waitBar(wait: Waiting, columns: number): string {
  const bar = barOf(wait.done, wait.total);
  const head = `Creating  ${bar}  ${wait.done}/${wait.total}   ${describeNext(wait)}`;
  const whole = `${head}   ${describeEnd(wait)}`;
  if (whole.length < columns) return whole;
  return head.length < columns ? head : `${wait.done}/${wait.total} ${describeNext(wait)}`;
}

/** A request in one line: `debug: GET /v5/campaigns/64a1… 200 in 34 ms, request …, response …`. */
export function exchangeLine({ method, path, status, ms, requestId, responseId }: Exchange): string {
  const answered = responseId === null ? '' : `, response ${responseId}`;
  return `debug: ${method} ${path} ${status ?? 'no answer'} in ${Math.round(ms)} ms, request ${requestId}${answered}\n`;
}
