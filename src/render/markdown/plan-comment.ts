import { describePart, MERGING_APPLIES } from '../../messages/action-messages/comment-phrases.ts';
import type { Phrase } from '../../messages/phrase.ts';
import type { Plan, PlannedCampaign } from '../../model/plan.ts';
import { escapeMarkdown, phraseMarkdown, teamMarkdown } from './escape-markdown.ts';
import { fitBlocks, leftOutLine, leftOutOf, type TextLimit } from './fit-blocks.ts';
import { frame, phraseParagraph, type BlockKind, type MarkdownBlock } from './markdown-block.ts';
import {
  footnotesOf,
  planBlocks,
  planMarkdownFooter,
  titleOf,
  type MarkdownOptions,
} from './plan-markdown.ts';
import { contextWords } from '../rows/plan-context.ts';
import { planRows } from '../rows/plan-rows.ts';
import { quietWords } from '../rows/plan-words.ts';
import type { Row } from '../rows/row.ts';

/** What a text on GitHub needs besides its content. */
export interface SummaryOptions extends MarkdownOptions {
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
  const { blocks, footer } = wholeOf(plan, options);
  return fitBlocks({
    blocks,
    footer,
    limit: options.limit,
    leftOutText: (counts) => leftOutLine(counts, options.wholeAt),
  }).text;
}

/** All of a plan in blocks, and its last line. */
function wholeOf(
  plan: Plan,
  options: SummaryOptions,
): { readonly blocks: readonly MarkdownBlock[]; readonly footer: string } {
  const rows = planRows(plan);
  return isQuiet(plan, rows)
    ? { blocks: [frame(quietLine(plan, options))], footer: '' }
    : { blocks: planBlocks(plan, options, rows), footer: planMarkdownFooter(plan, options) };
}

/** The most comments that a reviewer should have to read for the sake of what sends nothing. */
const PARTS_AT_MOST = 10;

/** What a merge doesn't send, so that a plan can be approved without having shown it. */
const SENDS_NOTHING: readonly BlockKind[] = ['attention', 'attention-detail', 'note'];

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
  const left = { size: footer.length + TITLE_LENGTH, of: (page: Page) => sizeLeftFor(page.campaigns).atMost };
  const whole = pagesOf(blocks, plan.campaigns, left);
  const pages =
    whole.length <= PARTS_AT_MOST ? whole : pagesOf(sending(blocks, options), plan.campaigns, left);
  return pages.map(({ campaigns, blocks: own }, at) => {
    const notice = pages.length === 1 ? [] : phraseParagraph(describePart(at + 1, pages.length));
    const [title, ...rest] = at === 0 ? own : [titleOf(plan), ...own];
    // The title comes first, then which part this is.
    const shown = [...(title ? [title] : []), ...notice, ...rest];
    return { campaigns, text: shown.map(({ text }) => text).join('') + footer };
  });
}

/** Characters for the title, and for the sentence that says which part a comment is. */
const TITLE_LENGTH = 400;

interface Page {
  readonly campaigns: PlannedCampaign[];
  readonly blocks: MarkdownBlock[];
  size: number;
}

/** How much of a page is taken from the start, and how much it can have. */
interface Left {
  readonly size: number;
  readonly of: (page: Page) => number;
}

/** The blocks in their order, each on the first page with space for it. Each campaign belongs to the first page that shows it. */
function pagesOf(
  blocks: readonly MarkdownBlock[],
  campaigns: readonly PlannedCampaign[],
  left: Left,
): readonly Page[] {
  const unseen = new Map<string, PlannedCampaign>(campaigns.map((one) => [one.key, one]));
  const empty = (): Page => ({ campaigns: [], blocks: [], size: left.size });
  const pages: [Page, ...Page[]] = [empty()];
  const put = (added: readonly MarkdownBlock[], shown: readonly PlannedCampaign[]): boolean => {
    const page = pages.at(-1) ?? pages[0];
    page.blocks.push(...added);
    page.campaigns.push(...shown);
    page.size += lengthOf(added);
    if (
      page.size <= left.of(page) ||
      page.blocks.length + page.campaigns.length === added.length + shown.length
    )
      return true;
    page.blocks.length -= added.length;
    page.campaigns.length -= shown.length;
    page.size -= lengthOf(added);
    pages.push(empty());
    return false;
  };
  let head: MarkdownBlock | undefined;
  for (const block of blocks) {
    if (block.kind !== 'frame' && block.keys.length === 0) {
      head = block;
      continue;
    }
    const shown = block.keys.flatMap((key) => unseen.get(key) ?? []);
    const withHead = () => {
      const isNew = head?.kind === block.kind && !pages.at(-1)?.blocks.includes(head);
      return head && isNew ? [head, block] : [block];
    };
    if (!put(withHead(), shown)) put(withHead(), shown);
    for (const { key } of shown) unseen.delete(key);
  }
  for (const one of unseen.values()) if (!put([], [one])) put([], [one]);
  return pages;
}

function lengthOf(blocks: readonly MarkdownBlock[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0);
}

/** Only what a merge sends, and how much else there is. */
function sending(
  blocks: readonly MarkdownBlock[],
  { wholeAt }: Pick<SummaryOptions, 'wholeAt'>,
): readonly MarkdownBlock[] {
  const kept = blocks.filter(({ kind }) => !SENDS_NOTHING.includes(kind));
  return [...kept, frame(leftOutLine(leftOutOf(blocks, new Set(kept)), wholeAt))];
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

function quietLine(plan: Plan, options: SummaryOptions): string {
  const words = [
    escapeMarkdown(`${quietWords(plan)}.`),
    ...options.notices.map(phraseMarkdown),
    ...contextWords(plan, options.proposal).map(escapeMarkdown),
  ].join(' ');
  const note = options.note === undefined ? ' ' : `\n\n${teamMarkdown(options.note)}\n\n`;
  return `**Campaigns · ${escapeMarkdown(plan.workspace)}**: ${words}${note}<sub>${footnotesOf(plan, options)}</sub>\n`;
}
