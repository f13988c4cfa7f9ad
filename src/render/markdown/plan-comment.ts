import { COMMENT } from '../../messages/comment-messages.ts';
import type { Plan, PlannedCampaign } from '../../model/plan.ts';
import { planRows } from '../rows/plan-rows.ts';
import {
  contextWords,
  creationWords,
  guardWords,
  planSentence,
  shortCommit,
  shortFingerprint,
} from '../rows/plan-words.ts';
import {
  fitBlocks,
  footnoteLine,
  frame,
  leftOut,
  paragraph,
  textAfter,
  textOf,
  type MarkdownBlock,
  type PageOptions,
  type TextLimit,
} from './blocks.ts';
import { codeSpan, escapeMarkdown, phraseMarkdown, teamMarkdown } from './escape-markdown.ts';
import { rowsMarkdown } from './rows-markdown.ts';

export interface PlanMarkdownOptions extends Omit<PageOptions, 'limit' | 'wholeAt'> {
  /** Who does what the plan says, at the start of a sentence: `Merging this`. */
  readonly subject: string;
  /** Where the page of the plan lies; undefined if there is none. */
  readonly reportAt?: string | undefined;
  /** What the reader is looking at: `this pull request`; if omitted, only the commits say what was planned. */
  readonly proposal?: string;
  /** A text of the team's own, as Markdown: below everything else, so that nothing in it hides a change. */
  readonly note?: string | undefined;
}

export type SummaryOptions = PlanMarkdownOptions & PageOptions;

/** One of the comments that show a plan, and the campaigns that it shows. */
export interface PlanPart {
  readonly campaigns: readonly PlannedCampaign[];
  readonly text: string;
}

/** A plan as Markdown in one text, with as much detail as fits. */
export function planSummary(plan: Plan, options: SummaryOptions): string {
  const { limit, wholeAt } = options;
  return fitBlocks({ blocks: planBlocks(plan, options), footer: planFooter(plan, options), limit, wholeAt });
}

/** A plan for a pull request: a sentence, what needs attention, the changes, their detail folded, the schedule. */
export function planBlocks(plan: Plan, options: PlanMarkdownOptions): MarkdownBlock[] {
  const { addressOf, subject, reportAt, proposal, notices = [], note } = options;
  const rows = planRows(plan);
  return [
    titleOf(plan),
    frame(`${phraseMarkdown(planSentence(plan, rows, subject))}\n`),
    ...(reportAt === undefined ? [] : paragraph(COMMENT.report(reportAt))),
    ...notices.flatMap(paragraph),
    ...contextWords(plan, proposal).flatMap(paragraph),
    ...paragraph(guardWords(plan)),
    ...rowsMarkdown(rows, addressOf),
    ...paragraph(creationWords(plan)),
    ...(note === undefined ? [] : [frame(`\n${teamMarkdown(note)}\n`)]),
  ];
}

/** Above a plan, and above each comment that continues it. */
function titleOf({ workspace }: Pick<Plan, 'workspace'>): MarkdownBlock {
  return frame(`### Campaigns · ${escapeMarkdown(workspace)}\n`);
}

/** The last line: the commit, the plan's fingerprint, and the caller's footnotes. */
export function planFooter(plan: Plan, { footnotes }: Pick<PlanMarkdownOptions, 'footnotes'>): string {
  const print = shortFingerprint(plan).map((short) => `plan ${codeSpan(short)}`);
  const context = plan.offline ? [phraseMarkdown(COMMENT.plannedOffline)] : [];
  return footnoteLine([escapeMarkdown(shortCommit(plan)), ...print, ...context, ...footnotes]);
}

/** The most comments that a reviewer should have to read for the sake of what sends nothing. */
const PARTS_AT_MOST = 10;
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
  const [blocks, footer] = [planBlocks(plan, options), planFooter(plan, options)];
  const roomFor = (campaigns: readonly PlannedCampaign[]) =>
    sizeLeftFor(campaigns).atMost - footer.length - TITLE_LENGTH;
  const whole = pagesOf(blocks, plan.campaigns, roomFor);
  const sending = blocks.filter(({ keys, isSent }) => isSent === true || keys.length === 0);
  const rest = frame(leftOut(blocks, sending, options.wholeAt));
  const pages = whole.length <= PARTS_AT_MOST ? whole : pagesOf([...sending, rest], plan.campaigns, roomFor);
  return pages.map(({ campaigns, blocks: own }, at) => {
    const notice = pages.length === 1 ? [] : paragraph(COMMENT.part(at + 1, pages.length));
    const [title, ...others] = at === 0 ? own : [titleOf(plan), ...own];
    // The title comes first, then which part this is.
    return { campaigns, text: textOf([...(title ? [title] : []), ...notice, ...others]) + footer };
  });
}

interface Page {
  readonly campaigns: PlannedCampaign[];
  readonly blocks: MarkdownBlock[];
}

/** The blocks in their order, on as few pages as they need. Each campaign belongs to the first page that shows it. */
function pagesOf(
  blocks: readonly MarkdownBlock[],
  campaigns: readonly PlannedCampaign[],
  roomFor: (campaigns: readonly PlannedCampaign[]) => number,
): readonly Page[] {
  const unseen = new Map<string, PlannedCampaign>(campaigns.map((one) => [one.key, one]));
  const take = (key: string) => {
    const one = unseen.get(key);
    unseen.delete(key);
    return one ?? [];
  };
  const parts = [
    ...blocks.map((block) => ({ block, shown: block.keys.flatMap(take) })),
    // Campaigns that no part shows are listed in the markers, too.
    ...[...unseen.values()].map((one) => ({ block: frame(''), shown: [one] })),
  ];
  const pages: Page[] = [];
  let size = 0;
  for (const { block, shown } of parts) {
    const page = pages.at(-1);
    const grown = size + textAfter(page?.blocks.at(-1), block).length;
    if (page && grown <= roomFor([...page.campaigns, ...shown])) {
      page.blocks.push(block);
      page.campaigns.push(...shown);
      size = grown;
    } else {
      pages.push({ blocks: [block], campaigns: shown });
      size = textAfter(undefined, block).length;
    }
  }
  return pages;
}

/** Whether a plan has anything to show: a change, a campaign that needs attention, or a note. */
export function hasContent(plan: Plan): boolean {
  return plan.guard !== undefined || planRows(plan).length > 0;
}

/** A footnote for a plan that is applied only after a review; undefined if there is nothing to apply. */
export function reviewFootnote(plan: Plan): string | undefined {
  const isSent = !plan.offline && plan.campaigns.some(({ steps }) => steps.length > 0);
  return isSent ? phraseMarkdown(COMMENT.mergingApplies) : undefined;
}
