import { inMedium, mapText, plainText, type Phrase } from '../../messages/phrase.ts';
import { wrap, widthOf } from '../columns.ts';
import { visibleLine } from '../text-layout.ts';

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
  const lines: string[] = [];
  for (const word of command.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) + CONTINUED.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(lines.length === 0 ? word : `  ${word}`);
  }
  return lines.map((line, at) => (at < lines.length - 1 ? line + CONTINUED : line));
}
