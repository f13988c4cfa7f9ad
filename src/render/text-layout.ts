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
export function clipTo(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}

/** A shortened value, with the number of characters that are missing. */
export function countedCut({ text, left }: { readonly text: string; readonly left: number }): string {
  return left === 0 ? text : `${text} (${counted(left, 'character')} left out)`;
}

/** A value that is cut at its end, with the number of characters that are left out. */
export function countedClip(text: string, width: number): string {
  return countedCut({
    text: clipTo(text, width),
    left: text.length <= width ? 0 : text.length - (width - 1),
  });
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

/**
 * Characters that a reader can't see or that mislead: control characters except tabs and line feeds, lone surrogates,
 * marks that reverse text (Unicode TR 9), zero-width spaces and fillers, tag characters, and variation selectors that no
 * emoji uses. Joiners stay, because scripts and emoji need them.
 */
const UNSEEN =
  /(?![\t\n])\p{Cc}|\p{Cs}|[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]/gu;

/** A text in which each invisible or misleading character is replaced with its code: `\u202e`. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, codeOf);
}

/** A visible text on one line: without line breaks and tabs. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/[\t\n]/g, ' ');
}

/** A visible text with a single space for each run of spaces, tabs and line breaks of any system. */
export function visibleInline(text: string): string {
  return visibleText(text.replace(/[ \t\r\n]+/g, ' '));
}

/** The color codes that this program writes. */
const COLOR = /(\u001b\[(?:1|2|22|3[1239])m)/;

/** A visible text of one that is already painted. Texts of campaigns have to be made visible before they are painted. */
export function visibleUnderPaint(text: string): string {
  return text
    .split(COLOR)
    .map((part, at) => (at % 2 === 1 ? part : visibleText(part)))
    .join('');
}

/** A painted text without its colors, for a place that shows none. */
export function visibleWithoutPaint(text: string): string {
  return text
    .split(COLOR)
    .filter((_, at) => at % 2 === 0)
    .map(visibleText)
    .join('');
}

function codeOf(found: string): string {
  return `\\u${(found.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}
