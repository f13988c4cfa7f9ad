import { firstFew } from '../../model/show.ts';
import { REVIEW_AGAIN } from '../../messages/advice.ts';
import { describeHeld } from '../../messages/catalog/held.ts';
import { describeNextRun, type Continuation } from '../../messages/outcome-messages.ts';
import {
  describeMissingWorkflow,
  describePending,
  RESOLVE_BLOCK,
  REVIEW_IGNORED,
  TO_ALLOW,
  withoutReview,
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
import { describeLostRecord } from '../../messages/record-messages.ts';
import {
  consentBlock,
  runSteps,
  type AddressOfWorkflow,
  type ConsentRun,
  type WorkflowRun,
} from './run-by-hand.ts';
import { details, type AddressOf } from './rows-markdown.ts';
import { shortCommit } from '../rows/plan-words.ts';
import { appliedTable, issueTable, waitingTable, type RowContext } from './result-rows.ts';
import { resultSentence, type EndedRun } from '../rows/result-sentence.ts';
import { changeRow } from '../rows/change-rows.ts';
import { groupRows } from '../rows/group.ts';
import { groupBy } from '../../model/grouping.ts';
import { utcMinuteFrom } from '../../model/utc-words.ts';

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
  /** The run that applies unreviewed changes; undefined if there is none. */
  readonly rerun: WorkflowRun | undefined;
  /** The workflow of such runs, if the repository doesn't have it. */
  readonly missingWorkflow?: string;
  /** The runs that allow what this run refused. */
  readonly allowed?: readonly ConsentRun[];
  /** How the workflow of this run runs next; omitted if that isn't known. */
  readonly next?: NextRun;
  /** The campaigns that this run's merge is about, which come first; omitted if they aren't known. */
  readonly own?: ReadonlySet<CampaignKey>;
}

/** How the next run of a workflow starts. */
export interface NextRun {
  readonly isScheduled: boolean;
  /** The same run again; undefined if the workflow can't be started by hand. */
  readonly byHand: WorkflowRun | undefined;
}

export interface ResultOptions extends Pick<RowContext, 'dashboardOf'> {
  readonly addressOf: AddressOf;
  /** The address where a person starts a workflow by hand, by the name of its file. */
  readonly workflowAt: AddressOfWorkflow;
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

function blocksOf(
  report: ApplyReport,
  { addressOf, dashboardOf, notices, workflowAt }: ResultOptions,
): MarkdownBlock[] {
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
    ...phraseParagraph(describeLostRecord(result.held, result.workspace)),
    ...issueTable(withoutPending({ ...report, result }), context),
    ...rerunBlock(report, workflowAt),
    ...(report.allowed ?? []).map((one) => consentBlock(one, TO_ALLOW, workflowAt)),
    ...missingWorkflowBlock(report),
    ...waitingTable(result, context),
    ...nextRunBlock({ ...report, result }, workflowAt),
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

function rerunBlock({ rerun, result, plan }: ApplyReport, workflowAt: AddressOfWorkflow): MarkdownBlock[] {
  const keys = notReviewed(result);
  if (rerun === undefined || keys.size === 0) return [];
  const purpose = withoutReview({ isShown: plan !== undefined });
  return [block('call', [...keys], `\n${runSteps(purpose, rerun, workflowAt)}`)];
}

/** What the next run does automatically, and how a person starts one. */
function nextRunBlock({ next, ...report }: ApplyReport, workflowAt: AddressOfWorkflow): MarkdownBlock[] {
  const continues = continuesWith(report);
  if (next === undefined || continues === undefined) return [];
  const { lead, byHand } = describeNextRun(continues);
  const leads = next.isScheduled ? [phraseMarkdown(lead)] : [];
  const starts = next.byHand ? [runSteps(say`${byHand},`, next.byHand, workflowAt)] : [];
  const text = [...leads, ...starts].join(' ');
  return text === '' ? [] : [frame(`\n${text.trimEnd()}\n`)];
}

/** Why another run would continue; undefined if it would do nothing new. */
function continuesWith({ result, outcome }: ApplyReport): Continuation | undefined {
  const ended = result.endedEarly === 'failed' && outcome !== 'invalid';
  const refused = result.refused === 'lease' || result.refused === 'credential';
  const retries = result.failed.some(({ cause }) => mayRetry(cause));
  const unread = result.held.some(({ reason }) => reason === 'unreadable');
  const waitsUntil = resumeAt(result);
  if (ended || refused || retries || unread) return { kind: 'retries' };
  return waitsUntil === null ? undefined : { kind: 'waits', until: utcMinuteFrom(Date.parse(waitsUntil)) };
}

function missingWorkflowBlock({ missingWorkflow: file }: ApplyReport): MarkdownBlock[] {
  return file === undefined ? [] : phraseParagraph(describeMissingWorkflow(file));
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
