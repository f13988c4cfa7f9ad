import type { PartName } from '../../model/pull.ts';

/** One field that differs, in words. */
export interface ValueRow {
  /** The steps to the field that a reader needs: `android`, `default`, `variation_1`. */
  readonly context: readonly string[];
  /** Empty for the component itself. */
  readonly field: string;
  /** Undefined on a side without a value. */
  readonly was: string | undefined;
  readonly now: string | undefined;
  /** Removed and added lines, if these say more than both values. */
  readonly lines?: readonly MarkedLine[] | undefined;
  /** Who has which value, if neither replaces the other. */
  readonly sides?: readonly { readonly who: string; readonly value: string }[] | undefined;
  /** Whether a part of the values is left out. */
  readonly isCut: boolean;
  /** What differs in full, even where a reader sees only a part of it. */
  readonly exact: string;
}

/** What differs in a component, for whatever renders it. */
export interface ComponentValues {
  readonly name: PartName;
  /** Why it differs; empty for an edit of the file, which is the usual cause. */
  readonly cause: string;
  /** `cause` with who made a change that is overwritten, and when, if the service says so. For where it is shown once. */
  readonly causeInFull: string;
  /** The files, each from the root, that have the full values; empty if nothing is cut. */
  readonly rest: readonly string[];
  readonly values: readonly ValueRow[];
}

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

/** What differs, in full even where a reader sees only a part: equal texts are equal differences. */
export function exactly(components: readonly ComponentValues[]): string {
  return JSON.stringify(
    components.map(({ name, causeInFull, values }) => [
      name,
      causeInFull,
      values.map(({ context, field, sides, exact }) => [context, field, sides, exact]),
    ]),
  );
}
