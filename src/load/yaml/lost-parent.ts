import type { Path } from '../../model/json.ts';
import { clip } from '../../model/show.ts';
import { campaignRoot, placesOf, WORKSPACES_ROOT, type Places } from '../schema/schema-place.ts';
import { BODY_KEYS, OUR_KEYS } from '../top-level-names.ts';
import { entriesIn, type EntryLine } from './entry-lines.ts';
import { REACH } from './outvoted.ts';

// If a line such as `vars:` is deleted, the lines below it are too deep for what is above them now. Their names show which
// line is missing: a field of the map around them that can hold fields with these names, and that isn't there.

/** Lines that are too deep because the line above them is missing. */
interface LostParent {
  /** Their first line, from 1, and its column. */
  readonly line: number;
  readonly spaces: number;
  readonly message: string;
  readonly hint: string;
}

/** The lines that lost the line above them, if the parser noticed it at line `noticed`. */
export function lostParent(text: string, noticed: number, linesAtMost: number): LostParent | undefined {
  const entries = entriesIn(text, linesAtMost);
  const index = entries.findIndex(({ line }) => line === noticed);
  const [before, here] = [entries[index - 1], entries[index]];
  if (!before || !here) return undefined;
  // The first of the lines doesn't fit the one above, or what follows the last one doesn't fit them.
  const isFirst = columnOf(here) > innerOf(before) && !before.opens;
  const block = isFirst
    ? { entries, first: index, column: innerOf(before) }
    : { entries, first: startOf(entries, index), column: columnOf(here) };
  return entries[block.first] && block.first <= index ? inWords(block, placesIn(text)) : undefined;
}

/** The fields that the map around a line doesn't have yet, by the number of the line and its column. */
export function missingNames(text: string, { line, spaces }: Pick<LostParent, 'line' | 'spaces'>): string[] {
  const entries = entriesIn(text, line + REACH);
  const below = entries.findIndex((entry) => entry.line > line);
  const first = below === -1 ? entries.length : below;
  const there = namesBeside(entries, first, spaces);
  const known = placesIn(text).names(mapAround(entries, first, spaces));
  return [...known, ...(spaces === 0 ? OUR_KEYS : [])].filter((name) => !there.includes(name));
}

/** More names would not help anybody who looks for the missing one. */
const PARENTS_AT_MOST = 3;

/** Consecutive lines, and the column of the missing line above them. */
interface Block {
  readonly entries: readonly EntryLine[];
  readonly first: number;
  readonly column: number;
}

/** The first of the lines above an entry that are deeper than it and follow a line that isn't. */
function startOf(entries: readonly EntryLine[], index: number): number {
  const column = columnOf(entries[index]);
  for (let above = index - 1; above >= 0 && above > index - REACH; above -= 1) {
    const entry = entries[above];
    if (entry && columnOf(entry) < column) return entry.opens && above < index - 1 ? above + 1 : -1;
  }
  return -1;
}

function inWords(block: Block, places: Places): LostParent | undefined {
  const { entries, first, column } = block;
  const entry = entries[first];
  const name = entry?.name;
  if (!entry || name === undefined) return undefined;
  const parents = parentsOf(block, places);
  if (parents.length === 0 || parents.length > PARENTS_AT_MOST) return undefined;
  const indented = column === 0 ? 'at the left margin' : `with ${column} spaces at its start`;
  return {
    line: entry.line,
    spaces: columnOf(entry),
    message: `${clip(name)} belongs to ${parents.join(' or ')}, which is missing`,
    hint: `write ${parents.join(': or ')}: on the line above it, ${indented}`,
  };
}

const WORKSPACES = ['workspaces'];

/** The names that the missing line may have. */
function parentsOf({ entries, first, column }: Block, places: Places): readonly string[] {
  const map = mapAround(entries, first, column);
  const isList = entries[first]?.marks[0]?.isDash === true;
  const fields = fieldsFrom(entries, first);
  const known = places.names(map);
  const there = namesBeside(entries, first, column);
  if (fields.length === 0 || fields.some((name) => known.includes(name))) return [];
  const free = known.filter((name) => !there.includes(name));
  const fitting = free.filter((name) => {
    const inside = places.names([...map, name, ...(isList ? [0] : [])]);
    return fields.every((field) => inside.includes(field));
  });
  // Variables have names of their own.
  const isWorkspace = map.length === 2 && map[0] === 'workspaces' && free.includes('vars');
  if (fitting.length === 0 && isWorkspace && fields.length > 1) return ['vars'];
  // So have workspaces.
  return fitting.length === 0 && map.length === 0 && free.includes('workspaces') ? WORKSPACES : fitting;
}

/** The path of the map that a line at this column belongs to, without the workspace of an override. */
function mapAround(entries: readonly EntryLine[], first: number, column: number): Path {
  const path: (string | number)[] = [];
  let limit = column;
  for (let at = first - 1; at >= 0 && limit > 0; at -= 1) {
    const { marks, opens, name = '' } = entries[at] ?? { marks: [], opens: false };
    for (const { column: own, isDash } of marks.toReversed()) {
      const isAround = own < limit || (own === limit && path[0] === 0 && !isDash);
      if (!isAround || (!isDash && !opens)) continue;
      path.unshift(isDash ? 0 : name);
      limit = own;
    }
  }
  return path[0] === 'overrides' ? path.slice(2) : path;
}

/** The names of the fields at the column of the first of the lines, or of its key behind a dash. */
function fieldsFrom(entries: readonly EntryLine[], first: number): string[] {
  const column = innerOf(entries[first]);
  const found: string[] = [];
  for (const [at, entry] of entries.slice(first, first + REACH).entries()) {
    if (at > 0 && (columnOf(entry) < column || entry.marks[0]?.isDash)) break;
    if (innerOf(entry) === column && entry.name !== undefined) found.push(entry.name);
  }
  return found;
}

/** The names at a column, above and below an entry, in the same map. */
function namesBeside(entries: readonly EntryLine[], first: number, column: number): string[] {
  return [entries.slice(0, first).reverse(), entries.slice(first)].flatMap((side) => {
    const end = side.findIndex((entry) => innerOf(entry) < column);
    return side
      .slice(0, end === -1 ? undefined : end)
      .flatMap((entry) => (innerOf(entry) === column ? (entry.name ?? []) : []));
  });
}

function placesIn(text: string): Places {
  const [, channel] = /^channel: *["']?(\w+)/m.exec(text) ?? [];
  const isCampaign = BODY_KEYS.some((name) => new RegExp(`^${name} *:`, 'm').test(text));
  return placesOf(isCampaign ? campaignRoot(channel) : WORKSPACES_ROOT);
}

function columnOf(entry: EntryLine | undefined): number {
  return entry?.marks[0]?.column ?? 0;
}

/** The column of its key. */
function innerOf(entry: EntryLine | undefined): number {
  return entry?.marks.at(-1)?.column ?? 0;
}
