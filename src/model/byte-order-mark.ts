const MARK = '\ufeff';

/** The byte order mark that a text begins with, or an empty text, and the rest. */
export function splitMark(text: string): readonly [mark: string, rest: string] {
  return text.startsWith(MARK) ? [MARK, text.slice(MARK.length)] : ['', text];
}

export function withoutMark(text: string): string {
  return splitMark(text)[1];
}
