/** The lines of the new side that a patch shows, by their numbers: added lines and their context. */
export function linesInPatch(patch: string): ReadonlyMap<number, string> {
  const lines = new Map<number, string>();
  let next = 0;
  for (const line of patch.split('\n')) {
    const [, start] = /^@@ -\d+(?:,\d+)? \+(\d+)/.exec(line) ?? [];
    if (start !== undefined) next = Number(start);
    else if (line.startsWith('+') || line.startsWith(' '))
      lines.set(next++, line.slice(1).replace(/\r$/, ''));
  }
  return lines;
}
