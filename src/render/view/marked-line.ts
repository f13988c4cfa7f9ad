/** A line of a diff: removed, added, or next to one of these. */
export interface MarkedLine {
  readonly mark: '-' | '+' | ' ';
  readonly text: string;
}

/** A line that is neither removed nor added. */
export function unmarked(text: string): MarkedLine {
  return { mark: ' ', text };
}

/** As diffs are written: `- old`. */
export function lineText({ mark, text }: MarkedLine): string {
  return `${mark} ${text}`;
}
