import type { CampaignKey } from '../../model/campaign.ts';
import type { Action } from '../../model/transitions.ts';
import type { Message } from '../../messages/phrase.ts';
import type { ComponentValues } from './value-row.ts';

// What people read of a plan or of what a run did is a list of rows, each about one campaign. Everything that is to be said
// is decided here; text, Markdown and HTML only lay the rows out, and compute nothing of a plan.

/**
 * `blocked` and `warning` need attention; `change` is sent; `note` only explains; `issue` is what a run did not do; `drift`
 * was changed in the service.
 */
export type RowKind = 'blocked' | 'warning' | 'change' | 'note' | 'issue' | 'drift';

/** The sign before a row. */
export type Mark = 'attention' | 'failed' | 'unknown' | 'create' | 'update' | 'note' | Action;

export interface FileLine {
  readonly file: string;
  readonly line: number | undefined;
}

/** Why something is shown, what to do about it, and what differs. For a change, `why` is whom it reaches and when. */
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
  readonly values: readonly ComponentValues[];
  /** What rows that are alike have in common: `why` and `todo` without what is only true of one campaign. */
  readonly shared: Message;
  /** What is only true of this campaign, for its name in a list of several. */
  readonly aside: string;
  /** Rows with the same text here say the same. */
  readonly like: string;
}

/** A campaign's status and its addresses, as its rows show them. */
export type Shown = Pick<Row, 'subject' | 'live' | 'dashboard' | 'file'>;
