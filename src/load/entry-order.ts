import { isMap, isNode, isPair, isScalar, isSeq, type LineCounter, type YAMLMap } from 'yaml';
import { COMPONENTS } from '../model/campaign.ts';
import type { JsonObject } from '../model/json.ts';
import { parseYaml } from './yaml/parse-yaml.ts';
import { losses } from './same-content.ts';
import { isSource, parseSource } from './yaml/source.ts';

/** The top level of a campaign file, in the order of `fmt` and of every file that is written. Other names come between these and `overrides`. */
const ENTRIES: readonly string[] = [
  'key',
  'status',
  'workspaces',
  'channel',
  'campaign_delivery_type',
  ...COMPONENTS,
];
const LAST_ENTRY = 'overrides';

/**
 * The file with its top-level entries in canonical order. Whole lines move: the comments and blank lines right
 * above an entry move with it. Text above the first entry and unindented comments below the last entry stay in place. A
 * file that is not a block map, or that would mean something else in another order, is returned unchanged.
 */
export function inEntryOrder(text: string): string {
  const cut = cutAtEntries(text);
  if (!cut) return text;
  const sorted = cut.entries.toSorted((a, b) => rank(a.name) - rank(b.name));
  if (sorted.every((entry, index) => entry === cut.entries[index])) return text;
  const moved = [cut.head, ...withoutGapOnTop(sorted, cut.entries[0]), cut.tail].join('');
  const source = parseSource('', text);
  return isSource(source) && losses(source, text, moved).length === 0 ? moved : text;
}

/**
 * The entries of a campaign file in canonical order. An editor that preserves order finds the place of new entries with
 * it.
 */
export function byEntry(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => rank(left) - rank(right)));
}

function rank(name: string): number {
  if (name === LAST_ENTRY) return ENTRIES.length + 1;
  const at = ENTRIES.indexOf(name);
  return at < 0 ? ENTRIES.length : at;
}

interface Entry {
  readonly name: string;
  /** An entry's whole lines, with the comments and blank lines right above it. */
  readonly text: string;
}

interface Cut {
  readonly head: string;
  readonly entries: readonly Entry[];
  readonly tail: string;
}

/** Cuts between lines that together cover the whole text; undefined if entries don't begin at line starts. */
function cutAtEntries(text: string): Cut | undefined {
  const parsed = parseYaml(text);
  const root = 'code' in parsed ? null : parsed.document.contents;
  if (!isMap(root) || root.flow) return undefined;
  const lines = text.split(/(?<=\n)/);
  if (!text.endsWith('\n')) lines.push(`${lines.pop() ?? ''}\n`);
  const found = entriesOf(root, parsed.lines, text);
  const indent = found[0]?.indent;
  if (!found.every((entry) => entry.indent === indent)) return undefined;
  const starts = found.map(({ line }, index) =>
    index === 0 ? line : leadStart(lines, { from: found[index - 1]?.lastLine ?? 0, to: line, indent }),
  );
  const end = leadStart(lines, { from: found.at(-1)?.lastLine ?? 0, to: lines.length, indent });
  const between = (from = 0, to = lines.length) => lines.slice(from, to).join('');
  return {
    head: between(0, starts[0]),
    entries: found.map(({ name }, index) => ({
      name,
      text: between(starts[index], starts[index + 1] ?? end),
    })),
    tail: between(end),
  };
}

interface FoundEntry {
  readonly name: string;
  /** The text before the key on its line. If it isn't the same for all entries, the file is not cut. */
  readonly indent: string;
  /** Line numbers, from 0: where the key is, and where the value ends. */
  readonly line: number;
  readonly lastLine: number;
}

function entriesOf(root: YAMLMap, counter: LineCounter, text: string): FoundEntry[] {
  return root.items.map(({ key, value }) => {
    const at = isNode(key) ? (key.range?.[0] ?? 0) : 0;
    const end = Math.max(at, lastOffset(value) ?? lastOffset(key) ?? at);
    return {
      name: isScalar(key) ? String(key.value) : '',
      indent: text.slice(text.lastIndexOf('\n', at - 1) + 1, at),
      line: counter.linePos(at).line - 1,
      lastLine: counter.linePos(Math.max(at, end - 1)).line - 1,
    };
  });
}

/** Where a value ends, without the comments and line breaks below it: the end of its last scalar or flow collection. */
function lastOffset(node: unknown): number | undefined {
  if ((isMap(node) || isSeq(node)) && !node.flow) {
    const last = node.items.at(-1);
    return isPair(last) ? (lastOffset(last.value) ?? lastOffset(last.key)) : lastOffset(last);
  }
  return isNode(node) ? node.range?.[1] : undefined;
}

/**
 * Where the lines begin that belong to the entry on line `to`: blank lines, and comments that are indented no deeper.
 */
function leadStart(
  lines: readonly string[],
  {
    from,
    to,
    indent = '',
  }: { readonly from: number; readonly to: number; readonly indent: string | undefined },
): number {
  let start = to;
  while (start - 1 > from && belongsBelow(lines[start - 1] ?? '', indent)) start -= 1;
  return start;
}

function belongsBelow(line: string, indent: string): boolean {
  const text = line.trimStart();
  return text === '' || line.length - text.length <= indent.length;
}

/**
 * A blank line separates an entry from the one above it. The entry that becomes the first one passes its blank line to
 * the entry that was first before.
 */
function withoutGapOnTop([first, ...rest]: readonly Entry[], wasFirst: Entry | undefined): string[] {
  const [gap = ''] = /^(?:[ \t]*\r?\n)*/.exec(first?.text ?? '') ?? [];
  const text = first?.text.slice(gap.length) ?? '';
  if (text.trimStart().startsWith('#')) return [first?.text ?? '', ...rest.map((entry) => entry.text)];
  return [text, ...rest.map((entry) => (entry === wasFirst ? gap : '') + entry.text)];
}
