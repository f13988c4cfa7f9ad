import { newLines } from './change-lines.ts';
import { changeMark } from './change-mark.ts';
import { codeSpan, linked, prose } from './escape-markdown.ts';
import type { PlannedCampaign } from '../model/plan.ts';
import { attentionGroups, withoutNames } from './attention-groups.ts';
import { SECTION_AT_MOST } from './group.ts';
import { block, tableLine, type MarkdownBlock } from './markdown-block.ts';
import type { Attention, Place, Trouble } from './tell-attention.ts';
import { wordsInTable, type ToldChange } from './tell-change.ts';
import { statusOf } from './campaign-line.ts';

/** The address at which a line of a campaign file can be read. */
export type AddressOf = (place: Place) => string;

/** Campaigns that somebody should look at, a line for each thing that stands in the way. */
export function attentionTable(attention: readonly Attention[], addressOf: AddressOf): MarkdownBlock[] {
  if (attention.length === 0) return [];
  return [
    block('attention', undefined, tableHead(['', 'campaign', 'live', 'why', 'what to do'])),
    ...(attention.length > SECTION_AT_MOST ? attentionGroups(attention) : attention.map((one) => [one])).map(
      (group) => groupBlock(group, addressOf),
    ),
  ];
}

/** Campaigns of the same trouble in one line, each with its link. */
function groupBlock(group: readonly Attention[], addressOf: AddressOf): MarkdownBlock {
  const [first] = group;
  if (!first || group.length === 1)
    return block(
      'attention',
      first?.campaign.key,
      group.map((one) => attentionLines(one, addressOf)).join(''),
    );
  const links = group.map(({ campaign, troubles }) => nameOf(campaign, troubles[0]?.place, addressOf));
  const statuses = [...new Set(group.map(({ campaign }) => statusOf(campaign)))].join(', ');
  const rows = rowsOf(first).map(({ why, todo, waiting }, at) => {
    const [told, next] = [`${why} ${waiting}`.trim(), todo].map((text) => prose(withoutNames(first, text)));
    const names = at === 0 ? `**${group.length} campaigns**: ${links.join(', ')}` : 'the same';
    return tableLine(['⚠️', names, statuses, told ?? '', next ?? '']);
  });
  return block('attention', undefined, rows.join(''));
}

type Row = Pick<Trouble, 'why' | 'todo' | 'place' | 'waiting'>;

function rowsOf({ headline, troubles }: Attention): readonly Row[] {
  return troubles.length > 0 ? troubles : [{ why: headline, todo: '', place: undefined, waiting: '' }];
}

function nameOf({ key, desired }: PlannedCampaign, place: Place | undefined, addressOf: AddressOf): string {
  const where = place ?? (desired && { file: desired.file, line: undefined });
  return where ? linked(key, addressOf(where)) : codeSpan(key);
}

function attentionLines(one: Attention, addressOf: AddressOf): string {
  const { campaign } = one;
  const live = statusOf(campaign);
  return rowsOf(one)
    .map(({ why, todo, place, waiting }) => {
      const name = nameOf(campaign, place, addressOf);
      return tableLine(['⚠️', name, live, prose(`${why} ${waiting}`.trim()), prose(todo)]);
    })
    .join('');
}

/** What will be done, a line for each campaign. */
export function changeTable(changes: readonly ToldChange[], addressOf: AddressOf): MarkdownBlock[] {
  if (changes.length === 0) return [];
  return [
    block('change', undefined, tableHead(['', 'campaign', 'live', 'change'])),
    ...changes.map((one) => block('change', one.campaign.key, changeLine(one, addressOf))),
  ];
}

function changeLine(change: ToldChange, addressOf: AddressOf): string {
  const { campaign, kind } = change;
  const name = nameOf(campaign, undefined, addressOf);
  const words = prose(wordsInTable(change));
  const told = [kind === 'create' ? `new ${words}` : words, ...newLines(change).map(prose)].join('<br>');
  return tableLine([changeMark(change), name, campaign.liveStatus ?? '–', told]);
}

function tableHead(titles: readonly string[]): string {
  return `\n${tableLine(titles)}${tableLine(titles.map(() => '---'))}`;
}
