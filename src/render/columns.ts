import stringWidth from 'string-width';
import { inMedium, mapText, plainText, type Phrase } from '../messages/phrase.ts';
import { visibleLine } from './text-layout.ts';

// Text in the columns of a terminal, in which a letter of East Asia or an emoji takes two and a combining mark none.

/** Letters and signs of one column each, of which almost all text consists. Measuring them would take far longer. */
const NARROW = /^[ -~\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u2193]*$/;

export function widthOf(text: string): number {
  return NARROW.test(text) ? text.length : stringWidth(text);
}

export function padTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

const characters = new Intl.Segmenter();

/** A character may have many marks. Without a limit, each line would be sought in all that is left of a long text. */
const UNITS_PER_COLUMN = 16;

/** How much of a text fits into `width` columns, in code units. Characters stay whole. */
function fitting(text: string, width: number): number {
  if (NARROW.test(text.slice(0, width + 1))) return Math.max(0, Math.min(text.length, width));
  let end = 0;
  let used = 0;
  for (const { segment } of characters.segment(text.slice(0, width * UNITS_PER_COLUMN))) {
    used += widthOf(segment);
    if (used > width) break;
    end += segment.length;
  }
  return end;
}

/** Where a line of at most `width` columns ends. It has at least one character. */
function lineEnd(text: string, width: number): number {
  const fits = fitting(text, width);
  if (fits > 0) return fits;
  const [first] = characters.segment(text.slice(0, UNITS_PER_COLUMN));
  return first?.segment.length ?? 0;
}

/** Breaks a text at spaces so that no line is wider than `width`. A longer word is broken, after a `/` if it has one. */
export function wrap(text: string, width: number): string[] {
  const words = text.split(/ +/).filter((word) => word !== '');
  return fill(
    words.flatMap((one) => fold(one, width)),
    width,
  );
}

/** Words on as few lines as they need; `start` is before each line but the first. */
function fill(words: readonly string[], width: number, start = ''): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const isNew = last === undefined || widthOf(last) + 1 + widthOf(word) > width;
    if (isNew) lines.push(last === undefined ? word : start + word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** Breaks a value so that no line is wider than `width`, at a space or after a `/` if it has one. Nothing is lost. */
export function fold(text: string, width: number): string[] {
  const lines: string[] = [];
  let rest = text;
  for (let limit = lineEnd(rest, width); limit < rest.length; limit = lineEnd(rest, width)) {
    const blank = rest.lastIndexOf(' ', limit);
    const slash = rest.lastIndexOf('/', limit - 1) + 1;
    const end = blank > limit / 2 ? blank : slash > 1 ? slash : limit;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end === blank ? end + 1 : end);
  }
  return [...lines, rest];
}

/** Cuts a text to `width` columns, with an ellipsis if something is missing. */
export function clipToWidth(text: string, width: number): string {
  return fitting(text, width) === text.length ? text : `${text.slice(0, fitting(text, width - 1))}…`;
}

export function indent(lines: readonly string[], by: number): string[] {
  return lines.map((line) => (line === '' ? '' : ' '.repeat(by) + line));
}

/** Blanks between two columns of a table. */
const GAP = 2;

/** Rows of cells as aligned columns; the last column is not padded. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, widthOf(cell))));
  return rows.map((row) =>
    row
      .map((cell, at) => (at === row.length - 1 ? cell : padTo(cell, widths[at] ?? 0)))
      .join(' '.repeat(GAP))
      .trimEnd(),
  );
}

/**
 * A phrase in lines of at most `width` characters. A command, which a person copies, has a line of its own, and a long one
 * continues after a backslash as in a shell.
 */
export function wrapPhrase(phrase: Phrase, width: number): string[] {
  const shown = mapText(inMedium('inTerminal', phrase), visibleLine);
  const at = shown.findIndex(({ kind }) => kind === 'command');
  const command = shown[at];
  if (command === undefined) return wrap(plainText(shown), width);
  return [
    ...wrapPhrase(shown.slice(0, at), width),
    ...wrapCommand(plainText([command]), width),
    ...wrapPhrase(withoutMark(shown.slice(at + 1)), width),
  ];
}

/** A period right after a command would be copied with it. */
function withoutMark([first, ...rest]: Phrase): Phrase {
  if (first?.kind !== 'text') return first ? [first, ...rest] : rest;
  const text = /^[.;,]/.test(first.text) ? first.text.slice(1) : first.text;
  return [{ ...first, text }, ...rest];
}

const CONTINUED = ' \\';

/** Broken at spaces only. */
function wrapCommand(command: string, width: number): string[] {
  if (widthOf(command) <= width) return [command];
  const lines = fill(command.split(' '), width - CONTINUED.length, '  ');
  return lines.map((line, at) => (at < lines.length - 1 ? line + CONTINUED : line));
}
