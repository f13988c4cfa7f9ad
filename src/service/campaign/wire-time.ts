/** An instant in the notation of record fields, UTC: `2024-07-04 08:00:54.847000`. Open point W3. */
export function wireTime(instant: number): string {
  return new Date(instant).toISOString().replace('T', ' ').replace('Z', '000');
}

/** The instant that a record field tells, in milliseconds since 1970; `null` when it tells none. */
export function instantOfWireTime(text: string | null): number | null {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?)\d*$/.exec(text ?? '') ?? [];
  const instant = Date.parse(`${day}T${time}Z`);
  return Number.isNaN(instant) ? null : instant;
}
