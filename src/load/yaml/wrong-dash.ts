import { entriesIn, type EntryLine } from './entry-lines.ts';
import { REACH, type Outvoted } from './outvoted.ts';

// A list entry whose dash is at the wrong column looks right until its second field doesn't fit the first one, which is
// on the line of the dash. The other fields of the entry show where its first field belongs, and so where its dash does.

/** The dash that makes line `noticed` look wrong: the one on that line, or the one right above it. */
export function wrongDash(text: string, noticed: number, linesAtMost: number): Outvoted | undefined {
  const entries = entriesIn(text, linesAtMost).filter(({ line }) => Math.abs(line - noticed) <= REACH);
  const index = entries.findIndex(({ line }) => line === noticed);
  const at = isDash(entries[index]) ? index : index - 1;
  const [entry, next] = [entries[at], entries[at + 1]];
  if (!entry || !next || !isDash(entry) || isDash(next) || entry.marks.length < 2) return undefined;
  const spaces = columnOf(entry);
  const neighbors = spaces + columnOf(next) - (entry.marks.at(-1)?.column ?? 0);
  if (neighbors === spaces || neighbors < 0) return undefined;
  const above = inner(entries.slice(0, at).reverse(), neighbors);
  const below = inner(entries.slice(at + 1), neighbors);
  const isBelowDash = isDash(above) && columnOf(above) === neighbors;
  const isAboveDash = isDash(below) && columnOf(below) === neighbors;
  if (!isBelowDash && !above?.opens) return undefined;
  // Without another entry of the list, two fields outvote the dash. Fields at its column are a mistake of their own.
  const isOutvoted =
    columnOf(next) !== spaces && fieldsFrom(entries, at + 1) > 1 && !isInList(entries, at, spaces);
  if (!isBelowDash && !isAboveDash && !isOutvoted) return undefined;
  return { line: entry.line, spaces, neighbors, ...(!isBelowDash && { isFirst: true }) };
}

/** A dash before a variable of workspaces.yaml, whose variables are a map: on a line, or right above or below it. */
export function dashOfVariable(
  text: string,
  near: number,
  linesAtMost: number,
): { readonly line: number; readonly spaces: number; readonly name: string } | undefined {
  const entries = entriesIn(text, linesAtMost).filter(({ line }) => Math.abs(line - near) <= REACH);
  const at = entries.findIndex((one) => isDash(one) && Math.abs(one.line - near) <= 1);
  const { name, line } = entries[at] ?? {};
  if (name === undefined || line === undefined) return undefined;
  const spaces = columnOf(entries[at]);
  const parent = inner(entries.slice(0, at).reverse(), spaces - 1);
  return parent?.name === 'vars' && parent.opens ? { line, spaces, name } : undefined;
}

/** The nearest entry that isn't deeper than a column. */
function inner(entries: readonly EntryLine[], column: number): EntryLine | undefined {
  return entries.find((entry) => columnOf(entry) <= column);
}

/** Whether another entry of the list has its dash at the same column. */
function isInList(entries: readonly EntryLine[], at: number, column: number): boolean {
  return [entries.slice(0, at).reverse(), entries.slice(at + 1)].some((side) => {
    const found = inner(side, column);
    return isDash(found) && columnOf(found) === column;
  });
}

/** How many fields in a row are at the column of the one at `from`. */
function fieldsFrom(entries: readonly EntryLine[], from: number): number {
  const [first, ...rest] = entries.slice(from);
  const column = columnOf(first);
  const end = rest.findIndex((entry) => columnOf(entry) < column || isDash(entry));
  return 1 + rest.slice(0, end === -1 ? undefined : end).filter((one) => columnOf(one) === column).length;
}

function isDash(entry: EntryLine | undefined): entry is EntryLine {
  return entry?.marks[0]?.isDash === true;
}

function columnOf(entry: EntryLine | undefined): number {
  return entry?.marks[0]?.column ?? 0;
}
