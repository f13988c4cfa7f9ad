import {
  describePart,
  MERGING_APPLIES,
  PLANNED_OFFLINE,
} from '../../messages/action-messages/comment-phrases.ts';
import type { Phrase } from '../../messages/phrase.ts';
import type { Plan, PlannedCampaign } from '../../model/plan.ts';
import { creationWords } from '../rows/creation-words.ts';
import { contextWords } from '../rows/plan-context.ts';
import { planRows } from '../rows/plan-rows.ts';
import { planSentence } from '../rows/plan-sentence.ts';
import { guardWords, quietWords, shortCommit, shortFingerprint, writesOf } from '../rows/plan-words.ts';
import type { Row } from '../rows/row.ts';
import { codeSpan, escapeMarkdown, phraseMarkdown, teamMarkdown } from './escape-markdown.ts';
import { fitBlocks, leftOutLine, type TextLimit } from './fit-blocks.ts';
import {
  footnoteLine,
  frame,
  lengthOf,
  paragraph,
  phraseParagraph,
  sentenceMarkdown,
  textOf,
  type BlockKind,
  type MarkdownBlock,
} from './markdown-block.ts';
import { rowsMarkdown, type AddressOf } from './rows-markdown.ts';

export interface PlanMarkdownOptions {
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

/** What a text on GitHub needs besides its content. */
export interface SummaryOptions extends PlanMarkdownOptions {
  readonly notices: readonly Phrase[];
  readonly limit: TextLimit;
  /** The address of a longer text, in case this one has to leave something out. */
  readonly wholeAt?: string;
}

/** One of the comments that show a plan, and the campaigns that it shows. */
export interface PlanPart {
  readonly campaigns: readonly PlannedCampaign[];
  readonly text: string;
}

/** A plan as Markdown in one text, with as much detail as fits. */
export function planSummary(plan: Plan, options: SummaryOptions): string {
  return fitBlocks({ ...wholeOf(plan, options), ...options });
}

/** All of a plan in blocks, and its last line. */
function wholeOf(
  plan: Plan,
  options: PlanMarkdownOptions,
): { readonly blocks: readonly MarkdownBlock[]; readonly footer: string } {
  const rows = planRows(plan);
  return isQuiet(plan, rows)
    ? { blocks: [frame(quietLine(plan, options))], footer: '' }
    : { blocks: planBlocks(plan, options, rows), footer: planFooter(plan, options) };
}

/**
 * A plan for a pull request: a sentence, what needs attention, the changes, their detail folded, the schedule. In parts and
 * without the footer, so that a caller with a size limit can leave out details campaign by campaign.
 */
export function planBlocks(plan: Plan, options: PlanMarkdownOptions, rows = planRows(plan)): MarkdownBlock[] {
  const { addressOf, subject, proposal, notices = [], note } = options;
  const { schedule, guard } = plan;
  return [
    titleOf(plan),
    frame(`${sentenceMarkdown(planSentence(plan, rows, subject))}\n`),
    ...notices.flatMap(phraseParagraph),
    ...contextWords(plan, proposal).flatMap(paragraph),
    ...phraseParagraph(guardWords(plan)),
    ...rowsMarkdown(rows, addressOf),
    ...(guard ? [] : paragraph(creationWords(schedule))),
    ...(note === undefined ? [] : [frame(`\n${teamMarkdown(note)}\n`)]),
  ];
}

/** Above a plan, and above each comment that continues it. */
function titleOf({ workspace }: Pick<Plan, 'workspace'>): MarkdownBlock {
  return frame(`### Campaigns · ${escapeMarkdown(workspace)}\n`);
}

/** The last line: the commit, the plan's fingerprint, and the caller's footnotes. */
export function planFooter(plan: Plan, options: Pick<PlanMarkdownOptions, 'footnotes'>): string {
  return footnoteLine(footnotesOf(plan, options));
}

function footnotesOf(plan: Plan, { footnotes }: Pick<PlanMarkdownOptions, 'footnotes'>): string[] {
  const print = writesOf(plan) > 0 && !plan.offline ? [`plan ${codeSpan(shortFingerprint(plan))}`] : [];
  const context = plan.offline ? [phraseMarkdown(PLANNED_OFFLINE)] : [];
  return [escapeMarkdown(shortCommit(plan)), ...print, ...context, ...footnotes];
}

/** The most comments that a reviewer should have to read for the sake of what sends nothing. */
const PARTS_AT_MOST = 10;
/** What a merge doesn't send, so that a plan can be approved without having shown it. */
const SENDS_NOTHING: readonly BlockKind[] = ['attention', 'attention-details', 'note'];
/** Characters for the title, and for the sentence that says which part a comment is. */
const TITLE_LENGTH = 400;

/**
 * A plan as comments that together show every change in full, so that all of it can be reviewed. What doesn't fit into one
 * comment continues in the next. Only if that would be too many comments, what sends nothing is left out and counted.
 */
export function planComments(
  plan: Plan,
  options: SummaryOptions,
  sizeLeftFor: (campaigns: readonly PlannedCampaign[]) => TextLimit,
): readonly PlanPart[] {
  const { blocks, footer } = wholeOf(plan, options);
  const roomFor = (campaigns: readonly PlannedCampaign[]) =>
    sizeLeftFor(campaigns).atMost - footer.length - TITLE_LENGTH;
  const whole = pagesOf(blocks, plan.campaigns, roomFor);
  const pages =
    whole.length <= PARTS_AT_MOST ? whole : pagesOf(sending(blocks, options), plan.campaigns, roomFor);
  return pages.map(({ campaigns, blocks: own }, at) => {
    const notice = pages.length === 1 ? [] : phraseParagraph(describePart(at + 1, pages.length));
    const [title, ...rest] = at === 0 ? own : [titleOf(plan), ...own];
    // The title comes first, then which part this is.
    return { campaigns, text: textOf([...(title ? [title] : []), ...notice, ...rest]) + footer };
  });
}

interface Page {
  readonly campaigns: PlannedCampaign[];
  readonly blocks: MarkdownBlock[];
}

/** The blocks in their order, each on the first page with space for it. Each campaign belongs to the first page that shows it. */
function pagesOf(
  blocks: readonly MarkdownBlock[],
  campaigns: readonly PlannedCampaign[],
  roomFor: (campaigns: readonly PlannedCampaign[]) => number,
): readonly Page[] {
  const unseen = new Map<string, PlannedCampaign>(campaigns.map((one) => [one.key, one]));
  let page: Page = { campaigns: [], blocks: [] };
  let size = 0;
  const pages = [page];
  const put = (added: (page: Page) => readonly MarkdownBlock[], shown: readonly PlannedCampaign[]) => {
    const isFull = size + lengthOf(added(page)) > roomFor([...page.campaigns, ...shown]);
    if (isFull && page.blocks.length + page.campaigns.length > 0) {
      page = { campaigns: [], blocks: [] };
      size = 0;
      pages.push(page);
    }
    size += lengthOf(added(page));
    page.blocks.push(...added(page));
    page.campaigns.push(...shown);
    for (const { key } of shown) unseen.delete(key);
  };
  let head: MarkdownBlock | undefined;
  for (const block of blocks) {
    if (block.kind !== 'frame' && block.keys.length === 0) {
      head = block;
      continue;
    }
    const own = head?.kind === block.kind ? head : undefined;
    put(
      (on) => (own && !on.blocks.includes(own) ? [own, block] : [block]),
      block.keys.flatMap((key) => unseen.get(key) ?? []),
    );
  }
  for (const one of [...unseen.values()]) put(() => [], [one]);
  return pages;
}

/** Only what a merge sends, and how much else there is. */
function sending(
  blocks: readonly MarkdownBlock[],
  { wholeAt }: Pick<SummaryOptions, 'wholeAt'>,
): readonly MarkdownBlock[] {
  const kept = blocks.filter(({ kind }) => !SENDS_NOTHING.includes(kind));
  return [...kept, frame(leftOutLine(blocks, new Set(kept), wholeAt))];
}

/** Whether a plan has anything to show: a change, a campaign that needs attention, or a note. */
export function hasContent(plan: Plan): boolean {
  return !isQuiet(plan, planRows(plan));
}

/** A footnote for a plan that is applied only after a review; undefined if there is nothing to apply. */
export function reviewFootnote(plan: Plan): string | undefined {
  const isSent = !plan.offline && plan.campaigns.some(({ steps }) => steps.length > 0);
  return isSent ? phraseMarkdown(MERGING_APPLIES) : undefined;
}

function isQuiet({ guard }: Plan, rows: readonly Row[]): boolean {
  return rows.length === 0 && guard === undefined;
}

function quietLine(plan: Plan, options: PlanMarkdownOptions): string {
  const words = [
    escapeMarkdown(`${quietWords(plan)}.`),
    ...(options.notices ?? []).map(phraseMarkdown),
    ...contextWords(plan, options.proposal).map(escapeMarkdown),
  ].join(' ');
  const note = options.note === undefined ? ' ' : `\n\n${teamMarkdown(options.note)}\n\n`;
  return `**Campaigns · ${escapeMarkdown(plan.workspace)}**: ${words}${note}<sub>${footnotesOf(plan, options).join(' · ')}</sub>\n`;
}
