/** A name as it is compared: without case. SQLite's texts end at a zero character. */
export function folded(name: string | null): string {
  return (name ?? '').toLowerCase().replaceAll('\0', '\uFFFD');
}
