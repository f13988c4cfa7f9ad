import type { Progress, RequestWait, Waiting } from '../model/progress.ts';
import { utcFrom } from '../model/utc-words.ts';
import { counted } from '../model/show.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../model/time.ts';
import { describeEvent } from './trail-messages.ts';

/** Behind a change that this run only recorded. */
export const BY_EARLIER_RUN = ' (by an earlier run)';

/** That a plan is in the file that an option named. */
export function planWritten(path: string): string {
  return `Wrote the plan to ${path}.\n`;
}

/** What a run is doing, as a sentence for a log; undefined for steps that a log leaves out. */
export function describeProgress(progress: Progress): string | undefined {
  switch (progress.kind) {
    case 'sent':
      return `  ✓ ${describeEvent(progress.key, progress.event)}${progress.isRecovered ? BY_EARLIER_RUN : ''}`;
    case 'request-wait':
      return `Waiting until ${clock(progress.until)}${REQUEST_WAITS[progress.why]}.`;
    case 'waiting': {
      const created = `${progress.done} of ${counted(progress.total, 'campaign')}`;
      return `Created ${created} so far, ${describeNext(progress)}, ${describeEnd(progress)}.`;
    }
    case 'still-reading':
      return `Read ${progress.done}${progress.total === undefined ? '' : ` of ${progress.total}`} campaigns so far.`;
    case 'reading':
    case 'read':
      return undefined;
  }
}

const REQUEST_WAITS: Readonly<Record<RequestWait['why'], string>> = {
  limits: ': the limit on requests is reached (`limits` in workspaces.yaml)',
  service: ': the service asked the client to wait',
  'second-read': ' to check again whether a campaign was published by a request that got no answer',
  'second-look': ' to search again for a campaign whose creation got no answer',
};

/** `next at 10:02:07 UTC (5 a minute)` */
export function describeNext({ next, cause }: Waiting): string {
  if (cause === undefined) return `next at ${clock(next)}`;
  const why = cause === 'service' ? 'the service asked the client to wait' : rate(cause);
  return `next at ${clock(next)} (${why})`;
}

/** `done by about 10:04 UTC` */
export function describeEnd({ last, deferredCount }: Waiting): string {
  const by = `by about ${clock(last, 'minute')}`;
  return deferredCount === 0 ? `done ${by}` : `done ${by} except for ${deferredCount}`;
}

/** The time of day in UTC, rounded up. */
function clock(at: number, unit: 'second' | 'minute' = 'second'): string {
  return utcFrom(at, unit).slice(11);
}

/** The window that is full, or `service` if the service refused; undefined if the cause isn't known. */
export type QuotaCause = { readonly limit: number; readonly spanMs: number } | 'service' | undefined;

/** What a campaign waits for. */
export function quotaWords(cause: QuotaCause): string {
  if (cause === undefined) return 'quota';
  if (cause === 'service') return 'the service, which received too many requests';
  return `the creation quota (${rate(cause)})`;
}

/** `25 an hour` */
export function rate({ limit, spanMs }: Exclude<QuotaCause, 'service' | undefined>): string {
  return `${limit} ${SPANS[spanMs] ?? `in ${Math.round(spanMs / SECOND_MS)} s`}`;
}

const SPANS: Readonly<Record<number, string>> = {
  [SECOND_MS]: 'a second',
  [MINUTE_MS]: 'a minute',
  [HOUR_MS]: 'an hour',
  [DAY_MS]: 'a day',
};
