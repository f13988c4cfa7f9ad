import { firstFew } from '../../model/show.ts';
import { statusWord, type CampaignKey } from '../../model/campaign.ts';
import type { DriftReport, UnreadCampaign } from '../../model/drift.ts';
import { fieldsOf, namedDiffLines } from '../view/diff-lines.ts';
import { oldAndNew, unmarked } from '../view/marked-line.ts';
import { chunks } from '../../model/grouping.ts';
import { GROUP_AT_LEAST } from '../view/group.ts';
import { componentName } from '../../messages/component-names.ts';
import { describeUnmanaged } from '../../messages/drift-messages.ts';
import {
  describeResumed,
  driftIssueTitle,
  KEEP_OR_UNDO,
  KEEP_OR_UNDO_BELOW,
  NOT_READ,
  READ_AGAIN,
  SEE_BELOW,
  UNMANAGED,
} from '../../messages/action-messages/drift-phrases.ts';
import { plainTextOnGitHub } from '../../messages/phrase.ts';
import { codeSpan, escapeMarkdown, linked, phraseMarkdown } from './escape-markdown.ts';
import { fitBlocks, leftOutLine, type TextLimit } from './fit-blocks.ts';
import { block, frame, tableHead, tableLine, type MarkdownBlock } from './markdown-block.ts';
import { folded } from './markdown-detail.ts';
import type { AddressOf } from './markdown-rows.ts';
import {
  driftSentence,
  openSentences,
  describeDrift,
  resumes,
  sharedAdvice,
  type DriftView,
  type SharedAdvice,
} from '../view/drift-view.ts';
import { statusOf } from '../view/shown-status.ts';
import { visibleLine } from '../text-layout.ts';

export interface DriftIssueOptions {
  /** Should name a branch, not a commit, or each push would change the text of the same drift. */
  readonly addressOf: AddressOf;
  /** The caller's own Markdown for the last line; the same for the same drift. */
  readonly footnotes: readonly string[];
  readonly limit: TextLimit;
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
      blocks: driftBlocks(report, options),
      footer: footer(options),
      limit: options.limit,
      leftOutText: (leftOut) => leftOutLine(leftOut, undefined),
    }).text,
  };
}

function driftBlocks(report: DriftReport, { addressOf }: DriftIssueOptions): MarkdownBlock[] {
  const view = report.drifted.map((one) => describeDrift(one, report.workspace, KEEP_OR_UNDO_BELOW));
  const shared = sharedAdvice(view);
  const advised = new Set(shared.flatMap(({ campaigns }) => campaigns));
  const rows = [
    ...view.map((one) => driftRow(one, { addressOf, isAdvised: advised.has(one.campaign) })),
    ...unreadRows(report.unknown, addressOf),
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
    ...resumedBlocks(report, addressOf),
    ...shared.map((one) => adviceBlock(one, addressOf)),
    ...unmanagedBlocks(report),
  ];
}

function footer({ footnotes }: DriftIssueOptions): string {
  return footnotes.length === 0 ? '' : `\n<sub>${footnotes.join(' · ')}</sub>\n`;
}

interface RowContext {
  readonly addressOf: AddressOf;
  /** Whether what to do is described below the table for several campaigns. */
  readonly isAdvised: boolean;
}

function driftRow(view: DriftView, { addressOf, isAdvised }: RowContext): MarkdownBlock {
  const { campaign, edited, advice } = view;
  const { key, dashboard } = campaign;
  const shown = statusOf({ ...campaign, live: campaign });
  const todo = isAdvised ? [SEE_BELOW] : advice.words;
  const cells = [
    '⚠️',
    nameOf(campaign, addressOf),
    dashboard === undefined ? shown : linked(shown, dashboard),
    [escapeMarkdown(changedWords(view)), ...(edited === '' ? [] : [escapeMarkdown(edited)])].join('<br>'),
    todo.map(phraseMarkdown).join('<br>'),
  ];
  return block('attention', [key], tableLine(cells));
}

/** What differs, as marketers know it: `status: ACTIVE → PAUSED, subject line`. */
function changedWords({ campaign, headline, status, components }: DriftView): string {
  if (campaign.liveStatus === null) return headline;
  const silent = components.filter(({ places }) => places.length === 0);
  return [
    ...(status ? [`status: ${status.from} → ${status.to}`] : []),
    fieldsOf(components),
    ...silent.map(({ name }) => componentName(name)),
  ]
    .filter(Boolean)
    .join(', ');
}

/** In one row if there are several. Without the reason, which may differ each time. */
function unreadRows(unread: readonly UnreadCampaign[], addressOf: AddressOf): MarkdownBlock[] {
  const isOne = unread.length < GROUP_AT_LEAST;
  return chunks(unread, isOne ? 1 : NAMED_AT_MOST).map((part) => {
    const names = part.map((one) => nameOf(one, addressOf)).join(', ');
    const name = isOne ? names : `**${part.length} campaigns**: ${names}`;
    const cells = ['❔', name, '–', ...[NOT_READ, READ_AGAIN].map(phraseMarkdown)];
    return block(
      'attention',
      part.map(({ key }) => key),
      tableLine(cells),
    );
  });
}

/** The most campaigns that one list names. */
const NAMED_AT_MOST = 50;

/** What to do about several campaigns. */
function adviceBlock({ campaigns, words }: SharedAdvice, addressOf: AddressOf): MarkdownBlock {
  const names = campaigns.map((one) => nameOf(one, addressOf));
  const advice = words.map(phraseMarkdown).join(' ');
  return frame(`\n**${campaigns.length} campaigns**: ${advice} (${firstFew(names, NAMED_AT_MOST)})\n`);
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
    ...(status ? [unmarked('status'), ...oldAndNew(status.from, status.to)] : []),
    ...components.flatMap(namedDiffLines),
  ];
  if (lines.length === 0) return [];
  const fields = [...(status ? ['status'] : []), fieldsOf(components)].filter(Boolean).join(', ');
  return [block('attention-detail', [key], folded(`${key}: ${fields}`, lines))];
}

/** How to keep a change, and how to undo it, once for all campaigns. */
function ways({ drifted }: DriftReport): MarkdownBlock[] {
  return drifted.some(({ remedy }) => remedy.kind === 'put-back')
    ? [frame(`\n${phraseMarkdown(KEEP_OR_UNDO)}\n`)]
    : [];
}

/** The campaigns that an apply would resume. */
function resumedBlocks({ drifted }: DriftReport, addressOf: AddressOf): MarkdownBlock[] {
  const names = drifted.filter(resumes).map((one) => nameOf(one, addressOf));
  return names.length === 0
    ? []
    : [frame(`\n${phraseMarkdown(describeResumed(names.length))} ${firstFew(names, NAMED_AT_MOST)}.\n`)];
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
