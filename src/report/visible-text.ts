/**
 * Control characters and lone surrogates; marks that turn text round (Unicode TR 9, explicit formatting); blanks of
 * no width, and tag characters. Joiners stay: scripts and emoji need them. So do tabs and line feeds.
 */
const UNSEEN =
  /(?![\t\n])\p{Cc}|\p{Cs}|[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/** A text in which all that a reader could not see, or that could lead astray, stands as its code: `\u202e`. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, (found) => `\\u${(found.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}
