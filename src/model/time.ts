/** Spans of time, in milliseconds. */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const UNITS_MS: Readonly<Record<string, number>> = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS };

/** `90s`, `10m`, `2h` or `0` in milliseconds; undefined for anything else. */
export function durationMs(text: string): number | undefined {
  if (text === '0') return 0;
  const [, count, unit = ''] = /^(\d+)([smh])$/.exec(text) ?? [];
  const unitMs = UNITS_MS[unit];
  return count === undefined || unitMs === undefined ? undefined : Number(count) * unitMs;
}
