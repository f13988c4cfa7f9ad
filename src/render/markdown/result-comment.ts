import { firstFew } from '../../model/show.ts';
import { REVIEW_AGAIN } from '../../messages/advice.ts';
import { describeHeld } from '../../messages/catalog/held.ts';
import { NEXT_RUN } from '../../messages/outcome-messages.ts';
import {
  describePending,
  describeUnreviewedRun,
  RESOLVE_BLOCK,
  REVIEW_IGNORED,
} from '../../messages/action-messages/result-phrases.ts';
import { describeMoreNotices } from '../../messages/action-messages/comment-phrases.ts';
import { say, type Phrase } from '../../messages/phrase.ts';
import type { CampaignKey } from '../../model/campaign.ts';
import { mayRetry } from '../../model/failure.ts';
import type { Plan } from '../../model/plan.ts';
import { resumeAt } from '../../model/result.ts';
import { codeSpan, escapeMarkdown, phraseMarkdown } from './escape-markdown.ts';
import { fitBlocks, leftOutLine, type TextLimit } from './fit-blocks.ts';
import { block, frame, type MarkdownBlock } from './markdown-block.ts';
import { phraseParagraph } from './plan-markdown.ts';
import { details, type AddressOf } from './rows-markdown.ts';
import { shortCommit } from '../rows/plan-words.ts';
import { appliedTable, issueTable, waitingTable, type RowContext } from './result-rows.ts';
import { resultSentence, type EndedRun } from '../rows/result-sentence.ts';
import { changeRow } from '../rows/change-rows.ts';
import { groupRows } from '../rows/group.ts';
import { groupBy } from '../../model/grouping.ts';

/** One apply of the action, after its end. */
export interface ApplyReport extends EndedRun {
  /** The plan with the statuses, files and differences; undefined if there was none. */
  readonly plan: Plan | undefined;
  readonly reviewed: 'require' | 'ignore';
  /** Unreviewed campaigns of other pull requests, for which an earlier run already failed. */
  readonly pending?: ReadonlySet<CampaignKey>;
  /** Campaigns that are not reviewed only because something blocks them. */
  readonly blocked?: ReadonlySet<CampaignKey>;
  /** The pull requests whose reviews it used. */
  readonly reviewedIn: readonly number[];
  /** The file of the workflow that applies without a review. */
  readonly unreviewedWorkflow: string;
  /** The campaigns that this run's merge is about, which come first; omitted if they aren't known. */
  readonly own?: ReadonlySet<CampaignKey>;
}

export interface ResultOptions extends Pick<RowContext, 'dashboardOf'> {
  readonly addressOf: AddressOf;
  /** The caller's own Markdown for the last line. */
  readonly footnotes: readonly string[];
  /** Sentences for the reader, a paragraph each. */
  readonly notices: readonly Phrase[];
  readonly limit: TextLimit;
  /** The address of a longer text, in case this one has to leave something out. */
  readonly wholeAt?: string;
}

/** What an apply did and didn't do, for the merged pull request and for the page of the workflow run. */
export function resultComment(report: ApplyReport, options: ResultOptions): string {
  const { limit, wholeAt } = options;
  return fitBlocks({
    blocks: blocksOf(report, options),
    footer: footer(report, options),
    limit,
    leftOutText: (leftOut) => leftOutLine(leftOut, wholeAt),
  }).text;
}

function blocksOf(report: ApplyReport, { addressOf, dashboardOf, notices }: ResultOptions): MarkdownBlock[] {
  const { result, plan } = ownFirst(report);
  const context: RowContext = {
    plan,
    plannedByKey: new Map((plan?.campaigns ?? []).map((one) => [one.key, one])),
    addressOf,
    dashboardOf,
    review: (key) => (report.blocked?.has(key) ? RESOLVE_BLOCK : OPEN_PULL),
  };
  return [
    frame(`${sentence(report)}\n`),
    ...noticeBlocks(notices),
    ...issueTable(withoutPending({ ...report, result }), context),
    ...unreviewedRun(report),
    ...waitingTable(result, context),
    ...(continues({ ...report, result }) ? phraseParagraph(NEXT_RUN) : []),
    ...appliedTable(result, context),
    ...pendingBlocks(report),
    ...notReviewedDetails(report),
  ];
}

const OPEN_PULL = say`${REVIEW_AGAIN}`;

/** First the campaigns that were just merged, then those that other pull requests left pending. */
function ownFirst({ result, plan, own = new Set() }: ApplyReport): Pick<ApplyReport, 'result' | 'plan'> {
  const sorted = <Row extends { readonly key: CampaignKey }>(rows: readonly Row[]) =>
    rows.toSorted((left, right) => Number(own.has(right.key)) - Number(own.has(left.key)));
  const { applied, deferred, stale, unconfirmed, held, failed } = result;
  return {
    plan: plan && { ...plan, campaigns: sorted(plan.campaigns) },
    result: {
      ...result,
      applied: sorted(applied),
      deferred: sorted(deferred),
      stale: sorted(stale),
      unconfirmed: sorted(unconfirmed),
      held: sorted(held),
      failed: sorted(failed),
    },
  };
}

/** What other pull requests left pending is folded below. */
function withoutPending({ result, pending }: ApplyReport): ApplyReport['result'] {
  const isPending = ({ key, reason }: ApplyReport['result']['held'][number]) =>
    reason === 'not-reviewed' && (pending?.has(key) ?? false);
  return { ...result, held: result.held.filter((one) => !isPending(one)) };
}

function pendingBlocks({ result, pending }: ApplyReport): MarkdownBlock[] {
  const left = result.held.filter(({ key, reason }) => reason === 'not-reviewed' && pending?.has(key));
  if (left.length === 0) return [];
  const reason = (one: (typeof left)[number]) => phraseMarkdown(describeHeld(one, result.workspace).why);
  const rows = groupBy(left, reason)
    .map(
      (same) =>
        `- ${same.map(({ key }) => codeSpan(key)).join(', ')}: ${same.slice(0, 1).map(reason).join('')}\n`,
    )
    .join('');
  const summary = phraseMarkdown(describePending(left.length));
  return [
    block(
      'note',
      left.map(({ key }) => key),
      `\n<details><summary>${summary}</summary>\n\n${rows}\n</details>\n`,
    ),
  ];
}

function sentence(report: ApplyReport): string {
  return resultSentence(report)
    .map(({ text, strong }) => (strong ? `**${escapeMarkdown(text)}**` : escapeMarkdown(text)))
    .join('');
}

/** The most notices that are shown. After a long pause, there may be hundreds, one for each pull request. */
const NOTICES_AT_MOST = 20;

function noticeBlocks(notices: readonly Phrase[]): MarkdownBlock[] {
  const more = notices.length - NOTICES_AT_MOST;
  const view = [...notices.slice(0, NOTICES_AT_MOST), ...(more > 0 ? [describeMoreNotices(more)] : [])];
  return view.flatMap(phraseParagraph);
}

/** The way past the review, for changes that no review showed, or that only an `allow` lets through. */
function unreviewedRun({ result, plan, reviewed, unreviewedWorkflow }: ApplyReport): MarkdownBlock[] {
  const keys = [...notReviewed(result)];
  const isRefused = plan?.campaigns.some(({ held }) => held.some(({ consent }) => consent)) ?? false;
  if (reviewed === 'ignore' || (keys.length === 0 && !isRefused)) return [];
  const text = phraseMarkdown(describeUnreviewedRun(keys, unreviewedWorkflow));
  return [keys.length === 0 ? frame(`\n${text}\n`) : block('call', keys, `\n${text}\n`)];
}

/** Whether another run would do something new. */
function continues({ result, outcome }: ApplyReport): boolean {
  const ended = result.endedEarly === 'failed' && outcome !== 'invalid';
  const refused = result.refused === 'lease' || result.refused === 'credential';
  const retries = result.failed.some(({ cause }) => mayRetry(cause));
  const unread = result.held.some(({ reason }) => reason === 'unreadable');
  return ended || refused || retries || unread || resumeAt(result) !== null;
}

function notReviewed({ held }: ApplyReport['result']) {
  return new Set(held.filter(({ reason }) => reason === 'not-reviewed').map(({ key }) => key));
}

/** What would change in unreviewed campaigns, folded, since a reader has to check it now. */
function notReviewedDetails({ plan, result }: ApplyReport): MarkdownBlock[] {
  const keys = notReviewed(result);
  const campaigns = (plan?.campaigns ?? []).filter(({ key, steps }) => keys.has(key) && steps.length > 0);
  return groupRows(campaigns.map(changeRow)).flatMap(details);
}

function footer({ plan, reviewedIn, reviewed }: ApplyReport, { footnotes }: ResultOptions): string {
  const notes = [
    ...(plan ? [escapeMarkdown(shortCommit(plan))] : []),
    ...(reviewedIn.length > 0 ? [`reviewed in ${pullWords(reviewedIn)}`] : []),
    ...reviewWords(reviewed),
    ...footnotes,
  ];
  return notes.length === 0 ? '' : `\n<sub>${notes.join(' · ')}</sub>\n`;
}

/** The most pull requests that are named. After a long pause, there may be hundreds. */
const PULLS_AT_MOST = 10;

function pullWords(pulls: readonly number[]): string {
  return firstFew(
    pulls.map((pull) => `#${pull}`),
    PULLS_AT_MOST,
  );
}

function reviewWords(reviewed: ApplyReport['reviewed']): string[] {
  switch (reviewed) {
    case 'require':
      return [];
    case 'ignore':
      return [phraseMarkdown(REVIEW_IGNORED)];
  }
}
