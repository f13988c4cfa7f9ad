/** JSON as we print it: two spaces, a line end. */
export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
