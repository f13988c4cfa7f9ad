import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../model/time.ts';

/** The window that is full, or `service` if the service refused; undefined if the cause isn't known. */
export type QuotaCause = { readonly limit: number; readonly spanMs: number } | 'service' | undefined;

/** What a campaign waits for. */
export function quotaWords(cause: QuotaCause): string {
  if (cause === undefined) return 'quota';
  if (cause === 'service') return 'the service, which received too many requests';
  return `the ${rhythm(cause) ?? 'creation'} quota (${rate(cause)})`;
}

/** `25 an hour` */
export function rate({ limit, spanMs }: Exclude<QuotaCause, 'service' | undefined>): string {
  return `${limit} ${SPANS[spanMs]?.each ?? `in ${Math.round(spanMs / SECOND_MS)} s`}`;
}

/** `hourly` */
function rhythm({ spanMs }: Exclude<QuotaCause, 'service' | undefined>): string | undefined {
  return SPANS[spanMs]?.rhythm;
}

const SPANS: Readonly<Record<number, { readonly each: string; readonly rhythm: string }>> = {
  [SECOND_MS]: { each: 'a second', rhythm: 'per-second' },
  [MINUTE_MS]: { each: 'a minute', rhythm: 'per-minute' },
  [HOUR_MS]: { each: 'an hour', rhythm: 'hourly' },
  [DAY_MS]: { each: 'a day', rhythm: 'daily' },
};
