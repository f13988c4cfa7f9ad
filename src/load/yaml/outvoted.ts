import { BODY_KEYS, OUR_KEYS } from '../top-level-names.ts';
import { entriesIn, type EntryLine } from './entry-lines.ts';

// A line at the wrong column is noticed only when another line doesn't fit it: if the first field of a map is too deep,
// it is the second that seems to be wrong, and then the third. So the fields of a map vote, and the odd one out is at
// fault.

/** A field that is at another column than most of its siblings. */
export interface Outvoted {
  readonly line: number;
  readonly spaces: number;
  readonly neighbors: number;
  readonly isFirst?: true;
}

/** How many lines above and below are examined, so that a long file doesn't take long. */
export const REACH = 200;

/** The field that makes the one on line `noticed` look wrong; undefined without a clear majority. */
export function outvoted(text: string, noticed: number, linesAtMost: number): Outvoted | undefined {
  const entries = entriesIn(text, linesAtMost).filter(({ line }) => Math.abs(line - noticed) <= REACH);
  const index = entries.findIndex(({ line }) => line === noticed);
  for (let above = index - 1; above >= 0; above--) {
    if (entries[above]?.opens !== true) continue;
    const found = oddOneOut(entries, { above, index });
    if (found) return found;
  }
  return undefined;
}

/** The index of a line whose value is below it, and of the line that doesn't fit. */
interface Dispute {
  readonly above: number;
  readonly index: number;
}

function oddOneOut(entries: readonly EntryLine[], dispute: Dispute): Outvoted | undefined {
  const parent = entries[dispute.above]?.marks.at(-1)?.column ?? 0;
  const members = membersOf(entries, { ...dispute, parent });
  const neighbors = majorityOf(members.map(columnOf));
  const until = members.findIndex((member) => member === entries[dispute.index]);
  if (until === -1 || neighbors === undefined || neighbors <= parent) return undefined;
  const odd = members.slice(0, until + 1).filter((member) => columnOf(member) !== neighbors);
  const [first] = odd;
  const isRight = (member: EntryLine) => columnOf(member) <= parent && holds(member);
  if (!first || odd.some((member) => isRight(member) || isAtTop(member, entries))) return undefined;
  // Only one field is odd: the noticed one, or the one before it.
  const isNext = odd.length === 1 && members.indexOf(first) >= until - 1;
  // All fields up to the noticed one are odd, except for one, which is usually the noticed one itself.
  const isRun = odd.length === until && members.indexOf(first) === 0;
  if (!isNext && !isRun) return undefined;
  return {
    line: first.line,
    spaces: columnOf(first),
    neighbors,
    ...(first === members[0] && { isFirst: true }),
  };
}

/** The fields below a line, without what is inside them. */
function membersOf(
  entries: readonly EntryLine[],
  { above, index, parent }: Dispute & { readonly parent: number },
): EntryLine[] {
  const members: EntryLine[] = [];
  let outer: number | undefined;
  for (const [at, entry] of entries.entries()) {
    const column = columnOf(entry);
    if (at <= above || (outer !== undefined && column > outer)) continue;
    if (at > index && column <= parent) break;
    members.push(entry);
    outer = holds(entry) ? column : undefined;
  }
  return members;
}

function columnOf({ marks }: EntryLine): number {
  return marks[0]?.column ?? 0;
}

/** Whether it is at the left margin and belongs there: an entry of a file, which isn't there twice. */
function isAtTop(entry: EntryLine, entries: readonly EntryLine[]): boolean {
  const { name = '' } = entry;
  if (columnOf(entry) > 0 || ![...OUR_KEYS, ...BODY_KEYS].includes(name)) return false;
  return !entries.some((other) => other !== entry && other.name === name && columnOf(other) === 0);
}

/** Deeper lines below it are inside it. */
function holds({ opens, marks }: EntryLine): boolean {
  return opens || marks.length > 1;
}

/** The column of more than half of all; undefined if there is none, or for too few to tell. */
function majorityOf(columns: readonly number[]): number | undefined {
  if (columns.length < 3) return undefined;
  const counts = new Map<number, number>();
  for (const column of columns) counts.set(column, (counts.get(column) ?? 0) + 1);
  return [...counts].find(([, count]) => count > columns.length / 2)?.[0];
}
