/** JSON as we print it: indented by two spaces, with a line break at the end. */
export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
