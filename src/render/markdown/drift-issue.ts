import { statusWord, type CampaignKey } from '../../model/campaign.ts';
import type { DriftReport, UnreadCampaign } from '../../model/drift.ts';
import { diffLines, fieldsOf } from '../view/diff-lines.ts';
import { describeUnmanaged } from '../../messages/drift-messages.ts';
import {
  describeReadAgain,
  driftIssueTitle,
  KEEP_OR_RESTORE,
  NOT_READ,
  SEE_BELOW,
  UNMANAGED,
} from '../../messages/action-messages/drift-phrases.ts';
import { plainTextOnGitHub } from '../../messages/phrase.ts';
import { codeSpan, escapeMarkdown, linked, phraseMarkdown } from './escape-markdown.ts';
import { fitBlocks, type SizeLimit } from './fit-blocks.ts';
import { leftOutLine } from './left-out.ts';
import { block, frame, tableHead, tableLine, type MarkdownBlock } from './markdown-block.ts';
import { folded } from './markdown-detail.ts';
import type { AddressOf } from './markdown-rows.ts';
import { driftSentence, openSentences, describeDrift, type DriftView } from '../view/drift-view.ts';
import { visibleLine } from '../visible-text.ts';

export interface DriftIssueOptions {
  /** Should name a branch, not a commit, or each push would change the text of the same drift. */
  readonly addressOf: AddressOf;
  /** The caller's own Markdown for the last line; the same for the same drift. */
  readonly footnotes: readonly string[];
  readonly limit: SizeLimit;
  /** Where a person starts drift by hand; omitted if that isn't known. */
  readonly workflowPage?: string;
}

/** An issue on a code host. */
export interface IssueText {
  /** Always the same for a workspace. */
  readonly title: string;
  readonly body: string;
}

/**
 * The issue about a workspace's drift: a sentence, a line for each campaign, the differences folded, what to do. The same
 * drift gives the same bytes, so it contains no time, no commit and no answer of the service.
 */
export function driftIssue(report: DriftReport, options: DriftIssueOptions): IssueText {
  return {
    title: visibleLine(plainTextOnGitHub(driftIssueTitle(report.workspace))),
    body: fitBlocks({
      head: '',
      blocks: driftBlocks(report, options),
      footer: footer(options),
      limit: options.limit,
      leftOutText: (leftOut) => leftOutLine(leftOut, undefined),
    }),
  };
}

function driftBlocks(report: DriftReport, { addressOf, workflowPage }: DriftIssueOptions): MarkdownBlock[] {
  const view = report.drifted.map((one) => describeDrift(one, report.workspace, SEE_BELOW));
  const { unknown } = report;
  const rows = [
    ...view.map((one) => driftRow(one, addressOf)),
    ...unknown.map((one) => unreadRow(one, addressOf, workflowPage)),
  ];
  return [
    frame(`**${escapeMarkdown(driftSentence(report))}**\n`),
    ...openSentences(report).map((text) => frame(`\n${escapeMarkdown(text)}\n`)),
    ...(rows.length === 0
      ? []
      : [block('attention', [], tableHead(['', 'campaign', 'live', 'what differs', 'what to do']))]),
    ...rows,
    ...view.flatMap(driftDetail),
    ...ways(report),
    ...unmanagedBlocks(report),
  ];
}

function footer({ footnotes }: DriftIssueOptions): string {
  return footnotes.length === 0 ? '' : `\n<sub>${footnotes.join(' · ')}</sub>\n`;
}

function driftRow({ campaign, headline, status, components, edited, todo }: DriftView, addressOf: AddressOf) {
  const { key, liveStatus } = campaign;
  const shown = liveStatus ?? '–';
  const moved = [
    ...(status ? [`status: ${status.from} → ${status.to}`] : []),
    ...components.map(({ name }) => codeSpan(name)),
  ];
  const differs = liveStatus === null ? headline : moved.join(', ');
  const cells = [
    '⚠️',
    nameOf(campaign, addressOf),
    campaign.dashboard === undefined ? shown : linked(shown, campaign.dashboard),
    [differs, ...(edited === '' ? [] : [escapeMarkdown(edited)])].join('<br>'),
    todo.map(phraseMarkdown).join('<br>'),
  ];
  return block('attention', [key], tableLine(cells));
}

/** Without the message, which may differ each time. */
function unreadRow(
  campaign: UnreadCampaign,
  addressOf: AddressOf,
  workflowPage: string | undefined,
): MarkdownBlock {
  const cells = [
    '❔',
    nameOf(campaign, addressOf),
    '–',
    phraseMarkdown(NOT_READ),
    phraseMarkdown(describeReadAgain(workflowPage)),
  ];
  return block('attention', [campaign.key], tableLine(cells));
}

interface Named {
  readonly key: CampaignKey;
  readonly file: string | null;
}

function nameOf({ key, file }: Named, addressOf: AddressOf): string {
  return file === null ? codeSpan(key) : linked(key, addressOf({ file, line: undefined }));
}

/** The last recorded values (-), and the values now (+). */
function driftDetail({ campaign: { key }, status, components }: DriftView): MarkdownBlock[] {
  const lines = [
    ...(status ? ['  status', `- ${status.from}`, `+ ${status.to}`] : []),
    ...components.flatMap(diffLines),
  ];
  if (lines.length === 0) return [];
  const fields = [...(status ? ['status'] : []), fieldsOf(components)].filter(Boolean).join(', ');
  return [block('attention-detail', [key], folded(`${key}: ${fields}`, lines))];
}

/** How to keep a change, and how to undo it. */
function ways({ drifted }: DriftReport): MarkdownBlock[] {
  return drifted.some(({ remedy }) => remedy.kind === 'put-back')
    ? [frame(`\n${phraseMarkdown(KEEP_OR_RESTORE)}\n`)]
    : [];
}

/** The most campaigns without a file that are named. */
const UNMANAGED_AT_MOST = 50;

/** How many campaigns no file manages, and which. */
function unmanagedBlocks({ unmanaged, workspace }: DriftReport): MarkdownBlock[] {
  if (!unmanaged || unmanaged.campaigns.length === 0) return [];
  const { campaigns, dashboards } = unmanaged;
  const lines = campaigns.slice(0, UNMANAGED_AT_MOST).map((live) => {
    const name = visibleLine(live.name ?? live.id);
    const address = dashboards?.get(live.id);
    return `- ${address === undefined ? escapeMarkdown(name) : linked(name, address)} · ${escapeMarkdown(statusWord(live))}`;
  });
  const more = campaigns.length - lines.length;
  const list = [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
  return [
    frame(`\n${phraseMarkdown(describeUnmanaged(unmanaged, workspace, 'list'))}\n`),
    block(
      'note',
      campaigns.map(({ id }) => id),
      `\n<details><summary>${phraseMarkdown(UNMANAGED)}</summary>\n\n${list}\n\n</details>\n`,
    ),
  ];
}
