import type { Plan } from '../model/plan.ts';
import { creationWords } from './creation-words.ts';
import { codeSpan, escapeMarkdown, prose } from './escape-markdown.ts';
import { block, type MarkdownBlock } from './markdown-block.ts';
import { attentionDetails, changeDetails, noteList } from './markdown-detail.ts';
import { attentionTable, changeTable, type AddressOf } from './markdown-rows.ts';
import { groundWords } from './plan-ground.ts';
import { planSentence } from './plan-sentence.ts';
import { guardWords, shortCommit, shortFingerprint, writesOf } from './plan-words.ts';
import { tellPlan, type ToldPlan } from './tell-plan.ts';

export interface MarkdownOptions {
  /** Who does what the plan says, at the start of a sentence: `Merging this`. */
  readonly subject: string;
  readonly addressOf: AddressOf;
  /** The caller's own Markdown for the last line: when the plan was made, by which run, what holds for it. */
  readonly footnotes: readonly string[];
}

/** A plan for a pull request: a sentence, what needs attention, the changes, their detail folded, the schedule. */
export function planMarkdown(plan: Plan, options: MarkdownOptions): string {
  return planBlocks(plan, options)
    .map(({ text }) => text)
    .join('');
}

/** The same in parts, so that a renderer with little room can leave out detail, campaign by campaign. */
export function planBlocks(plan: Plan, options: MarkdownOptions): MarkdownBlock[] {
  const told = tellPlan(plan);
  const { addressOf } = options;
  return [
    frame(`### Campaigns · ${escapeMarkdown(plan.workspace)}\n`),
    frame(`${sentence(plan, told, options)}\n`),
    ...groundWords(plan).flatMap(paragraph),
    ...paragraph(guardWords(plan)),
    ...attentionTable(told.attention, addressOf),
    ...changeTable(told.changes, addressOf),
    ...attentionDetails(told.attention),
    ...changeDetails(told.changes),
    ...noteList(told.notes),
    ...paragraph(plan.guard ? '' : creationWords(plan.schedule)),
    frame(`\n<sub>${footer(plan, options)}</sub>\n`),
  ];
}

function sentence(plan: Plan, told: ToldPlan, { subject }: MarkdownOptions): string {
  return planSentence(plan, told, subject)
    .map(({ text, strong }) => (strong ? `**${text}**` : escapeMarkdown(text)))
    .join('');
}

function paragraph(text: string): MarkdownBlock[] {
  return text === '' ? [] : [frame(`\n${prose(text)}\n`)];
}

function footer(plan: Plan, { footnotes }: MarkdownOptions): string {
  const print = writesOf(plan) > 0 && !plan.offline ? [`plan ${codeSpan(shortFingerprint(plan))}`] : [];
  const ground = plan.offline ? ["planned offline: it can't be applied"] : [];
  return [escapeMarkdown(shortCommit(plan)), ...print, ...ground, ...footnotes].join(' · ');
}

function frame(text: string): MarkdownBlock {
  return block('frame', undefined, text);
}
