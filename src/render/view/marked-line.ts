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

/** The old value and the new one; only one of them where the other is missing. */
export function oldAndNew(was: string | undefined, now: string | undefined): MarkedLine[] {
  return [
    ...(was === undefined ? [] : [{ mark: '-', text: was } as const]),
    ...(now === undefined ? [] : [{ mark: '+', text: now } as const]),
  ];
}
