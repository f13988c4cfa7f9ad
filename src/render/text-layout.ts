import { visibleText } from '../model/show.ts';

/** Cuts a text to `width` characters, with an ellipsis if something is missing. */
export function clipTo(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}

/** A visible text on one line: without line breaks and tabs. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/[\t\n]/g, ' ');
}

/** A visible text with a single space for each run of spaces, tabs and line breaks of any system. */
export function visibleInline(text: string): string {
  return visibleText(text.replace(/[ \t\r\n]+/g, ' '));
}

/** The codes of colors and links that this program writes. */
const COLOR = /(\u001b\[(?:1|2|22|3[1239])m|\u001b\]8;;[!-~]*\u0007)/;

/**
 * A visible text of one that is painted, with or without its colors; of links, only these codes are ours. Texts of campaigns
 * are made visible before that.
 */
export function visibleUnderPaint(text: string, isColored: boolean, links: ReadonlySet<string>): string {
  const isOurs = (part: string) => COLOR.test(part) && (part.endsWith('m') || links.has(part));
  const shown = (part: string) => (isOurs(part) ? (isColored ? part : '') : visibleText(part));
  return text.split(COLOR).map(shown).join('');
}
