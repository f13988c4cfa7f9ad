import { BODY_KEYS, OUR_KEYS } from '../top-level-names.ts';
import { entriesIn, type EntryLine } from './entry-lines.ts';

// A line inside a component that lost all its spaces ends the component, so that the line below it looks too deep.

/** A line at the left margin, and the column where its neighbors are. */
interface AtMargin {
  readonly line: number;
  readonly spaces: 0;
  readonly neighbors: number;
}

/** The line at the left margin that makes the one on line `noticed` look too deep; its name isn't one of the top level. */
export function atMargin(text: string, noticed: number, linesAtMost: number): AtMargin | undefined {
  const entries = entriesIn(text, linesAtMost);
  const index = entries.findIndex(({ line }) => line === noticed);
  const [above, found, below] = entries.slice(Math.max(0, index - 2), index + 1);
  if (!above || !found || !below || columnOf(above) === 0 || columnOf(found) > 0) return undefined;
  if (found.opens) return undefined;
  if (found.name === 'key' && !isDash(found)) return keyAtMargin(found, above, below);
  if (found.name !== undefined && !isDash(found) && isOfTop(found.name)) return undefined;
  // The fields of an entry are at the column of its first one, behind the dash.
  const neighbors = columnOf(below) - (found.marks.at(-1)?.column ?? 0);
  return neighbors > 0 ? { line: found.line, spaces: 0, neighbors } : undefined;
}

/** `key` is a name of the top level, too. The line below shows whether it was meant there. */
function keyAtMargin({ line }: EntryLine, above: EntryLine, below: EntryLine): AtMargin | undefined {
  if (!isDash(below) && (below.name === undefined || isOfTop(below.name))) return undefined;
  const value = [above, below].find(({ name }) => name === 'value');
  return { line, spaces: 0, neighbors: value?.marks.at(-1)?.column ?? columnOf(below) };
}

function columnOf({ marks: [mark] }: EntryLine): number {
  return mark?.column ?? 0;
}

function isDash({ marks: [mark] }: EntryLine): boolean {
  return mark?.isDash === true;
}

function isOfTop(name: string): boolean {
  return [...OUR_KEYS, ...BODY_KEYS].includes(name);
}
