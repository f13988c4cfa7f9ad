import { splitMark } from '../model/byte-order-mark.ts';

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

/**
 * A text with line feeds, prepared for overwriting a file: it keeps the file's byte order mark, and the line endings
 * of the lines that both texts begin or end with. New lines get the line ending that most lines of the file have.
 */
export function inKeptLines(before: string, text: string): string {
  const [mark, bare] = splitMark(before);
  const old = linesOf(bare);
  const next = linesOf(text);
  const isSame = (one: string | undefined, other: string | undefined) =>
    one !== undefined && one.replace(/\r\n$/, '\n') === other;
  let start = 0;
  while (start < next.length && isSame(old[start], next[start])) start += 1;
  let end = 0;
  while (
    end < next.length - start &&
    end < old.length - start &&
    isSame(old[old.length - 1 - end], next[next.length - 1 - end])
  )
    end += 1;
  const windows = old.filter((line) => line.endsWith('\r\n')).length;
  const feed = windows * 2 > old.length ? '\r\n' : '\n';
  const middle = next.slice(start, next.length - end).map((line) => line.replace(/\n$/, feed));
  return mark + [...old.slice(0, start), ...middle, ...old.slice(old.length - end)].join('');
}

/** Lines with their line endings. */
function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/).filter((line) => line !== '');
}
