import {
  statusIn,
  type LeftCampaign,
  type PulledCampaign,
  type PulledPart,
  type PullReport,
} from '../../model/pull.ts';
import { describeLeft, describePullNote } from '../../messages/pull-messages.ts';
import {
  describePulled,
  KEEP_SOME,
  NOT_PULLED,
  WRITES_DRIFT,
} from '../../messages/action-messages/drift-phrases.ts';
import { joined } from '../../messages/phrase.ts';
import { viewOfMove } from '../view/component-view.ts';
import { diffLines, fieldsOf } from '../view/diff-lines.ts';
import { oldAndNew, unmarked } from '../view/marked-line.ts';
import { visibleLine } from '../text-layout.ts';
import { codeSpan, escapeMarkdown, linked, phraseMarkdown } from './escape-markdown.ts';
import { fitBlocks, leftOutLine, type TextLimit } from './fit-blocks.ts';
import { block, frame, tableHead, tableLine, type MarkdownBlock } from './markdown-block.ts';
import { folded } from './markdown-detail.ts';
import type { AddressOf } from './markdown-rows.ts';
import { utcMinute } from '../../model/utc-words.ts';

export interface PullRequestOptions {
  readonly addressOf: AddressOf;
  readonly limit: TextLimit;
}

/**
 * The text of a pull request that writes drift into files: who changed what and when, the differences folded, what it
 * leaves out. The same drift gives the same bytes.
 */
export function pullRequestText(report: PullReport, { addressOf, limit }: PullRequestOptions): string {
  const { pulled, left, workspace } = report;
  const blocks: MarkdownBlock[] = [
    frame(
      `**${phraseMarkdown(describePulled(pulled.length, visibleLine(workspace)))}** ${phraseMarkdown(WRITES_DRIFT)}\n`,
    ),
    block('attention', [], tableHead(['campaign', 'changed', 'by', 'when'])),
    ...pulled.map((one) => pulledRow(one, addressOf)),
    ...pulled.flatMap(pulledDetail),
    ...(left.length === 0
      ? []
      : [
          frame(`\n**${phraseMarkdown(NOT_PULLED)}**\n`),
          block('attention', [], tableHead(['campaign', 'by', 'when', 'why, and what to do'])),
          ...left.map((one) => leftRow(one, addressOf)),
          ...left.flatMap(pulledDetail),
        ]),
    frame(`\n${phraseMarkdown(KEEP_SOME)}\n`),
  ];
  return fitBlocks({
    blocks,
    footer: '',
    limit,
    leftOutText: (leftOut) => leftOutLine(leftOut, undefined),
  }).text;
}

function pulledRow({ key, file, parts, edit, notes }: PulledCampaign, addressOf: AddressOf): MarkdownBlock {
  const what = parts.map(({ name }) => codeSpan(name)).join(', ');
  const more = notes.map((note) => phraseMarkdown(describePullNote(note)));
  const cells = [
    linked(key, addressOf({ file, line: undefined })),
    [what, ...more].join('<br>'),
    ...editCells(edit),
  ];
  return block('attention', [key], tableLine(cells));
}

function editCells(edit: PulledCampaign['edit']): [string, string] {
  const { by, at } = edit ?? { by: null, at: null };
  return [by === null ? '–' : escapeMarkdown(visibleLine(by)), at === null ? '–' : utcMinute(at)];
}

function leftRow({ key, file, edit, reasons }: LeftCampaign, addressOf: AddressOf): MarkdownBlock {
  const words = reasons.map((reason) => {
    const { why, todo } = describeLeft(reason, key);
    return phraseMarkdown(joined(why, todo));
  });
  const name = linked(key, addressOf({ file, line: undefined }));
  return block('attention', [key], tableLine([name, ...editCells(edit), words.join('<br>')]));
}

function pulledDetail({ key, parts }: Pick<PulledCampaign, 'key' | 'parts'>): MarkdownBlock[] {
  const views = parts.flatMap((part) => viewOf(part));
  const status = parts.find(({ name }) => name === 'status');
  const lines = [
    ...(status ? [unmarked('status'), ...oldAndNew(statusIn(status.before), statusIn(status.after))] : []),
    ...views.flatMap(diffLines),
  ];
  const fields = [...(status ? ['status'] : []), fieldsOf(views)].filter(Boolean).join(', ');
  return lines.length === 0 ? [] : [block('attention-detail', [key], folded(`${key}: ${fields}`, lines))];
}

function viewOf({ name, before, after }: PulledPart) {
  return name === 'status' ? [] : [viewOfMove(name, { before, after })];
}
