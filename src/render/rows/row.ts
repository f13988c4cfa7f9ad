import type { CampaignKey } from '../../model/campaign.ts';
import type { PartName } from '../../model/pull.ts';
import type { Action } from '../../model/transitions.ts';
import type { Message } from '../../messages/phrase.ts';

// What people read of a plan or of what a run did is a list of rows, each about one campaign. Everything that is to be said
// is decided here; text, Markdown and HTML only lay the rows out, and compute nothing of a plan.

/**
 * `blocked` and `warning` need attention; `change` is sent; `note` only explains; `issue` is what a run did not do, and `done`
 * what it did; `drift` was changed in the service.
 */
export type RowKind = 'blocked' | 'warning' | 'change' | 'note' | 'issue' | 'done' | 'drift';

/** The sign before a row. */
export type Mark =
  'attention' | 'failed' | 'unknown' | 'waiting' | 'done' | 'create' | 'update' | 'note' | Action;

export interface FileLine {
  readonly file: string;
  readonly line: number | undefined;
}

/** Why something is shown, what to do about it, and what differs. */
export interface Row extends Message {
  readonly kind: RowKind;
  readonly subject: CampaignKey;
  readonly mark: Mark;
  /** The live status; `new` for a campaign that isn't in the service yet. */
  readonly live: string;
  /** Where people see the campaign in the service. */
  readonly dashboard?: string | undefined;
  /** The campaign's file; null if it has none. */
  readonly file: string | null;
  /** The line that the row is about. */
  readonly place?: FileLine | undefined;
  /** `blocked: locked`; for a change what is done; empty where `why` is all there is. */
  readonly head: string;
  /** Whom a change reaches, when and with what, a line each. */
  readonly facts: readonly string[];
  readonly values: readonly ComponentValues[];
  /** `why` and `todo` without the names of the campaign, for a list of several campaigns. */
  readonly shared: Message;
  /** What is only true of this campaign, for its name in that list. */
  readonly aside: string;
  /** Rows with the same text here say the same. */
  readonly like: string;
}

/** A campaign's status and its addresses, as its rows show them. */
export type Shown = Pick<Row, 'subject' | 'live' | 'dashboard' | 'file'>;

/** One field that differs, in words. */
export interface ValueRow {
  /** The steps to the field that a reader needs: `android`, `variation_2`. */
  readonly context: readonly string[];
  /** Empty for the component itself. */
  readonly field: string;
  /** Undefined on a side without a value. */
  readonly was: string | undefined;
  readonly now: string | undefined;
  /** The lines of a diff, or who has which value, in place of both. */
  readonly lines?: readonly MarkedLine[] | undefined;
  /** Whether a part of the values is left out. */
  readonly isCut: boolean;
  /** What differs in full, even where a reader sees only a part of it. */
  readonly exact: string;
}

/** What differs in a component, for whatever renders it. */
export interface ComponentValues {
  readonly name: PartName;
  /** Why it differs, with who made a change that is overwritten; empty for an edit of the file, which is the usual cause. */
  readonly cause: string;
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

/** The lines of a value; the old value and the new one, or only one of them, if it has no lines of its own. */
export function linesOf({ was, now, lines }: Pick<ValueRow, 'was' | 'now' | 'lines'>): readonly MarkedLine[] {
  const old = was === undefined ? [] : [{ mark: '-', text: was } as const];
  return lines ?? [...old, ...(now === undefined ? [] : [{ mark: '+', text: now } as const])];
}

/** What differs, in full even where a reader sees only a part: equal texts are equal differences. */
export function exactly(components: readonly ComponentValues[]): string {
  return JSON.stringify(
    components.map(({ name, cause, values }) => [
      name,
      cause,
      values.map(({ context, field, exact }) => [context, field, exact]),
    ]),
  );
}
