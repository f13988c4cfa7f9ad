import { splitMark } from '../model/byte-order-mark.ts';

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
