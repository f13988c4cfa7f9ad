import { chunks } from '../../model/grouping.ts';
import { firstPlace, type Phrase } from '../../messages/phrase.ts';
import { fieldsOf, foldLines, foldTitle, groupTitle, headInTable } from '../rows/fold.ts';
import { groupRows, valuesOf, type RowGroup } from '../rows/group.ts';
import { inSection } from '../rows/plan-rows.ts';
import { lineText, type FileLine, type MarkedLine, type Row, type Shown } from '../rows/row.ts';
import { PICTURES } from '../rows/pictures.ts';
import { codeSpan, escapeMarkdown, fenced, linked, phraseMarkdown } from './escape-markdown.ts';
import { block, tableHead, tableLine, type BlockKind, type MarkdownBlock } from './markdown-block.ts';

/** The address at which a line of a campaign file can be read. */
export type AddressOf = (place: FileLine) => string;

/** The most campaigns with the same issue that one line of a table names. The others follow in more lines. */
const NAMES_IN_LINE = 50;

/** Rows as tables, below them what differs, folded, and last what is only noted. */
export function rowsMarkdown(rows: readonly Row[], addressOf: AddressOf): MarkdownBlock[] {
  const [attention, changes, notes] = (['attention', 'change', 'note'] as const).map((section) =>
    groupRows(inSection(section, rows)),
  );
  return [
    ...table('attention', attention ?? [], addressOf),
    ...table('change', changes ?? [], addressOf),
    ...(attention ?? []).flatMap(details),
    ...(changes ?? []).flatMap(details),
    ...noteList(notes ?? []),
  ];
}

/** What is different in each table: its columns after the name, and their cells. */
const TABLES = {
  attention: {
    kind: 'attention',
    titles: ['live', 'why', 'what to do'],
    cells: (live: string, { why, todo }: RowGroup) => [live, phraseMarkdown(why), phraseMarkdown(todo)],
  },
  issue: {
    kind: 'attention',
    titles: ['what', 'why', 'what to do'],
    cells: (_: string, { rows: [{ head }], why, todo }: RowGroup) => [
      escapeMarkdown(head),
      phraseMarkdown(why),
      phraseMarkdown(todo),
    ],
  },
  drift: {
    kind: 'attention',
    titles: ['live', 'what differs', 'what to do'],
    cells: (live: string, { rows, why, todo }: RowGroup) => [
      live,
      [escapeMarkdown(differing(rows)), phraseMarkdown(why)].filter(Boolean).join('<br>'),
      phraseMarkdown(todo),
    ],
  },
  done: {
    kind: 'change',
    titles: ['before', 'done', 'campaign ID'],
    cells: (live: string, { rows: [{ head }], todo }: RowGroup) => [
      live,
      escapeMarkdown(head),
      phraseMarkdown(todo),
    ],
  },
  change: {
    kind: 'change',
    titles: ['live', 'change'],
    cells: (live: string, { rows: [first], facts }: RowGroup) => [
      live,
      [headInTable(first), ...facts].map(escapeMarkdown).filter(Boolean).join('<br>'),
    ],
  },
} as const satisfies Record<
  string,
  {
    readonly kind: BlockKind;
    readonly titles: readonly string[];
    readonly cells: (live: string, group: RowGroup) => readonly string[];
  }
>;

/** What differs, as marketers know it: `status: ACTIVE → PAUSED, subject line`. */
function differing(rows: RowGroup['rows']): string {
  const [{ mark, head }] = rows;
  const all = rows.flatMap(({ values }) => values);
  if (all.length === 0) return mark === 'unknown' ? '' : head;
  const moves = all.flatMap(({ name, values: [one] }) =>
    name === 'status' ? [`status: ${one?.was ?? ''} → ${one?.now ?? ''}`] : [],
  );
  const fields = fieldsOf(all.filter(({ name }) => name !== 'status'));
  return [...new Set(moves), fields].filter(Boolean).join(', ');
}

/** A line for each campaign, or for what several have in common, with the name of each. */
export function table(
  name: keyof typeof TABLES,
  groups: readonly RowGroup[],
  addressOf: AddressOf,
): MarkdownBlock[] {
  const { kind, titles, cells } = TABLES[name];
  if (groups.length === 0) return [];
  return [
    block(kind, [], tableHead(['', 'campaign', ...titles])),
    ...groups.flatMap((group) =>
      inLines(group.rows, (row) => nameInList(row, group, addressOf), groupTitle(group)).map(
        ({ part, names }, at) => {
          const live = group.rows.length === 1 ? liveCell(group.rows[0]) : group.live;
          const rest = at === 0 ? cells(live, group) : [...titles.slice(1).map(() => 'the same'), ''];
          return block(
            kind,
            part.map(({ subject }) => subject),
            tableLine([PICTURES[group.rows[0].mark], names, ...rest]),
          );
        },
      ),
    ),
  ];
}

/** Names of one campaign or of several, in lines of at most `NAMES_IN_LINE` names; the first line has the title. */
function inLines<Thing>(
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
  title: string,
): readonly { readonly part: readonly Thing[]; readonly names: string }[] {
  return chunks(things, NAMES_IN_LINE).map((part, at) => {
    const names = part.map(nameOf).join(', ');
    const start = at === 0 ? `**${title}**` : `${part.length} more`;
    return { part, names: things.length === 1 ? names : `${start}: ${names}` };
  });
}

function nameInList(row: Row, group: RowGroup, addressOf: AddressOf): string {
  const name = nameOf(row, row.place ?? firstPlace(row.why), addressOf);
  if (group.rows.length === 1) return name;
  const isEach = row.live !== group.live || row.dashboard !== undefined;
  const aside = group.asideOf(row);
  return [name, isEach ? liveCell(row) : '', aside === '' ? '' : `(${escapeMarkdown(aside)})`]
    .filter(Boolean)
    .join(' ');
}

/** The live status, as a link to where people see the campaign itself. */
function liveCell({ live, dashboard }: Pick<Shown, 'live' | 'dashboard'>): string {
  return dashboard === undefined ? live : linked(live, dashboard);
}

/** A campaign's key, as a link to the relevant place in its file. */
export function nameOf(
  { subject, file }: Pick<Shown, 'subject' | 'file'>,
  place: FileLine | undefined,
  addressOf: AddressOf,
): string {
  const where = place ?? (file === null ? undefined : { file, line: undefined });
  return where ? linked(subject, addressOf(where)) : codeSpan(subject);
}

/** A comment has space for one fold of this size, in characters. */
const FOLD_CHARS = 20_000;

/** What differs, folded: once for all campaigns that differ in the same way, and in parts if it is long. */
export function details(group: RowGroup): MarkdownBlock[] {
  return valuesOf(group).flatMap((same) => {
    const keys = same.rows.map(({ subject }) => subject);
    const kind = group.rows[0].kind === 'change' ? 'change-detail' : 'attention-detail';
    const parts = inParts(foldLines(same));
    return parts.map((lines, at) => {
      const title = at === 0 ? foldTitle(same) : `${foldTitle(same)} (part ${at + 1} of ${parts.length})`;
      return block(kind, keys, folded(title, lines));
    });
  });
}

function inParts(lines: readonly MarkedLine[]): MarkedLine[][] {
  const parts: MarkedLine[][] = [];
  let size = FOLD_CHARS;
  for (const line of lines) {
    size += line.text.length;
    if (size > FOLD_CHARS) {
      parts.push([]);
      size = line.text.length;
    }
    parts.at(-1)?.push(line);
  }
  return parts;
}

/** Lines of a diff, folded below a summary. */
export function folded(summary: string, lines: readonly MarkedLine[]): string {
  return `\n<details><summary>${escapeMarkdown(summary)}</summary>\n\n${fenced('diff', lines.map(lineText))}\n\n</details>\n`;
}

/** What an apply only notes, a line for each campaign or for several that share a note. */
function noteList(groups: readonly RowGroup[]): MarkdownBlock[] {
  if (groups.length === 0) return [];
  return [
    block('note', [], '\nNoted:\n\n'),
    ...groups.flatMap(({ rows, why }) => chunks(rows, NAMES_IN_LINE).map((part) => noteLine(part, why))),
  ];
}

function noteLine(rows: readonly Row[], why: Phrase): MarkdownBlock {
  const keys = rows.map(({ subject }) => subject);
  return block('note', keys, `- ${keys.map(codeSpan).join(', ')}: ${phraseMarkdown(why)}\n`);
}
