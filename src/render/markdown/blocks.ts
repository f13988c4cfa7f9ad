import { describeLeftOut } from '../../messages/comment-messages.ts';
import { say, type Phrase } from '../../messages/phrase.ts';
import { groupBy } from '../../model/grouping.ts';
import { counted } from '../../model/show.ts';
import type { FileLine } from '../rows/row.ts';
import { escapeMarkdown, phraseMarkdown } from './escape-markdown.ts';

/** A part of the Markdown of a plan or a result. All parts, one after the other, are the whole text. */
export interface MarkdownBlock {
  /** What the part is about. A part that is about nothing is always kept. */
  readonly keys: readonly string[];
  readonly text: string;
  /** The head of the table or list that it is a line of, which precedes the first of these lines. */
  readonly head?: string;
  /** Whether it shows something that is sent, and so needs a review. */
  readonly isSent?: boolean;
  /** Where space is short, the smallest come first. */
  readonly rank?: number;
  /** What each of the keys is, for the line that says what was left out. */
  readonly noun?: 'error' | 'warning';
}

/** A part that is always kept. */
export function frame(text: string): MarkdownBlock {
  return { keys: [], text };
}

/** A text of our own or the caller's as a paragraph that stays; none for an empty one. */
export function paragraph(text: Phrase | string): MarkdownBlock[] {
  return text.length === 0 ? [] : [frame(`\n${phraseMarkdown(say`${text}`)}\n`)];
}

/** The cells of a table's line, none of which contains a pipe or a line break. */
export function tableLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

export function tableHead(titles: readonly string[]): string {
  return `\n${tableLine(titles)}${tableLine(titles.map(() => '---'))}`;
}

/** Something folded below a summary of plain text. */
export function folded(summary: string, content: string): string {
  return `\n<details><summary>${escapeMarkdown(summary)}</summary>\n\n${content}\n\n</details>\n`;
}

/** The last line of a text, from Markdown; empty if there is nothing to say. */
export function footnoteLine(notes: readonly string[]): string {
  return notes.length === 0 ? '' : `\n<sub>${notes.join(' · ')}</sub>\n`;
}

/** A part behind another one, with its head unless that is a line of the same table. */
export function textAfter(last: MarkdownBlock | undefined, { head, text }: MarkdownBlock): string {
  return head === undefined || head === last?.head ? text : head + text;
}

export function textOf(blocks: readonly MarkdownBlock[]): string {
  return blocks.map((one, at) => textAfter(blocks[at - 1], one)).join('');
}

/** How long a text may be, in the recipient's units. */
export interface TextLimit {
  readonly atMost: number;
  readonly measure: (text: string) => number;
}

/** GitHub refuses a comment of more than 65,536 characters. */
export const COMMENT_LIMIT: TextLimit = { atMost: 60_000, measure: ({ length }) => length };
/** GitHub refuses a step's summary of more than 1 MiB. */
export const SUMMARY_LIMIT: TextLimit = { atMost: 1_000_000, measure: (text) => utf8.encode(text).length };
const utf8 = new TextEncoder();

/** The limit that remains after `taken` units. */
export function limitWithout(limit: TextLimit, taken: number): TextLimit {
  return { ...limit, atMost: limit.atMost - taken };
}

/** The address at which a line of a campaign file can be read. */
export type AddressOf = (place: FileLine) => string;

/** What a text on GitHub needs besides its content. */
export interface PageOptions {
  readonly addressOf: AddressOf;
  /** The caller's own Markdown for the last line. */
  readonly footnotes: readonly string[];
  /** Sentences for the reader, a paragraph each, below the first sentence. */
  readonly notices?: readonly Phrase[];
  readonly limit: TextLimit;
  /** The address of a longer text, in case this one has to leave something out. */
  readonly wholeAt?: string | undefined;
}

interface Fitting extends Pick<PageOptions, 'limit' | 'wholeAt'> {
  /** Above the line that says what was left out. */
  readonly blocks: readonly MarkdownBlock[];
  /** Below it; always kept. */
  readonly footer: string;
}

/**
 * The parts in their order, as many as fit, the most important first. Parts are left out whole, and counted; those that
 * stay, stay even if they don't fit.
 */
export function fitBlocks({ blocks, footer, limit, wholeAt }: Fitting): string {
  const { atMost, measure } = limit;
  const whole = textOf(blocks) + footer;
  if (measure(whole) <= atMost) return whole;
  const frames = blocks.filter(({ keys }) => keys.length === 0);
  let room = atMost - measure(textOf(frames) + footer + leftOut(blocks, frames, wholeAt));
  const kept = new Set(frames);
  let table = 0;
  const parts = blocks.map((one, at) => {
    if (one.head === undefined || one.head !== blocks[at - 1]?.head) table += 1;
    return { one, table };
  });
  const begun = new Set<number>();
  for (const { one, table: own } of parts.toSorted((a, b) => rankOf(a.one) - rankOf(b.one))) {
    const size = measure(begun.has(own) ? one.text : textAfter(undefined, one));
    if (kept.has(one) || size > room) continue;
    kept.add(one);
    begun.add(own);
    room -= size;
  }
  const shown = blocks.filter((one) => kept.has(one));
  return textOf(shown) + leftOut(blocks, shown, wholeAt) + footer;
}

function rankOf({ rank = 0 }: MarkdownBlock): number {
  return rank;
}

/** What was left out, as a paragraph, and where there is more; empty if nothing was. */
export function leftOut(
  blocks: readonly MarkdownBlock[],
  kept: readonly MarkdownBlock[],
  wholeAt: string | undefined,
): string {
  const shown = new Set(kept);
  const gone = groupBy(
    blocks.filter((one) => !shown.has(one)),
    ({ noun = 'entry' }) => noun,
  );
  const counts = gone.flatMap((parts) => {
    const count = new Set(parts.flatMap(({ keys }) => keys)).size;
    return count === 0 ? [] : [counted(count, parts[0]?.noun ?? 'entry')];
  });
  return textOf(paragraph(describeLeftOut(counts, wholeAt)));
}
