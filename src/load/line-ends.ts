// A text in a file of its own ends its lines as git and the editor like it, which differs from machine to machine, so
// every text is read with line feeds. What is sent must not depend on that. Many bodies in a service have Windows line
// ends, since forms in browsers send them: the reference says so, `{ $file: ./body.html, eol: crlf }`, and the file stays
// one that every tool can edit.

/** A text as its file holds it, and how its lines end when it is sent; undefined: as in the file. */
export interface StoredText {
  readonly text: string;
  readonly eol: 'crlf' | undefined;
}

/** Line ends that are mixed, or old ones of a carriage return alone, stay in the text. */
export function storedText(text: string): StoredText {
  const isCrlf = text.includes('\r') && !/\r(?!\n)|(?<!\r)\n/.test(text);
  return isCrlf ? { text: text.replaceAll('\r\n', '\n'), eol: 'crlf' } : { text, eol: undefined };
}

/** A text with the line ends that its reference names. */
export function withLineEnds(text: string, eol: string | undefined): string {
  return eol === 'crlf' ? text.replaceAll('\n', '\r\n') : text;
}

/** `{ $file: ./body.html }`, with the line ends where they are not those of the file. */
export function fileReference(file: string, eol: StoredText['eol']): { readonly [name: string]: string } {
  return { $file: file, ...(eol && { eol }) };
}
