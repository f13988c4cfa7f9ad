const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** `90s`, `10m`, `2h` or `0` in milliseconds; undefined for anything else. */
export function durationMs(text: string): number | undefined {
  if (text === '0') return 0;
  const [, count, unit = ''] = /^(\d+)([smh])$/.exec(text) ?? [];
  const unitMs = UNITS_MS[unit];
  return count === undefined || unitMs === undefined ? undefined : Number(count) * unitMs;
}
