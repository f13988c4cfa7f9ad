import { describePart, MERGING_APPLIES } from '../../messages/action-messages/comment-phrases.ts';
import type { Phrase } from '../../messages/phrase.ts';
import type { Plan, PlannedCampaign } from '../../model/plan.ts';
import { escapeMarkdown, phraseMarkdown, teamMarkdown } from './escape-markdown.ts';
import { fitBlocks, leftOutLine, limitWithout, type TextLimit } from './fit-blocks.ts';
import { contextWords } from '../view/plan-context.ts';
import { footnotesOf, planBlocks, planMarkdownFooter, type MarkdownOptions } from './plan-markdown.ts';
import { quietWords } from '../view/plan-words.ts';
import { describePlan, type PlanView } from '../view/plan-view.ts';

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
  return fitted(plan, options).text;
}

/** Characters for the sentence that says which part a comment is. */
const PART_NOTICE_LENGTH = 200;

/** The most comments that a reviewer should have to read for the sake of all details. */
const DETAILED_PARTS_AT_MOST = 10;

/**
 * A plan as comments that together list every change, so that all of it can be reviewed. If one comment is too small, the
 * campaigns are divided among several. Details are left out only for a campaign that fills a comment by itself, or if
 * there would be too many comments. The job summary has them then.
 */
export function planComments(
  plan: Plan,
  options: SummaryOptions,
  sizeLeftFor: (campaigns: readonly PlannedCampaign[]) => TextLimit,
): readonly PlanPart[] {
  const shown = (group: Plan) =>
    fitted(group, { ...options, limit: limitWithout(sizeLeftFor(group.campaigns), PART_NOTICE_LENGTH) })
      .shown;
  const detailed = groupsThatFit(plan, plan.campaigns, (group) => shown(group) === 'everything');
  const groups =
    detailed.length <= DETAILED_PARTS_AT_MOST
      ? detailed
      : groupsThatFit(plan, plan.campaigns, (group) => shown(group) !== 'not-every-change');
  return groups.map((campaigns, at) => {
    const notices = groups.length === 1 ? [] : [describePart(at + 1, groups.length)];
    const part = partOf(plan, campaigns, at === 0);
    const limit = sizeLeftFor(campaigns);
    return {
      campaigns,
      text: fitted(part, {
        ...(at === 0 ? options : { ...options, note: undefined }),
        notices: [...notices, ...(at === 0 ? options.notices : [])],
        limit,
      }).text,
    };
  });
}

function groupsThatFit(
  plan: Plan,
  campaigns: readonly PlannedCampaign[],
  fits: (group: Plan) => boolean,
): (readonly PlannedCampaign[])[] {
  if (campaigns.length < 2 || fits(partOf(plan, campaigns, true))) return [campaigns];
  const half = Math.ceil(campaigns.length / 2);
  return [campaigns.slice(0, half), campaigns.slice(half)].flatMap((some) => groupsThatFit(plan, some, fits));
}

/** The first part has everything that concerns the plan as a whole. */
function partOf(plan: Plan, campaigns: readonly PlannedCampaign[], isFirst: boolean): Plan {
  if (isFirst) return { ...plan, campaigns };
  return { ...plan, campaigns, schedule: { ...plan.schedule, creations: 0 }, scope: undefined };
}

interface Fitted {
  readonly text: string;
  readonly shown: 'everything' | 'every-change' | 'not-every-change';
}

function fitted(plan: Plan, options: SummaryOptions): Fitted {
  const view = describePlan(plan);
  if (isQuiet(plan, view)) return { text: quietLine(plan, view, options), shown: 'everything' };
  const { text, leftOut } = fitBlocks({
    blocks: planBlocks(plan, options, view),
    footer: planMarkdownFooter(plan, options),
    limit: options.limit,
    leftOutText: (counts) => leftOutLine(counts, options.wholeAt),
  });
  if (leftOut === undefined) return { text, shown: 'everything' };
  const isListed = leftOut.change === undefined && leftOut.attention === undefined;
  return { text, shown: isListed ? 'every-change' : 'not-every-change' };
}

/** Whether a plan has anything to show: a change, a campaign that needs attention, or a note. */
export function hasContent(plan: Plan): boolean {
  return !isQuiet(plan, describePlan(plan));
}

/** A footnote for a plan that is applied only after a review; undefined if there is nothing to apply. */
export function reviewFootnote(plan: Plan): string | undefined {
  const isSent = !plan.offline && plan.campaigns.some(({ steps }) => steps.length > 0);
  return isSent ? phraseMarkdown(MERGING_APPLIES) : undefined;
}

/** No change, nothing that needs attention, and no note. */
function isQuiet({ guard }: Plan, { attention, changes, notes }: PlanView): boolean {
  return attention.length + changes.length + notes.length === 0 && guard === undefined;
}

function quietLine(plan: Plan, { ofAll }: PlanView, options: SummaryOptions): string {
  const words = [
    escapeMarkdown(`${quietWords(plan)}.`),
    ...options.notices.map(phraseMarkdown),
    ...contextWords(plan, options.proposal).map(escapeMarkdown),
    ...(ofAll === '' ? [] : [escapeMarkdown(ofAll)]),
  ].join(' ');
  const note = options.note === undefined ? ' ' : `\n\n${teamMarkdown(options.note)}\n\n`;
  return `**Campaigns · ${escapeMarkdown(plan.workspace)}**: ${words}${note}<sub>${footnotesOf(plan, options)}</sub>\n`;
}
