import { firstFew } from '../../model/show.ts';
import { REVIEW_AGAIN } from '../../messages/advice.ts';
import { COMMENT, describeDrafts, describeUnreviewedRun, nextRun } from '../../messages/comment-messages.ts';
import { say } from '../../messages/phrase.ts';
import type { CampaignId, CampaignKey } from '../../model/campaign.ts';
import { mayRetry } from '../../model/failure.ts';
import type { Plan } from '../../model/plan.ts';
import { changeRow } from '../rows/plan-rows.ts';
import { shortCommit } from '../rows/plan-words.ts';
import { doneRows, resultRows, resultSentence, type EndedRun } from '../rows/result-rows.ts';
import type { Row } from '../rows/row.ts';
import { fitBlocks, footnoteLine, frame, paragraph, type MarkdownBlock, type PageOptions } from './blocks.ts';
import { escapeMarkdown, phraseMarkdown } from './escape-markdown.ts';
import { details, table } from './rows-markdown.ts';

/** One apply of the action, after its end. */
export interface ApplyReport extends EndedRun {
  /** The plan with the statuses, files and differences; undefined if there was none. */
  readonly plan: Plan | undefined;
  readonly outcome: string;
  readonly reviewed: 'require' | 'ignore';
  /** The pull requests whose reviews it used. */
  readonly reviewedIn: readonly number[];
  /** The file of the workflow that applies without a review. */
  readonly unreviewedWorkflow: string;
  /** The campaigns that this run's merge is about, which come first; omitted if they aren't known. */
  readonly own?: ReadonlySet<CampaignKey>;
}

export interface ResultOptions extends PageOptions {
  /** Where people see a campaign in the service's own dashboard; undefined if that isn't known. */
  readonly dashboardOf: (id: CampaignId) => string | undefined;
}

/** The most notices that are shown. After a long pause, there may be hundreds, one for each pull request. */
const NOTICES_AT_MOST = 20;

/** What an apply did and didn't do, for the merged pull request and for the page of the workflow run. */
export function resultComment(report: ApplyReport, options: ResultOptions): string {
  const { addressOf, dashboardOf, notices = [], limit, wholeAt } = options;
  const { result, plan, own = new Set() } = report;
  const ownFirst = (rows: readonly Row[]) =>
    rows.toSorted((left, right) => Number(own.has(right.subject)) - Number(own.has(left.subject)));
  const more = notices.length - NOTICES_AT_MOST;
  const unreviewed = new Set(
    result.held.filter(({ reason }) => reason === 'not-reviewed').map(({ key }) => key),
  );
  const blocks = [
    frame(`${phraseMarkdown(resultSentence(report))}\n`),
    ...notices.slice(0, NOTICES_AT_MOST).flatMap(paragraph),
    ...(more > 0 ? paragraph(COMMENT.moreNotices(more)) : []),
    ...table(ownFirst(resultRows(result, { plan, review: say`${REVIEW_AGAIN}` })), addressOf),
    ...unreviewedRun(report, [...unreviewed]),
    ...(continues(report) ? paragraph(nextRun(result.workspace)) : []),
    ...table(ownFirst(doneRows(result, plan, dashboardOf)), addressOf),
    ...paragraph(describeDrafts(result, plan)),
    // What would change in unreviewed campaigns, since a reader has to check it now.
    ...details(
      (plan?.campaigns ?? [])
        .filter(({ key, steps }) => unreviewed.has(key) && steps.length > 0)
        .map(changeRow),
    ),
  ];
  return fitBlocks({ blocks, footer: footer(report, options), limit, wholeAt });
}

/** The way past the review, for changes that no review showed, or that only an `allow` lets through. */
function unreviewedRun(
  { plan, reviewed, unreviewedWorkflow }: ApplyReport,
  keys: readonly CampaignKey[],
): MarkdownBlock[] {
  const isRefused = plan?.campaigns.some(({ held }) => held.some(({ consent }) => consent)) ?? false;
  if (reviewed === 'ignore' || (keys.length === 0 && !isRefused)) return [];
  return [{ keys, text: `\n${phraseMarkdown(describeUnreviewedRun(keys, unreviewedWorkflow))}\n` }];
}

/** Whether another run would do something new. What is deferred says so itself. */
function continues({ result, outcome }: ApplyReport): boolean {
  const ended = result.endedEarly === 'failed' && outcome !== 'invalid';
  const refused = result.refused === 'lease' || result.refused === 'credential';
  const retries = result.failed.some(({ cause }) => mayRetry(cause));
  const unread = result.held.some(({ reason }) => reason === 'unreadable');
  return ended || refused || retries || unread;
}

/** The most pull requests that are named. After a long pause, there may be hundreds. */
const PULLS_AT_MOST = 10;

function footer({ plan, reviewedIn, reviewed }: ApplyReport, { footnotes }: ResultOptions): string {
  const pulls = reviewedIn.map((pull) => `#${pull}`);
  return footnoteLine([
    ...(plan ? [escapeMarkdown(shortCommit(plan))] : []),
    ...(pulls.length > 0 ? [`reviewed in ${firstFew(pulls, PULLS_AT_MOST)}`] : []),
    ...(reviewed === 'ignore' ? [phraseMarkdown(COMMENT.reviewIgnored)] : []),
    ...footnotes,
  ]);
}
