/** An instant in the notation of record fields, UTC: `2024-07-04 08:00:54.847000`. Open point W3. */
export function wireTime(instant: number): string {
  return new Date(instant).toISOString().replace('T', ' ').replace('Z', '000');
}
