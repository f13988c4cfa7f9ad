/**
 * What a reader does not see, or what leads a reader astray: control characters but tabs and line feeds, lone surrogates,
 * marks that turn text round (Unicode TR 9), blanks and fillers of no width, tag characters, variation selectors of which
 * no emoji makes use. Joiners stay: scripts and emoji need them.
 */
const UNSEEN =
  /(?![\t\n])\p{Cc}|\p{Cs}|[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]/gu;

/** A text in which all that a reader could not see, or that could lead astray, stands as its code: `\u202e`. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, codeOf);
}

/** The same in one line: without line ends and tabs of its own. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/[\t\n]/g, ' ');
}

/** Colours as we set them. */
const COLOUR = /(\u001b\[(?:1|2|22|3[1239])m)/;

/** The same for what is painted already. What campaigns say has to be made visible before it is painted. */
export function visibleUnderPaint(text: string): string {
  return text
    .split(COLOUR)
    .map((part, at) => (at % 2 === 1 ? part : visibleText(part)))
    .join('');
}

/** What is painted already, without its colours: for a place that shows none. */
export function visibleWithoutPaint(text: string): string {
  return text
    .split(COLOUR)
    .filter((_, at) => at % 2 === 0)
    .map(visibleText)
    .join('');
}

function codeOf(found: string): string {
  return `\\u${(found.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}
