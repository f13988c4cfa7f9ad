import { isMap, isNode, isPair, isScalar, isSeq, type LineCounter, type YAMLMap } from 'yaml';
import { COMPONENTS } from '../model/campaign.ts';
import type { JsonObject } from '../model/json.ts';
import { parseYaml } from './yaml/parse-yaml.ts';
import { losses } from './same-content.ts';
import { isSource, parseSource } from './yaml/source.ts';

/** The top level of a campaign file, from top to bottom. Other names stand between these and `overrides`. */
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
 * The same file with its top-level entries in canonical order. Whole lines move: an entry takes along the comments
 * and blank lines right above it. What stands above the first entry, and unindented comments below the last, stay.
 * A file that is no block map, or would say something else in another order, comes back as it is.
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

/** The entries of a campaign file in canonical order; an editor that keeps order takes from it where new ones go. */
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
  /** Comments and blank lines right above, and all lines of the entry; whole lines. */
  readonly text: string;
}

interface Cut {
  readonly head: string;
  readonly entries: readonly Entry[];
  readonly tail: string;
}

/** Cuts between lines, so that the parts together are the text; undefined where entries do not begin lines. */
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
  /** What stands before the key in its line: where that is not the same for all, the file is not cut. */
  readonly indent: string;
  /** Lines count from 0: where the key stands, and where the value ends. */
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

/** Where a value ends, without comments and line ends below it: those of its last scalar or flow collection. */
function lastOffset(node: unknown): number | undefined {
  if ((isMap(node) || isSeq(node)) && !node.flow) {
    const last = node.items.at(-1);
    return isPair(last) ? (lastOffset(last.value) ?? lastOffset(last.key)) : lastOffset(last);
  }
  return isNode(node) ? node.range?.[1] : undefined;
}

/** Where the lines begin that belong to what stands in line `to`: blank ones, and comments no deeper than it. */
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

/** A blank line parts an entry from the one above: the entry that comes first leaves it to the one that was first. */
function withoutGapOnTop([first, ...rest]: readonly Entry[], wasFirst: Entry | undefined): string[] {
  const [gap = ''] = /^(?:[ \t]*\r?\n)*/.exec(first?.text ?? '') ?? [];
  const text = first?.text.slice(gap.length) ?? '';
  if (text.trimStart().startsWith('#')) return [first?.text ?? '', ...rest.map((entry) => entry.text)];
  return [text, ...rest.map((entry) => (entry === wasFirst ? gap : '') + entry.text)];
}
