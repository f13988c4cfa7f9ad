import type { PullReport } from '../../model/pull.ts';
import { DRIFT } from '../../messages/drift-messages.ts';
import { pullRows } from '../rows/pull-rows.ts';
import { visibleLine } from '../text-layout.ts';
import { fitBlocks, frame, phraseParagraph, type TextLimit } from './blocks.ts';
import { phraseMarkdown } from './escape-markdown.ts';
import { details, table, type AddressOf } from './rows-markdown.ts';

/**
 * The text of a pull request that writes drift into files: who changed what and when, the differences folded, what it
 * leaves out. The same drift gives the same bytes.
 */
export function pullRequestText(
  report: PullReport,
  { addressOf, limit }: { readonly addressOf: AddressOf; readonly limit: TextLimit },
): string {
  const { pulled: rows, left: others } = pullRows(report);
  const first = phraseMarkdown(DRIFT.pulled(rows.length, visibleLine(report.workspace)));
  return fitBlocks({
    blocks: [
      frame(`**${first}** ${phraseMarkdown(DRIFT.writes)}\n`),
      ...table(rows, addressOf),
      ...details(rows),
      ...(others.length === 0 ? [] : [frame(`\n**${phraseMarkdown(DRIFT.notPulled)}**\n`)]),
      ...table(others, addressOf),
      ...details(others),
      ...phraseParagraph(DRIFT.keepSome),
    ],
    footer: '',
    limit,
  });
}
