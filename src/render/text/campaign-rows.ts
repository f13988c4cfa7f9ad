import { columns, foldedWord, indent, wrap } from '../text-layout.ts';

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
export function campaignRows(rows: readonly CampaignRow[], width: number, titles?: CampaignRow): string[] {
  const all = titles ? [titles, ...rows] : rows;
  const whole = columns(all.map(({ key, beside, below }) => [key, ...beside, ...below]));
  if (whole.every((line) => line.length <= width)) return whole;
  const first = columns(rows.map(({ key, beside }) => [key, ...beside]));
  const fits = first.every((line) => line.length <= width);
  return rows.flatMap(({ key, beside, below }, at) => [
    ...(fits ? [first[at] ?? ''] : [...foldedWord(key, width), ...indented(beside, width)]),
    ...indented(below, width),
  ]);
}

function indented(cells: readonly string[], width: number): string[] {
  return indent(wrap(cells.filter((cell) => cell !== '').join(' · '), width - INDENT), INDENT);
}
