import type { CampaignId, CampaignKey } from '../../model/campaign.ts';
import type { Plan, PlannedCampaign } from '../../model/plan.ts';
import { type Applied, type Result } from '../../model/result.ts';
import type { Action } from '../../model/transitions.ts';
import { statusOf } from '../view/shown-status.ts';
import { codeSpan, escapeMarkdown, linked, phraseMarkdown } from './escape-markdown.ts';
import { byCause, type OneCause, type Reported } from '../view/one-cause.ts';
import { chunks, groupBy } from '../../model/grouping.ts';
import { gathered } from '../view/group.ts';
import { block, frame, tableHead, tableLine, type MarkdownBlock } from './markdown-block.ts';
import type { AddressOf } from './markdown-rows.ts';
import { quotaWords } from '../../messages/quota-messages.ts';
import { componentName } from '../../messages/component-names.ts';
import { IS_DRAFT } from '../../messages/action-messages/result-phrases.ts';
import { describeDrafts, newDrafts } from '../../messages/outcome-messages.ts';
import { BY_EARLIER_RUN } from '../../messages/progress-messages.ts';
import { firstPlace, listed, say, type Message, type Phrase } from '../../messages/phrase.ts';
import { describeAttention } from '../view/attention-view.ts';
import { describeIssues, type IssueWords } from '../view/result-issues.ts';
import { utcMinuteFrom } from '../../model/utc-words.ts';

/** What the rows of a result need besides it. */
export interface RowContext {
  /** Undefined if there was none. */
  readonly plan: Plan | undefined;
  readonly plannedByKey: ReadonlyMap<CampaignKey, PlannedCampaign>;
  readonly addressOf: AddressOf;
  /** Where people see a campaign in the service's own dashboard; undefined if that isn't known. */
  readonly dashboardOf: (id: CampaignId) => string | undefined;
  /** What to do about an unreviewed campaign. */
  readonly review: (key: CampaignKey) => Phrase;
}

/** One change that did not go as planned. */
interface IssueRow extends Reported<RowWords> {
  readonly key: CampaignKey;
}

/** What its row says. */
interface RowWords extends Message {
  readonly mark: '❌' | '⚠️';
  readonly what: string;
}

/** What failed or is stale, blocked, not reviewed or not confirmed. Many of the same kind are together. */
export function issueTable(result: Result, context: RowContext): MarkdownBlock[] {
  const issues = issuesOf(result, context);
  if (issues.length === 0) return [];
  return [
    block('attention', [], tableHead(['', 'campaign', 'what', 'why', 'what to do'])),
    ...byCause<RowWords, IssueRow>(issues).flatMap((cause) => issueRows(cause, context)),
  ];
}

/** The most campaigns with the same issue that one line names. The others follow in more lines. */
const NAMES_IN_LINE = 50;

function issueRows({ things, words }: OneCause<IssueRow, RowWords>, context: RowContext): MarkdownBlock[] {
  const [first, ...others] = things;
  if (others.length === 0) return [issueRow(words, [first.key], nameIn(first, context))];
  return inLines(things, (one) => nameIn(one, context)).map(({ part, names }, at) =>
    issueRow(
      at === 0 ? words : { ...words, ...THE_SAME },
      part.map(({ key }) => key),
      names,
    ),
  );
}

/** Several campaigns with the same words, in lines of at most `NAMES_IN_LINE` names; the first line has their number. */
function inLines<Thing>(
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
): readonly { readonly part: readonly Thing[]; readonly names: string }[] {
  return chunks(things, NAMES_IN_LINE).map((part, at) => {
    const count = at === 0 ? `**${things.length} campaigns**` : `${part.length} more`;
    const names = part.map(nameOf).join(', ');
    return { part, names: things.length === 1 ? names : `${count}: ${names}` };
  });
}

const THE_SAME: Message = { why: say`the same`, todo: [] };

function issueRow(
  { mark, what, why, todo }: RowWords,
  keys: readonly CampaignKey[],
  names: string,
): MarkdownBlock {
  return block(
    'attention',
    keys,
    tableLine([mark, names, escapeMarkdown(what), phraseMarkdown(why), phraseMarkdown(todo)]),
  );
}

function issuesOf(result: Result, { plannedByKey, review }: RowContext): IssueRow[] {
  const rowWords = (key: CampaignKey, { kind, why, todo }: IssueWords): RowWords => ({
    what: kind,
    why,
    mark: kind === 'failed' || kind === 'not recorded' ? '❌' : '⚠️',
    todo: kind === 'not reviewed' ? review(key) : todo,
  });
  return [
    ...describeIssues(result).map(({ key, words, shared }): IssueRow => ({
      key,
      words: rowWords(key, words),
      shared: rowWords(key, shared),
    })),
    ...[...plannedByKey.values()].flatMap((one) => notedIssues(one, result.workspace)),
  ];
}

/** What is still sending without a file, or was sent before it could be stopped, as the plan showed it. */
function notedIssues(campaign: PlannedCampaign, workspace: string): IssueRow[] {
  const notes = campaign.notes.filter(({ kind }) => kind === 'still-sending' || kind === 'too-late-to-stop');
  if (notes.length === 0) return [];
  // What is blocked is in the result.
  const { issues } = describeAttention({ ...campaign, notes, held: [] }, workspace);
  return issues.map((issue) => {
    const words = ({ why, todo }: Message): RowWords => ({ mark: '⚠️', what: issue.headline, why, todo });
    return { key: campaign.key, words: words(issue), shared: words(issue.wordsFor(undefined)) };
  });
}

/** The key, as a link to the place that the reason names, or to the file. */
function nameIn({ key, words }: IssueRow, context: RowContext): string {
  const place = firstPlace(words.why);
  return place ? linked(key, context.addressOf(place)) : nameOf(key, context);
}

function nameOf(key: CampaignKey, { plannedByKey, addressOf }: RowContext): string {
  const file = plannedByKey.get(key)?.file ?? undefined;
  return file === undefined ? codeSpan(key) : linked(key, addressOf({ file, line: undefined }));
}

/** What was sent successfully, a line for each campaign. */
export function appliedTable(result: Result, context: RowContext): MarkdownBlock[] {
  const { applied } = result;
  if (applied.length === 0) return [];
  const drafts = new Set(newDrafts(result));
  const next = phraseMarkdown(describeDrafts(result, context.plan));
  return [
    block('change', [], tableHead(['', 'campaign', 'before', 'done', 'campaign ID'])),
    ...groupBy(applied, ({ key }) => key).flatMap((steps) => {
      const [first] = steps;
      if (!first) return [];
      const campaign = context.plannedByKey.get(first.key);
      const cells = [
        '✅',
        nameOf(first.key, context),
        campaign ? statusOf(campaign) : '–',
        steps.map((step) => phraseMarkdown(stepWords(step, campaign))).join(', then ') +
          (drafts.has(first.key) ? phraseMarkdown(IS_DRAFT) : ''),
        idCell(first.campaignId, context),
      ];
      return [block('change', [first.key], tableLine(cells))];
    }),
    ...(next === '' ? [] : [frame(`\n${next}\n`)]),
  ];
}

function idCell(id: CampaignId, { dashboardOf }: RowContext): string {
  const dashboard = dashboardOf(id);
  return dashboard === undefined ? codeSpan(id) : linked(id, dashboard);
}

const DONE: Readonly<Record<Action, string>> = {
  PUBLISH: 'published',
  PAUSE: 'paused',
  RESUME: 'resumed',
  STOP: 'stopped',
};

function stepWords(step: Applied, campaign: PlannedCampaign | undefined): Phrase {
  // The plan has only what this run was to send.
  return step.isRecovered ? say`${doneWords(step, undefined)}${BY_EARLIER_RUN}` : doneWords(step, campaign);
}

function doneWords({ change, components }: Applied, campaign: PlannedCampaign | undefined): Phrase {
  switch (change) {
    case 'create':
      return campaign?.desired ? say`created (${campaign.desired.channel})` : say`created`;
    case 'update':
      return say`updated ${listed(components.map(componentName))}`;
    case 'transition':
      return say`${campaign?.transition ? DONE[campaign.transition.action] : 'status changed'}`;
  }
}

/** What quota defers, with the time from which it is possible. */
export function waitingTable({ deferred }: Result, context: RowContext): MarkdownBlock[] {
  if (deferred.length === 0) return [];
  return [
    block('waiting', [], tableHead(['', 'campaign', 'waits for', 'until'])),
    ...gathered(deferred, waitsFor).flatMap((group) =>
      inLines(group, ({ key }) => nameOf(key, context)).flatMap(({ part, names }) => {
        const [first] = part;
        if (!first) return [];
        const keys = part.map(({ key }) => key);
        const until = utcMinuteFrom(Date.parse(first.resumeAt));
        return [
          block('waiting', keys, tableLine(['⏳', names, escapeMarkdown(quotaWords(first.cause)), until])),
        ];
      }),
    ),
  ];
}

function waitsFor({ cause, resumeAt }: Result['deferred'][number]): string {
  return `${quotaWords(cause)} until ${utcMinuteFrom(Date.parse(resumeAt))}`;
}
