import { mapText, phraseLines, plainText, inMedium, type Phrase, type Span } from '../../messages/phrase.ts';
import { indent, wrap, widthOf } from '../columns.ts';
import { visibleLine } from '../text-layout.ts';

/**
 * A phrase in lines of at most `width` characters, the text of a numbered step indented below its number. What a person
 * copies stays together: a command has a line of its own, a long command continues after a backslash as in a shell, and
 * code of several words is broken only if it is longer than a line.
 */
export function wrapPhrase(phrase: Phrase, width: number): string[] {
  return phraseLines(inMedium('inTerminal', phrase)).flatMap(({ start, phrase: line }) => {
    const [first = '', ...more] = wrapLine(line, width - start.length);
    return [start + first, ...indent(more, start.length)];
  });
}

function wrapLine(phrase: Phrase, width: number): string[] {
  const shown = mapText(phrase, visibleLine);
  const at = shown.findIndex(({ kind }) => kind === 'command');
  const command = shown[at];
  if (command === undefined) return wrap(shown.map(unbroken).join(''), width).map(withBlanks);
  return [
    ...wrapLine(shown.slice(0, at), width),
    ...wrapCommand(plainText([command]), width),
    ...wrapLine(withoutMark(shown.slice(at + 1)), width),
  ];
}

/** Replaces a space at which a line must not be broken. */
const NO_BREAK = '\u00a0';

function unbroken(span: Span): string {
  const text = plainText([span]);
  return span.kind === 'text' ? text : text.replaceAll(' ', NO_BREAK);
}

function withBlanks(line: string): string {
  return line.replaceAll(NO_BREAK, ' ');
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
  const lines: string[] = [];
  for (const word of command.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) + CONTINUED.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(lines.length === 0 ? word : `  ${word}`);
  }
  return lines.map((line, at) => (at < lines.length - 1 ? line + CONTINUED : line));
}
