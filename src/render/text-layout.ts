/** Cuts a text to `width` characters, with an ellipsis if something is missing. */
export function clipTo(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
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
  return visibleText(
    text
      .split(COLOR)
      .filter((_, at) => at % 2 === 0)
      .join(''),
  );
}

function codeOf(found: string): string {
  return `\\u${(found.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}
