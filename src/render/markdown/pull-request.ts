import type { LeftCampaign, PulledCampaign, PullReport } from '../../model/pull.ts';
import { describePulled, KEEP_SOME, NOT_PULLED, WRITES_DRIFT } from '../../messages/drift-messages.ts';
import { editWords } from '../../messages/edit-messages.ts';
import { describeLeft, describePullNote } from '../../messages/pull-messages.ts';
import { joined, type Message } from '../../messages/phrase.ts';
import { fieldsOf } from '../rows/fold.ts';
import type { Row } from '../rows/row.ts';
import { shownIn } from '../rows/shown-status.ts';
import { valuesOfMove } from '../rows/values.ts';
import { visibleLine } from '../text-layout.ts';
import { fitBlocks, frame, phraseParagraph, type TextLimit } from './blocks.ts';
import { phraseMarkdown } from './escape-markdown.ts';
import { details, table, type AddressOf } from './rows-markdown.ts';

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
  const rows = pulled.map((one) => rowOf(one, { why: joined(...one.notes.map(describePullNote)), todo: [] }));
  const others = left.map((one) => rowOf(one, leftWords(one)));
  const first = phraseMarkdown(describePulled(pulled.length, visibleLine(workspace)));
  const blocks = [
    frame(`**${first}** ${phraseMarkdown(WRITES_DRIFT)}\n`),
    ...table(rows, addressOf),
    ...details(rows),
    ...(left.length === 0 ? [] : [frame(`\n**${phraseMarkdown(NOT_PULLED)}**\n`)]),
    ...table(others, addressOf),
    ...details(others),
    ...phraseParagraph(KEEP_SOME),
  ];
  return fitBlocks({ blocks, footer: '', limit });
}

/** What was changed in the service, by whom and when. */
function rowOf(
  campaign: Omit<PulledCampaign | LeftCampaign, 'notes' | 'files' | 'reasons'>,
  words: Message,
): Row {
  const { key, parts, edit } = campaign;
  const values = parts.map(({ name, before, after }) => valuesOfMove(name, { before, after }));
  const edited = edit ? editWords(edit) : '';
  return {
    ...shownIn(campaign),
    ...({ kind: 'drift', mark: 'update', head: fieldsOf(values), ...words } as const),
    facts: edited === '' ? [] : [visibleLine(`last edited ${edited}`)],
    ...{ values, shared: words, aside: '', like: key },
  };
}

function leftWords({ reasons, key }: LeftCampaign): Message {
  const words = reasons.map((reason) => describeLeft(reason, key));
  return {
    why: joined(...words.map(({ why }) => why)),
    todo: joined(...words.map(({ todo }) => todo)),
  };
}
