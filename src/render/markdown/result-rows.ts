import type { CampaignId, CampaignKey } from '../../model/campaign.ts';
import { groupBy } from '../../model/grouping.ts';
import type { Plan, PlannedCampaign } from '../../model/plan.ts';
import { type Applied, type Result } from '../../model/result.ts';
import { counted } from '../../model/show.ts';
import type { Action } from '../../model/transitions.ts';
import { utcMinuteFrom } from '../../model/utc-words.ts';
import { componentName } from '../../messages/component-names.ts';
import { IS_DRAFT } from '../../messages/action-messages/result-phrases.ts';
import { describeDrafts, newDrafts } from '../../messages/outcome-messages.ts';
import { listed, say, type Phrase } from '../../messages/phrase.ts';
import { BY_EARLIER_RUN } from '../../messages/progress-messages.ts';
import { quotaWords } from '../../messages/quota-messages.ts';
import { groupRows } from '../rows/group.ts';
import { resultRows } from '../rows/result-rows.ts';
import { statusOf } from '../rows/shown-status.ts';
import { codeSpan, escapeMarkdown, linked, phraseMarkdown } from './escape-markdown.ts';
import { block, frame, tableHead, tableLine, type MarkdownBlock } from './markdown-block.ts';
import { inLines, table, type AddressOf } from './rows-markdown.ts';

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

/** What failed or is stale, blocked, not reviewed or not confirmed. Many of the same kind are together. */
export function issueTable(result: Result, { plan, review, addressOf }: RowContext): MarkdownBlock[] {
  return table('issue', groupRows(resultRows(result, { plan, review })), addressOf);
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
    ...groupBy(deferred, waitsFor).flatMap((group) =>
      inLines(group, ({ key }) => nameOf(key, context), counted(group.length, 'campaign')).flatMap(
        ({ part, names }) => {
          const [first] = part;
          if (!first) return [];
          const keys = part.map(({ key }) => key);
          const until = utcMinuteFrom(Date.parse(first.resumeAt));
          return [
            block('waiting', keys, tableLine(['⏳', names, escapeMarkdown(quotaWords(first.cause)), until])),
          ];
        },
      ),
    ),
  ];
}

function waitsFor({ cause, resumeAt }: Result['deferred'][number]): string {
  return `${quotaWords(cause)} until ${utcMinuteFrom(Date.parse(resumeAt))}`;
}
