/** Whether a position, counted from 1, is in a text or right after the end of one of its lines. */
export function isInside(
  { line, column }: { readonly line: number; readonly column: number },
  text: string,
): boolean {
  const at = text.split('\n')[line - 1];
  return line >= 1 && at !== undefined && column >= 1 && column <= at.length + 1;
}
