import { chunks } from '../../model/grouping.ts';
import { firstPlace } from '../../messages/phrase.ts';
import {
  foldLines,
  foldTitle,
  groupTitle,
  tableLines,
  groupRows,
  byValues,
  type RowGroup,
} from '../rows/group.ts';
import { byUrgency, sectionsOf } from '../rows/plan-rows.ts';
import { isSending, lineText, PICTURES, type MarkedLine, type Row } from '../rows/row.ts';
import { folded, tableHead, tableLine, type AddressOf, type MarkdownBlock } from './blocks.ts';
import { codeSpan, escapeMarkdown, fenced, linked, phraseMarkdown } from './escape-markdown.ts';

/** The most campaigns with the same issue that one line of a table names. The others follow in more lines. */
const NAMES_IN_LINE = 50;

/** Rows as tables, below them what differs, folded, and last what is only noted. */
export function rowsMarkdown(rows: readonly Row[], addressOf: AddressOf): MarkdownBlock[] {
  const { attention, changes, notes } = sectionsOf(rows);
  return [
    ...table(attention, addressOf),
    ...byUrgency(changes).flatMap(({ title, rows: same }) => table(same, addressOf, title)),
    ...details(attention),
    ...details(changes),
    ...noteList(notes),
  ];
}

/** What is sent or was sent needs nothing from the reader. */
const SENT: readonly Row['kind'][] = ['change', 'done'];

/** What a run may have changed, so that the status is that of the plan. */
const OF_RUN: readonly Row['kind'][] = ['issue', 'done'];

/** The columns of what customers get; that of people is left out where the service wasn't asked. */
const OF_SENDS = ['when', 'to', 'people'] as const;

/** A line for each campaign, or for what several have in common, with the name of each. */
export function table(rows: readonly Row[], addressOf: AddressOf, title = ''): MarkdownBlock[] {
  const [first] = rows;
  if (!first) return [];
  const isSent = SENT.includes(first.kind);
  const columns = isSending(first) ? OF_SENDS.filter((label) => label !== 'people' || hasPeople(rows)) : [];
  const titles = isSent ? [...columns, 'change'] : ['why', 'what to do'];
  const head =
    (title === '' ? '' : `\n**${title}**\n`) +
    tableHead(['', 'campaign', OF_RUN.includes(first.kind) ? 'before' : 'live', ...titles]);
  return groupRows(rows).flatMap((group) =>
    groupLines(group, addressOf, columns).map(({ keys, cells }) => {
      const text = tableLine(cells.slice(0, titles.length + 3));
      return { keys, isSent, head, text, rank: rankOf(group.rows[0]) };
    }),
  );
}

function hasPeople(rows: readonly Row[]): boolean {
  return rows.some(({ facts }) => facts.some(({ label }) => label === 'people'));
}

/** What is blocked, failed or unknown comes first, then what else needs attention, then what is fine, then the details. */
function rankOf({ kind, mark }: Row): number {
  if (kind === 'blocked' || mark === 'failed' || mark === 'unknown') return 0;
  return SENT.includes(kind) ? 2 : 1;
}

/** The details of what customers get outlast the others. */
const [SENDING_DETAILS_RANK, DETAILS_RANK] = [3, 4];

function groupLines(group: RowGroup, addressOf: AddressOf, columns: readonly (typeof OF_SENDS)[number][]) {
  const [first] = group.rows;
  const isOne = group.rows.length === 1;
  const live = isOne ? liveCell(first) : group.live;
  const own = columns.map((label) =>
    escapeMarkdown(group.facts.find((fact) => fact.label === label)?.words ?? (isOne ? '–' : '')),
  );
  const words = tableLines(group, columns).map(escapeMarkdown);
  const why = [...words, phraseMarkdown(group.why)].filter(Boolean).join('<br>');
  return chunks(group.rows, NAMES_IN_LINE).map((part, at) => {
    const names = part.map((row) => nameInList(row, group, addressOf)).join(', ');
    const title = at === 0 ? `**${groupTitle(group.rows)}**` : `${part.length} more`;
    const rest =
      at === 0 ? [...own, why, phraseMarkdown(group.todo)] : [...own.map(() => ''), 'the same', ''];
    return {
      keys: part.map(({ subject }) => subject),
      cells: [PICTURES[first.mark], isOne ? names : `${title}: ${names}`, live, ...rest],
    };
  });
}

function nameInList(row: Row, group: RowGroup, addressOf: AddressOf): string {
  const name = nameOf({ ...row, place: row.place ?? firstPlace(row.why) }, addressOf);
  if (group.rows.length === 1) return name;
  const isEach = row.live !== group.live || row.dashboard !== undefined;
  const aside = group.asideOf(row);
  return [name, isEach ? liveCell(row) : '', aside === '' ? '' : `(${escapeMarkdown(aside)})`]
    .filter(Boolean)
    .join(' ');
}

/** The live status, as a link to where people see the campaign itself. */
function liveCell({ live, dashboard }: Row): string {
  return dashboard === undefined ? live : linked(live, dashboard);
}

/** A campaign's key, as a link to the relevant place in its file. */
export function nameOf(
  { subject, file, place }: Pick<Row, 'subject' | 'file' | 'place'>,
  addressOf: AddressOf,
): string {
  const where = place ?? (file === null ? undefined : { file, line: undefined });
  return where ? linked(subject, addressOf(where)) : codeSpan(subject);
}

/** A comment has space for one fold of this size, in characters. */
const FOLD_CHARS = 20_000;

/** What differs, folded: once for all campaigns that differ in the same way, and in parts if it is long. */
export function details(rows: readonly Row[]): MarkdownBlock[] {
  return groupRows(rows).flatMap((group) =>
    byValues(group).flatMap((same) => {
      const parts = inParts(foldLines(same));
      return parts.map((lines, at) => {
        const title = at === 0 ? '' : ` (part ${at + 1} of ${parts.length})`;
        return {
          keys: same.map(({ subject }) => subject),
          isSent: SENT.includes(group.rows[0].kind),
          rank: isSending(group.rows[0]) ? SENDING_DETAILS_RANK : DETAILS_RANK,
          text: folded(foldTitle(same) + title, fenced('diff', lines.map(lineText))),
        };
      });
    }),
  );
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

/** What an apply only notes, a line for each campaign or for several that share a note. */
function noteList(rows: readonly Row[]): MarkdownBlock[] {
  return groupRows(rows).flatMap((group) =>
    chunks(group.rows, NAMES_IN_LINE).map((part) => {
      const keys = part.map(({ subject }) => subject);
      const text = `- ${keys.map(codeSpan).join(', ')}: ${phraseMarkdown(group.why)}\n`;
      return { keys, head: '\nNoted:\n\n', text, rank: DETAILS_RANK };
    }),
  );
}
