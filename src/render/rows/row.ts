import type { CampaignKey, Live } from '../../model/campaign.ts';
import type { PlannedCampaign } from '../../model/plan.ts';
import type { PartName } from '../../model/pull.ts';
import type { Action } from '../../model/transitions.ts';
import { messageText } from '../../messages/catalog/row.ts';
import type { Message } from '../../messages/phrase.ts';
import { counted } from '../../model/show.ts';

// What people read of a plan or of what a run did is a list of rows, each about one campaign. Everything that is to be said
// is decided here; text, Markdown and HTML only lay the rows out, and compute nothing of a plan.

/** The sign before a row. */
export type Mark =
  'attention' | 'failed' | 'unknown' | 'waiting' | 'done' | 'create' | 'update' | 'note' | Action;

export interface FileLine {
  readonly file: string;
  readonly line: number | undefined;
}

/** The kinds of changes by what happens to customers, soonest first: `now` is within a day. */
export type Urgency = 'now' | 'later' | 'stops' | 'drafts' | 'others';

/** Whether customers get something because of it, or get it otherwise than before. */
export function isSending({ urgency }: Pick<Row, 'urgency'>): boolean {
  return urgency === 'now' || urgency === 'later';
}

/** Something that a reviewer should know of a change. Where there are columns, those with a label have one of their own. */
export interface Fact {
  readonly label?: 'when' | 'to' | 'people';
  readonly words: string;
}

/** `to: all users` */
export function factText({ label, words }: Fact): string {
  return label === undefined ? words : `${label}: ${words}`;
}

/** Why something is shown, what to do about it, and what differs. */
export interface Row extends Message {
  /**
   * `blocked` and `warning` need attention; `change` is sent; `note` only explains; `issue` is what a run did not do, and
   * `done` what it did; `drift` was changed in the service.
   */
  readonly kind: 'blocked' | 'warning' | 'change' | 'note' | 'issue' | 'done' | 'drift';
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
  /** What customers notice of a change, and how soon; of other rows undefined. */
  readonly urgency?: Urgency | undefined;
  /** Whom a change reaches, when and with what. */
  readonly facts: readonly Fact[];
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

/** A row with what it has besides the usual: no facts and values, and the same words for several campaigns. */
export function rowFor(
  shown: Shown,
  { why = [], todo = [], shared = { why, todo }, ...row }: Pick<Row, 'kind' | 'mark' | 'head'> & Partial<Row>,
): Row {
  return { ...shown, why, todo, shared, like: messageText(shared), facts: [], values: [], aside: '', ...row };
}

/** What a status of the service may look like to be shown unchanged. */
const WORD = /^[a-z][a-z _-]{0,30}$/i;

/** A campaign, as far as its status is concerned. */
type Stated = Pick<PlannedCampaign, 'liveStatus' | 'campaignId' | 'file'> & {
  readonly live?: Pick<Live, 'statusAs'> | undefined;
};

/** The live status; `new` for a campaign that isn't in the service yet. */
export function statusOf({ liveStatus, campaignId, file, live }: Stated): string {
  if (live?.statusAs !== undefined) return otherStatus(live.statusAs);
  return liveStatus ?? (campaignId === null && file !== null ? 'new' : '–');
}

/** The service's word for a status that is none of the eight (open point S12). */
export function otherStatus(word: string): string {
  return WORD.test(word) ? word : 'another';
}

/** What all rows of a campaign show of it. */
export function shownIn(campaign: Stated & Pick<PlannedCampaign, 'key' | 'dashboard'>): Shown {
  const { key, file, dashboard } = campaign;
  return { subject: key, live: statusOf(campaign), dashboard, file };
}

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
}

/** What differs in a component, for whatever renders it. */
export interface ComponentValues {
  readonly name: PartName;
  /** Why it differs, with who made a change that is overwritten; empty for an edit of the file, which is the usual cause. */
  readonly cause: string;
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

/** The most lines with the same mark that a reader sees of a value with more characters than these. */
const [LINES_AT_MOST, WHOLE_CHARS] = [16, 300];

/** The lines of a value; the old value and the new one, or only one of them, if it has no lines of its own. */
export function linesOf({ was, now, lines }: ValueRow): readonly MarkedLine[] {
  const old = was === undefined ? [] : [{ mark: '-', text: was } as const];
  const all = lines ?? [...old, ...(now === undefined ? [] : [{ mark: '+', text: now } as const])];
  if (all.reduce((size, { text }) => size + text.length, 0) <= WHOLE_CHARS) return all;
  const seen = { '-': 0, '+': 0, ' ': 0 };
  const kept = all.filter(({ mark }) => ++seen[mark] <= LINES_AT_MOST);
  const left = all.length - kept.length;
  return left === 0 ? kept : [...kept, unmarked(`… ${counted(left, 'more line')}`)];
}

/** The picture before a row in Markdown and HTML. */
export const PICTURES: Readonly<Record<Mark, string>> = {
  attention: '⚠️',
  failed: '❌',
  unknown: '❔',
  waiting: '⏳',
  done: '✅',
  create: '➕',
  update: '✏️',
  PUBLISH: '🚀',
  PAUSE: '⏸️',
  RESUME: '▶️',
  STOP: '⏹️',
  note: '',
};
