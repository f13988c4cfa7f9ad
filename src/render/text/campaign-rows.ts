import type { Span } from '../../messages/phrase.ts';
import { columns, fold, GAP, indent, wrap, padTo, widthOf } from '../columns.ts';

/** Text with words that lead to a page. A terminal shows them as links. */
export type LinkedText = readonly Extract<Span, { readonly kind: 'text' | 'link' }>[];

/** A line whose words at an offset lead to a page. Words that don't fit there lead nowhere, and neither do others. */
export function linkedLine(
  line: string,
  {
    at,
    words,
    address,
  }: { readonly at: number; readonly words: string; readonly address: string | undefined },
): LinkedText {
  if (address === undefined || !line.startsWith(words, at)) return textLines([line]);
  return [
    { kind: 'text', text: line.slice(0, at) },
    { kind: 'link', text: words, address },
    { kind: 'text', text: `${line.slice(at + words.length)}\n` },
  ];
}

/** Lines without links. */
export function textLines(lines: readonly string[]): LinkedText {
  return lines.map((line) => ({ kind: 'text', text: `${line}\n` }));
}

/** A campaign in a list. */
interface CampaignRow {
  readonly key: string;
  /** What comes next to the key, in columns. */
  readonly beside: readonly string[];
  /** What comes after that; below the key if the line is too short for all. */
  readonly below: readonly [first: string, ...others: string[]];
  /** The page that the first of these leads to. */
  readonly address?: string | undefined;
}

const INDENT = 4;

/** One line for each campaign if all fit, below the titles of the columns. Otherwise at least two lines for each. */
export function campaignRows(rows: readonly CampaignRow[], width: number, titles?: CampaignRow): LinkedText {
  const all = titles ? [titles, ...rows] : rows;
  const left = columns(all.map(({ key, beside }) => [key, ...beside]));
  const at = Math.max(...left.map(widthOf)) + GAP;
  const begins = left.map((line) => padTo(line, at));
  const whole = columns(all.map(({ below }) => below)).map((line, row) => (begins[row] ?? '') + line);
  const linked = (line: string, offset: number, row: CampaignRow | undefined) =>
    linkedLine(line, { at: offset, words: row?.below[0] ?? '', address: row?.address });
  if (whole.every((line) => widthOf(line) <= width))
    return whole.flatMap((line, row) => linked(line, begins[row]?.length ?? 0, all[row]));
  const first = columns(rows.map(({ key, beside }) => [key, ...beside]));
  const fits = first.every((line) => widthOf(line) <= width);
  return rows.flatMap((row, index) => {
    const above = fits ? [first[index] ?? ''] : [...fold(row.key, width), ...indented(row.beside, width)];
    const [line = '', ...more] = indented(row.below, width);
    return [...textLines(above), ...linked(line, INDENT, row), ...textLines(more)];
  });
}

function indented(cells: readonly string[], width: number): string[] {
  return indent(wrap(cells.filter((cell) => cell !== '').join(' · '), width - INDENT), INDENT);
}
