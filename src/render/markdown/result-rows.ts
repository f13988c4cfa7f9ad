import type { CampaignKey } from '../../model/campaign.ts';
import type { PlannedCampaign } from '../../model/plan.ts';
import { isUnsent, type Applied, type Result } from '../../model/result.ts';
import type { Action } from '../../model/transitions.ts';
import { statusOf } from '../view/status-word.ts';
import { codeSpan, escapeMarkdown, linked, phraseMarkdown, prose } from './escape-markdown.ts';
import { chunks, GROUP_AT_LEAST, groupBy, SECTION_AT_MOST } from '../view/group.ts';
import { block, tableHead, tableLine, type MarkdownBlock } from './markdown-block.ts';
import type { AddressOf } from './markdown-rows.ts';
import { placeInMessage } from '../view/message-place.ts';
import { quotaWords } from '../view/quota-words.ts';
import { minute } from '../view/result-sentence.ts';
import { describeHeld } from '../../messages/held-messages.ts';
import { plainText, type Phrase } from '../../messages/phrase.ts';
import { describeAttention } from '../view/attention-view.ts';
import { failureAdvice } from '../view/failure-advice.ts';
import { fieldName } from '../view/notes-view.ts';

/** What the rows of a result look at beside it. */
export interface RowContext {
  readonly toPlannedCampaign: ReadonlyMap<CampaignKey, PlannedCampaign>;
  readonly addressOf: AddressOf;
  /** What to do about a campaign that is not reviewed. */
  readonly review: (key: CampaignKey) => string;
}

/** One thing that did not go as wanted. */
interface Trouble {
  readonly key: CampaignKey;
  readonly mark: '❌' | '⚠️';
  readonly what: string;
  readonly why: string | Phrase;
  /** What to do; empty where the reason says it, or there is nothing to do. */
  readonly todo: string | Phrase;
}

/** What failed, is stale, held, not reviewed or not confirmed; many of the same kind together. */
export function issueTable(result: Result, context: RowContext): MarkdownBlock[] {
  const issues = issuesOf(result, context);
  if (issues.length === 0) return [];
  const likeness = ({ mark, what, why, todo }: Trouble) => JSON.stringify([mark, what, why, todo]);
  const groups = issues.length > SECTION_AT_MOST ? groupBy(issues, likeness) : issues.map((one) => [one]);
  return [
    block('attention', [], tableHead(['', 'campaign', 'what', 'why', 'what to do'])),
    ...groups.flatMap((group) => issueRows(group, context)),
  ];
}

/** Campaigns of one trouble that are named in one line; the others follow in lines of their own. */
const NAMES_IN_LINE = 50;

function issueRows(group: readonly Trouble[], context: RowContext): MarkdownBlock[] {
  if (group.length < GROUP_AT_LEAST)
    return group.map((one) => issueRow(one, [one.key], nameIn(one, context)));
  return chunks(group, NAMES_IN_LINE).flatMap((part, at) => {
    const [first] = part;
    if (!first) return [];
    const names = part.map((one) => nameIn(one, context)).join(', ');
    const count = at === 0 ? `**${group.length} campaigns**` : `${part.length} more`;
    return [
      issueRow(
        first,
        part.map(({ key }) => key),
        `${count}: ${names}`,
      ),
    ];
  });
}

function issueRow(
  { mark, what, why, todo }: Trouble,
  keys: readonly CampaignKey[],
  names: string,
): MarkdownBlock {
  return block('attention', keys, tableLine([mark, names, escapeMarkdown(what), cell(why), cell(todo)]));
}

function issuesOf(result: Result, { toPlannedCampaign, review }: RowContext): Trouble[] {
  const done = new Set(result.applied.map(({ key }) => key));
  return [
    ...result.failed.map((failure): Trouble => {
      const { key, code, message } = failure;
      const isKept = code === 'state-branch' && done.has(key);
      return {
        key,
        mark: isUnsent(failure) ? '⚠️' : '❌',
        what: isUnsent(failure) ? 'not sent' : isKept ? 'not recorded' : 'failed',
        why: message,
        todo: failureAdvice(failure),
      };
    }),
    ...result.stale.map(({ key, message }): Trouble => ({
      key,
      mark: '⚠️',
      what: 'stale',
      why: `Left alone: ${message}`,
      todo: 'Make a new plan and look at it again.',
    })),
    ...result.held.map((held): Trouble => {
      const { key } = held;
      const { why, todo } = describeHeld(held, result.workspace);
      if (held.reason === 'not-reviewed')
        return { key, mark: '⚠️', what: 'not reviewed', why: plainText(why), todo: review(key) };
      return { key, mark: '⚠️', what: 'blocked', why, todo };
    }),
    ...[...toPlannedCampaign.values()].flatMap((one) => unownedTroubles(one, result.workspace)),
    ...result.unconfirmed.map(({ key, component, paths }): Trouble => {
      const fields = paths.map((path) => fieldName(component, path)).join(', ');
      return {
        key,
        mark: '⚠️',
        what: 'not confirmed',
        why: `Sent, but live does not show ${fields === '' ? component : fields}.`,
        todo: "Look at it in the service's own interface: it is not sent again until the file or live changes.",
      };
    }),
  ];
}

/** What is still sending without a file, as the plan showed it. */
function unownedTroubles(campaign: PlannedCampaign, workspace: string): Trouble[] {
  if (!campaign.notes.some(({ kind }) => kind === 'still-sending')) return [];
  const { headline, issues } = describeAttention(campaign, workspace);
  return issues.map(({ why, todo }) => ({ key: campaign.key, mark: '⚠️', what: headline, why, todo }));
}

/** The key, as a link to the place that the reason names, else to the file. */
function nameIn({ key, why }: Trouble, context: RowContext): string {
  const campaign = context.toPlannedCampaign.get(key);
  const place = placeInMessage(typeof why === 'string' ? why : plainText(why), campaign);
  return place ? linked(key, context.addressOf(place)) : nameOf(key, context);
}

function nameOf(key: CampaignKey, { toPlannedCampaign, addressOf }: RowContext): string {
  const file = toPlannedCampaign.get(key)?.file ?? undefined;
  return file === undefined ? codeSpan(key) : linked(key, addressOf({ file, line: undefined }));
}

/** What was sent with success, a line for each campaign. */
export function appliedTable({ applied }: Result, context: RowContext): MarkdownBlock[] {
  if (applied.length === 0) return [];
  return [
    block('change', [], tableHead(['', 'campaign', 'before', 'done', 'campaign id'])),
    ...groupBy(applied, ({ key }) => key).flatMap((steps) => {
      const [first] = steps;
      if (!first) return [];
      const campaign = context.toPlannedCampaign.get(first.key);
      const cells = [
        '✅',
        nameOf(first.key, context),
        campaign ? statusOf(campaign) : '–',
        prose(steps.map((step) => stepWords(step, campaign)).join(', then ')),
        codeSpan(first.campaignId),
      ];
      return [block('change', [first.key], tableLine(cells))];
    }),
  ];
}

const DONE: Readonly<Record<Action, string>> = {
  PUBLISH: 'published',
  PAUSE: 'paused',
  RESUME: 'resumed',
  STOP: 'stopped',
};

function stepWords({ change, components }: Applied, campaign: PlannedCampaign | undefined): string {
  switch (change) {
    case 'create':
      return campaign?.desired ? `created (${campaign.desired.channel})` : 'created';
    case 'update':
      return `updated ${components.join(', ')}`;
    case 'transition':
      return campaign?.transition ? DONE[campaign.transition.action] : 'status changed';
  }
}

/** What quota puts off, with the time from which on it can go. */
export function waitingTable({ deferred }: Result, context: RowContext): MarkdownBlock[] {
  if (deferred.length === 0) return [];
  return [
    block('waiting', [], tableHead(['', 'campaign', 'waits for', 'until'])),
    ...deferred.map(({ key, resumeAt, cause }) =>
      block(
        'waiting',
        [key],
        tableLine(['⏳', nameOf(key, context), prose(quotaWords(cause)), minute(resumeAt)]),
      ),
    ),
  ];
}

function cell(words: string | Phrase): string {
  return typeof words === 'string' ? prose(words) : phraseMarkdown(words);
}
