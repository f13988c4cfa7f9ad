/** A name in the form in which it is compared: without case. SQLite's texts end at a null character. */
export function folded(name: string | null): string {
  return (name ?? '').toLowerCase().replaceAll('\0', '\uFFFD');
}
