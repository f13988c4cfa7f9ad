import { columns, fold, indent, wrap, widthOf } from '../columns.ts';

/** A campaign in a list. */
export interface CampaignRow {
  readonly key: string;
  /** What comes next to the key, in columns. */
  readonly beside: readonly string[];
  /** What comes after that; below the key if the line is too short for all. */
  readonly below: readonly string[];
}

const INDENT = 4;

/** One line for each campaign if all fit, below the titles of the columns. Otherwise at least two lines for each. */
export function campaignRows(rows: readonly CampaignRow[], width: number, titles?: CampaignRow): string {
  const fits = (lines: readonly string[]) => lines.every((line) => widthOf(line) <= width);
  const all = titles ? [titles, ...rows] : rows;
  const whole = columns(all.map(({ key, beside, below }) => [key, ...beside, ...below]));
  if (fits(whole)) return `${whole.join('\n')}\n`;
  const first = columns(rows.map(({ key, beside }) => [key, ...beside]));
  const isOneLine = fits(first);
  const lines = rows.flatMap(({ key, beside, below }, at) => [
    ...(isOneLine ? [first[at] ?? ''] : [...fold(key, width), ...indented(beside, width)]),
    ...indented(below, width),
  ]);
  return `${lines.join('\n')}\n`;
}

function indented(cells: readonly string[], width: number): string[] {
  return indent(wrap(cells.filter((cell) => cell !== '').join(' · '), width - INDENT), INDENT);
}
