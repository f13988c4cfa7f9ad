import { splitMark } from '../model/text-start.ts';

// The line endings of a text file are those that git and the editor prefer, which differ from machine to machine. So every
// text is read with line feeds, because what is sent must not depend on the machine. Many bodies in a service have Windows
// line endings, because browser forms send them. For those, the reference says `{ $file: ./body.html, eol: crlf }`, and every
// tool can still edit the file.

/** A text as it is in its file, and the line endings with which it is sent; undefined: those of the file. */
export interface StoredText {
  readonly text: string;
  readonly eol: 'crlf' | undefined;
}

/** Mixed line endings, or single carriage returns, stay in the text. */
export function storedText(text: string): StoredText {
  const isCrlf = text.includes('\r') && !/\r(?!\n)|(?<!\r)\n/.test(text);
  return isCrlf ? { text: text.replaceAll('\r\n', '\n'), eol: 'crlf' } : { text, eol: undefined };
}

/** A text with the line endings that its reference names. */
export function withLineEnds(text: string, eol: string | undefined): string {
  return eol === 'crlf' ? text.replaceAll('\n', '\r\n') : text;
}

/** `{ $file: ./body.html }`, with `eol` if the line endings differ from those of the file. */
export function fileReference(file: string, eol: StoredText['eol']): { readonly [name: string]: string } {
  return { $file: file, ...(eol && { eol }) };
}

/** A text with line feeds, prepared for overwriting a file: with its byte order mark, and the line ends of most lines. */
export function inKeptLines(before: string, text: string): string {
  const [mark, plain] = splitMark(before);
  const isWindows = plain.split('\r\n').length * 2 > plain.split('\n').length + 1;
  return mark + (isWindows ? text.replaceAll('\n', '\r\n') : text);
}
