import { type LeftCampaign, type PulledCampaign, type PullReport } from '../../model/pull.ts';
import { describeLeft, describePullNote } from '../../messages/pull-messages.ts';
import {
  describePulled,
  KEEP_SOME,
  NOT_PULLED,
  WRITES_DRIFT,
} from '../../messages/action-messages/drift-phrases.ts';
import { joined } from '../../messages/phrase.ts';
import { valuesOfMove } from '../rows/values.ts';
import { fieldsOf, foldLines } from '../rows/fold.ts';
import { visibleLine } from '../text-layout.ts';
import { codeSpan, escapeMarkdown, linked, phraseMarkdown } from './escape-markdown.ts';
import { fitBlocks, leftOutLine, type TextLimit } from './fit-blocks.ts';
import { block, frame, tableHead, tableLine, type MarkdownBlock } from './markdown-block.ts';
import { folded, type AddressOf } from './rows-markdown.ts';
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
  const values = parts.map(({ name, before, after }) => valuesOfMove(name, { before, after }));
  const lines = foldLines({ rows: [], values });
  return lines.length === 0
    ? []
    : [block('attention-detail', [key], folded(`${key}: ${fieldsOf(values)}`, lines))];
}
