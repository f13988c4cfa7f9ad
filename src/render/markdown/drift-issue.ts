import { statusWord } from '../../model/campaign.ts';
import type { DriftReport } from '../../model/drift.ts';
import type { PullReport } from '../../model/pull.ts';
import { firstFew } from '../../model/show.ts';
import { describeUnmanaged, DRIFT } from '../../messages/comment-messages.ts';
import { plainTextOnGitHub } from '../../messages/phrase.ts';
import { driftRows, driftSentence, openSentences, pullRow, resumes } from '../rows/drift-rows.ts';
import { visibleLine } from '../text-layout.ts';
import {
  fitBlocks,
  folded,
  footnoteLine,
  frame,
  paragraph,
  type AddressOf,
  type MarkdownBlock,
  type PageOptions,
} from './blocks.ts';
import { escapeMarkdown, linked, phraseMarkdown } from './escape-markdown.ts';
import { details, nameOf, table } from './rows-markdown.ts';

/**
 * The issue about a workspace's drift: a sentence, a line for each campaign, the differences folded, what to do. The same
 * drift gives the same bytes, so it contains no time, no commit and no answer of the service, and its addresses should name
 * a branch.
 */
export function driftIssue(
  report: DriftReport,
  { addressOf, footnotes, limit }: Omit<PageOptions, 'notices'>,
): { readonly title: string; readonly body: string } {
  const rows = driftRows(report);
  const canKeep = report.drifted.some(({ remedy }) => remedy.kind === 'put-back');
  const blocks = [
    frame(`**${escapeMarkdown(driftSentence(report))}**\n`),
    ...openSentences(report).flatMap(paragraph),
    ...table(rows, addressOf),
    ...details(rows),
    ...(canKeep ? paragraph(DRIFT.keepOrUndo) : []),
    ...resumedBlocks(report, addressOf),
    ...unmanagedBlocks(report),
  ];
  return {
    title: visibleLine(plainTextOnGitHub(DRIFT.issueTitle(report.workspace))),
    body: fitBlocks({ blocks, footer: footnoteLine(footnotes), limit }),
  };
}

/** The most campaigns that one list names. */
const NAMED_AT_MOST = 50;

/** The campaigns that an apply would resume. */
function resumedBlocks({ drifted }: DriftReport, addressOf: AddressOf): MarkdownBlock[] {
  const names = drifted.filter(resumes).map(({ key: subject, file }) => nameOf({ subject, file }, addressOf));
  return names.length === 0
    ? []
    : [frame(`\n${phraseMarkdown(DRIFT.resumed)} ${firstFew(names, NAMED_AT_MOST)}.\n`)];
}

/** How many campaigns no file manages, and which. */
function unmanagedBlocks({ unmanaged, workspace }: DriftReport): MarkdownBlock[] {
  if (!unmanaged || unmanaged.campaigns.length === 0) return [];
  const { campaigns, dashboards } = unmanaged;
  const lines = campaigns.slice(0, NAMED_AT_MOST).map((live) => {
    const name = visibleLine(live.name ?? live.id);
    const address = dashboards?.get(live.id);
    return `- ${address === undefined ? escapeMarkdown(name) : linked(name, address)} · ${escapeMarkdown(statusWord(live))}`;
  });
  const more = campaigns.length - lines.length;
  const list = [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
  return [
    ...paragraph(describeUnmanaged(unmanaged, workspace)),
    { keys: campaigns.map(({ id }) => id), text: folded(plainTextOnGitHub(DRIFT.unmanaged), list) },
  ];
}

/**
 * The text of a pull request that writes drift into files: who changed what and when, the differences folded, what it
 * leaves out. The same drift gives the same bytes.
 */
export function pullRequestText(
  report: PullReport,
  { addressOf, limit }: Pick<PageOptions, 'addressOf' | 'limit'>,
): string {
  const [rows, others] = [report.pulled.map(pullRow), report.left.map(pullRow)];
  const first = phraseMarkdown(DRIFT.pulled(rows.length, visibleLine(report.workspace)));
  return fitBlocks({
    blocks: [
      frame(`**${first}** ${phraseMarkdown(DRIFT.writes)}\n`),
      ...table(rows, addressOf),
      ...details(rows),
      ...(others.length === 0 ? [] : [frame(`\n**${phraseMarkdown(DRIFT.notPulled)}**\n`)]),
      ...table(others, addressOf),
      ...details(others),
      ...paragraph(DRIFT.keepSome),
    ],
    footer: '',
    limit,
  });
}
