import { counted } from '../model/show.ts';

/** Breaks a text at spaces so that no line is longer than `width`. A longer word is broken, after a `/` if it has one. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  const words = text.split(/ +/).filter((word) => word !== '');
  for (const word of words.flatMap((one) => foldedWord(one, width))) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** A word in pieces of at most `width` characters, broken after a `/` where there is one. */
export function foldedWord(word: string, width: number): string[] {
  const lines: string[] = [];
  let rest = word;
  const limit = Math.max(1, width);
  while (rest.length > limit) {
    const slash = rest.lastIndexOf('/', limit - 1);
    const end = slash > 0 ? slash + 1 : limit;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...lines, rest];
}

/** Breaks a value so that no line is longer than `width`, at spaces if it has any. Nothing is lost. */
export function fold(text: string, width: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > width) {
    const blank = rest.lastIndexOf(' ', width);
    const end = blank > width / 2 ? blank : width;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end === blank ? end + 1 : end);
  }
  return [...lines, rest];
}

export function indent(lines: readonly string[], by: number): string[] {
  return lines.map((line) => (line === '' ? '' : ' '.repeat(by) + line));
}

/** Cuts a text to `width` characters, with an ellipsis if something is missing. */
export function clip(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}

/** A shortened value, with the number of characters that are missing. */
export function countedCut({ text, left }: { readonly text: string; readonly left: number }): string {
  return left === 0 ? text : `${text} (${counted(left, 'character')} left out)`;
}

/** The same for a value that is cut at its end. */
export function countedClip(text: string, width: number): string {
  return countedCut({ text: clip(text, width), left: text.length <= width ? 0 : text.length - (width - 1) });
}

/** Characters between two columns. */
export const GAP = 2;

/** Rows of cells as aligned columns; the last column is not padded. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, cell.length)));
  return rows.map((row) =>
    row
      .map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0)))
      .join(' '.repeat(GAP))
      .trimEnd(),
  );
}
