import type { Plan } from '../../model/plan.ts';
import { PLANNED_OFFLINE } from '../../messages/action-messages/comment-phrases.ts';
import type { Phrase } from '../../messages/phrase.ts';
import { creationWords, waitWords } from '../rows/creation-words.ts';
import { codeSpan, escapeMarkdown, phraseMarkdown, teamMarkdown } from './escape-markdown.ts';
import { frame, type MarkdownBlock } from './markdown-block.ts';
import { rowsMarkdown, type AddressOf } from './rows-markdown.ts';
import { contextWords } from '../rows/plan-context.ts';
import { planSentence } from '../rows/plan-sentence.ts';
import { guardWords, shortCommit, shortFingerprint, writesOf } from '../rows/plan-words.ts';
import { newDefaultWords } from '../rows/new-defaults.ts';
import { planRows } from '../rows/plan-rows.ts';
import type { Row } from '../rows/row.ts';

export interface MarkdownOptions {
  /** Who does what the plan says, at the start of a sentence: `Merging this`. */
  readonly subject: string;
  /** What the reader is looking at: `this pull request`; if omitted, only the commits say what was planned. */
  readonly proposal?: string;
  readonly addressOf: AddressOf;
  /** The caller's own Markdown for the last line: when the plan was made, by which run, what applies to it. */
  readonly footnotes: readonly string[];
  /** Sentences about how the plan was made: a paragraph each, below the first sentence. */
  readonly notices?: readonly Phrase[];
  /** A text of the team's own, as Markdown: below everything else, so that nothing in it hides a change. */
  readonly note?: string | undefined;
}

/**
 * A plan for a pull request: a sentence, what needs attention, the changes, their detail folded, the schedule. In parts and
 * without the footer, so that a caller with a size limit can leave out details campaign by campaign.
 */
export function planBlocks(plan: Plan, options: MarkdownOptions, rows = planRows(plan)): MarkdownBlock[] {
  const { addressOf, notices = [] } = options;
  return [
    titleOf(plan),
    frame(`${sentence(plan, rows, options)}\n`),
    ...notices.flatMap(phraseParagraph),
    ...contextWords(plan, options.proposal).flatMap(paragraph),
    ...phraseParagraph(guardWords(plan)),
    ...rowsMarkdown(rows, addressOf),
    ...paragraph(newDefaultWords(plan)),
    ...(plan.guard ? [] : creationParagraphs(plan, options)),
    ...(options.note === undefined ? [] : [frame(`\n${teamMarkdown(options.note)}\n`)]),
  ];
}

/** Above a plan, and above each comment that continues it. */
export function titleOf({ workspace }: Pick<Plan, 'workspace'>): MarkdownBlock {
  return frame(`### Campaigns · ${escapeMarkdown(workspace)}\n`);
}

function creationParagraphs({ schedule }: Plan, { proposal }: MarkdownOptions): MarkdownBlock[] {
  const isProposed = proposal !== undefined;
  return [creationWords(schedule, { isProposed }), waitWords(schedule)].flatMap(paragraph);
}

function sentence(plan: Plan, rows: readonly Row[], { subject }: MarkdownOptions): string {
  return planSentence(plan, rows, subject)
    .map(({ text, strong }) => (strong ? `**${escapeMarkdown(text)}**` : escapeMarkdown(text)))
    .join('');
}

/** A text of our own or the caller's as a paragraph that stays; none for an empty one. */
function paragraph(text: string): MarkdownBlock[] {
  return text === '' ? [] : [frame(`\n${escapeMarkdown(text)}\n`)];
}

/** A paragraph with a phrase. */
export function phraseParagraph(phrase: Phrase): MarkdownBlock[] {
  return phrase.length === 0 ? [] : [frame(`\n${phraseMarkdown(phrase)}\n`)];
}

/** The last line: the commit, the plan's fingerprint, and the caller's footnotes. */
export function planMarkdownFooter(plan: Plan, options: MarkdownOptions): string {
  return `\n<sub>${footnotesOf(plan, options)}</sub>\n`;
}

/** The footnotes without markup, for a line that has more than footnotes. */
export function footnotesOf(plan: Plan, { footnotes }: Pick<MarkdownOptions, 'footnotes'>): string {
  const print = writesOf(plan) > 0 && !plan.offline ? [`plan ${codeSpan(shortFingerprint(plan))}`] : [];
  const context = plan.offline ? [phraseMarkdown(PLANNED_OFFLINE)] : [];
  return [escapeMarkdown(shortCommit(plan)), ...print, ...context, ...footnotes].join(' · ');
}
