import { changeMark } from './change-mark.ts';
import { codeSpan, linked, prose } from './escape-markdown.ts';
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
    ...attention.map((one) => block('attention', one.campaign.key, attentionLines(one, addressOf))),
  ];
}

function attentionLines({ campaign, headline, troubles }: Attention, addressOf: AddressOf): string {
  const live = statusOf(campaign);
  const rows: readonly Pick<Trouble, 'why' | 'todo' | 'place' | 'waiting'>[] =
    troubles.length > 0 ? troubles : [{ why: headline, todo: '', place: undefined, waiting: '' }];
  return rows
    .map(({ why, todo, place, waiting }) => {
      const where = place ?? (campaign.desired && { file: campaign.desired.file, line: undefined });
      const name = where ? linked(campaign.key, addressOf(where)) : codeSpan(campaign.key);
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
  const { campaign, kind, audience } = change;
  const name = campaign.desired
    ? linked(campaign.key, addressOf({ file: campaign.desired.file, line: undefined }))
    : codeSpan(campaign.key);
  const words = prose(wordsInTable(change));
  const told = kind === 'create' ? `new ${words}<br>to: ${prose(audience ?? '')}` : words;
  return tableLine([changeMark(change), name, campaign.liveStatus ?? '–', told]);
}

function tableHead(titles: readonly string[]): string {
  return `\n${tableLine(titles)}${tableLine(titles.map(() => '---'))}`;
}
