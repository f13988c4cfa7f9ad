const MARK = '\ufeff';

/** The byte order mark that a text begins with, or an empty text, and the rest. */
export function splitMark(text: string): readonly [mark: string, rest: string] {
  return text.startsWith(MARK) ? [MARK, text.slice(MARK.length)] : ['', text];
}

export function withoutMark(text: string): string {
  return splitMark(text)[1];
}

/** The beginning of a Git LFS pointer, for a file that was not fetched (Git LFS specification, "The Pointer"). */
export const LFS_POINTER = 'version https://git-lfs.github.com/spec/v1';
