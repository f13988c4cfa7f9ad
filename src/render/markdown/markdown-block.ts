import type { Phrase } from '../../messages/phrase.ts';
import type { SentencePart } from '../rows/plan-sentence.ts';
import { escapeMarkdown, phraseMarkdown } from './escape-markdown.ts';

export type BlockKind = keyof typeof PRIORITIES;

/** A part of the Markdown of a plan or a result. All parts, concatenated, are the whole text. */
export interface MarkdownBlock {
  readonly kind: BlockKind;
  /** The campaigns that the part is about; none for a frame and for the head of a table or list. */
  readonly keys: readonly string[];
  /** If a text is too long, parts with the highest number are left out first. A part with 0 is always kept. */
  readonly priority: number;
  readonly text: string;
}

const PRIORITIES = {
  frame: 0,
  finding: 1,
  attention: 1,
  call: 2,
  change: 3,
  note: 4,
  'attention-details': 5,
  'change-details': 6,
} as const;

export function block(kind: BlockKind, keys: readonly string[], text: string): MarkdownBlock {
  return { kind, keys, priority: PRIORITIES[kind], text };
}

/** A part that is always kept. */
export function frame(text: string): MarkdownBlock {
  return block('frame', [], text);
}

export function textOf(blocks: readonly MarkdownBlock[]): string {
  return blocks.map(({ text }) => text).join('');
}

export function lengthOf(blocks: readonly MarkdownBlock[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0);
}

/** The cells of a table's line, none of which contains a pipe or a line break. */
export function tableLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

export function tableHead(titles: readonly string[]): string {
  return `\n${tableLine(titles)}${tableLine(titles.map(() => '---'))}`;
}

/** A text of our own or the caller's as a paragraph that stays; none for an empty one. */
export function paragraph(text: string): MarkdownBlock[] {
  return text === '' ? [] : [frame(`\n${escapeMarkdown(text)}\n`)];
}

export function phraseParagraph(phrase: Phrase): MarkdownBlock[] {
  return phrase.length === 0 ? [] : [frame(`\n${phraseMarkdown(phrase)}\n`)];
}

export function sentenceMarkdown(parts: readonly SentencePart[]): string {
  return parts
    .map(({ text, strong }) => (strong ? `**${escapeMarkdown(text)}**` : escapeMarkdown(text)))
    .join('');
}

/** Something folded below a summary of plain text. */
export function folded(summary: string, content: string): string {
  return `\n<details><summary>${escapeMarkdown(summary)}</summary>\n\n${content}\n\n</details>\n`;
}

/** The last line of a text, from Markdown; empty if there is nothing to say. */
export function footnoteLine(notes: readonly string[]): string {
  return notes.length === 0 ? '' : `\n<sub>${notes.join(' · ')}</sub>\n`;
}
