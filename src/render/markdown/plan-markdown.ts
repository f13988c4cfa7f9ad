import type { Plan } from '../../model/plan.ts';
import { PLANNED_OFFLINE } from '../../messages/action-messages/comment-phrases.ts';
import type { Phrase } from '../../messages/phrase.ts';
import { creationWords, waitWords } from '../view/creation-words.ts';
import { codeSpan, escapeMarkdown, phraseMarkdown, teamMarkdown } from './escape-markdown.ts';
import { frame, type MarkdownBlock } from './markdown-block.ts';
import { attentionDetails, changeDetails, noteList } from './markdown-detail.ts';
import { attentionTable, changeTable, type AddressOf } from './markdown-rows.ts';
import { contextWords } from '../view/plan-context.ts';
import { planSentence } from '../view/plan-sentence.ts';
import { guardWords, shortCommit, shortFingerprint, writesOf } from '../view/plan-words.ts';
import { describePlan, type PlanView } from '../view/plan-view.ts';

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
export function planBlocks(plan: Plan, options: MarkdownOptions, view = describePlan(plan)): MarkdownBlock[] {
  const { addressOf, notices = [] } = options;
  return [
    frame(`### Campaigns · ${escapeMarkdown(plan.workspace)}\n`),
    frame(`${sentence(plan, view, options)}\n`),
    ...notices.flatMap(phraseParagraph),
    ...contextWords(plan, options.proposal).flatMap(paragraph),
    ...[view.lostRecord, guardWords(plan)].flatMap(phraseParagraph),
    ...attentionTable(view.attention, addressOf),
    ...changeTable(view.changes, addressOf),
    ...attentionDetails(view.attention),
    ...changeDetails(view.changes),
    ...noteList(view.notes),
    ...paragraph(view.ofAll),
    ...(plan.guard ? [] : creationParagraphs(plan, options)),
    ...(options.note === undefined ? [] : [frame(`\n${teamMarkdown(options.note)}\n`)]),
  ];
}

function creationParagraphs({ schedule }: Plan, { proposal }: MarkdownOptions): MarkdownBlock[] {
  const isProposed = proposal !== undefined;
  return [creationWords(schedule, { isProposed }), waitWords(schedule)].flatMap(paragraph);
}

function sentence(plan: Plan, view: PlanView, { subject }: MarkdownOptions): string {
  return planSentence(plan, view, subject)
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
