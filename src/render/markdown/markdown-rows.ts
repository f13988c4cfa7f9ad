import { joined } from '../../messages/phrase.ts';
import { codeSpan, escapeMarkdown, linked, phraseMarkdown } from './escape-markdown.ts';
import type { PlannedCampaign } from '../../model/plan.ts';
import {
  attentionSections,
  ownEdit,
  ownWords,
  sectionRows,
  type AttentionSection,
} from '../view/attention-groups.ts';
import { chunks } from '../../model/grouping.ts';
import { block, tableHead, tableLine, type MarkdownBlock } from './markdown-block.ts';
import type { Attention, FileLine } from '../view/attention-view.ts';
import { changeMark, linesInTable, type ChangeView } from '../view/change-view.ts';
import { sharedEdits, sharedEditTitle, sharedEditWords, type SharedEdit } from '../view/shared-edits.ts';
import { statusOf } from '../view/shown-status.ts';

/** The address at which a line of a campaign file can be read. */
export type AddressOf = (place: FileLine) => string;

/** The most campaigns with the same issue that one line of a table names. The others follow in more lines. */
const NAMES_IN_LINE = 50;

/** Campaigns that need attention, a line for each issue. */
export function attentionTable(attention: readonly Attention[], addressOf: AddressOf): MarkdownBlock[] {
  if (attention.length === 0) return [];
  return [
    block('attention', [], tableHead(['', 'campaign', 'live', 'why', 'what to do'])),
    ...attentionSections(attention).flatMap((section) => sectionBlocks(section, addressOf)),
  ];
}

/** Campaigns with the same issue in one line, each with its link, or in several lines if there are many. */
function sectionBlocks(section: AttentionSection, addressOf: AddressOf): MarkdownBlock[] {
  const { members } = section;
  if (members.length === 1)
    return [block('attention', [members[0].campaign.key], attentionLines(section, addressOf))];
  const statuses = [...new Set(members.map(({ campaign }) => statusOf(campaign)))].join(', ');
  const rows = sectionRows(section).map(({ why, todo, waiting }) =>
    [joined(why, waiting), todo].map(phraseMarkdown),
  );
  return chunks(members, NAMES_IN_LINE).map((part, at) => {
    const links = part.map((one) => memberName(one, { section, addressOf })).join(', ');
    const keys = part.map(({ campaign }) => campaign.key);
    if (at > 0)
      return block(
        'attention',
        keys,
        tableLine(['⚠️', `${part.length} more: ${links}`, statuses, 'the same', '']),
      );
    const lines = rows.map(([view = '', next = ''], row) =>
      tableLine([
        '⚠️',
        row === 0 ? `**${members.length} campaigns**: ${links}` : 'the same',
        statuses,
        view,
        next,
      ]),
    );
    return block('attention', keys, lines.join(''));
  });
}

/** A campaign of several, with what is only known of this one. */
function memberName(
  one: Attention,
  { section, addressOf }: { readonly section: AttentionSection; readonly addressOf: AddressOf },
): string {
  const { campaign, issues } = one;
  const name = nameOf(campaign, issues[0]?.place, addressOf);
  const words = [ownWords(campaign), ownEdit(one, section.members)].filter((text) => text !== '');
  return words.length === 0 ? name : `${name} (${escapeMarkdown(words.join('; '))})`;
}

/** The live status, as a link to where people see the campaign itself. */
function liveCell(campaign: PlannedCampaign): string {
  const status = statusOf(campaign);
  return campaign.dashboard === undefined ? status : linked(status, campaign.dashboard);
}

/** A campaign's key, as a link to the relevant place in its file. */
function nameOf(
  { key, desired }: PlannedCampaign,
  place: FileLine | undefined,
  addressOf: AddressOf,
): string {
  const where = place ?? (desired && { file: desired.file, line: undefined });
  return where ? linked(key, addressOf(where)) : codeSpan(key);
}

function attentionLines(section: AttentionSection, addressOf: AddressOf): string {
  const [{ campaign }] = section.members;
  const live = liveCell(campaign);
  return sectionRows(section)
    .map(({ why, todo, place, waiting }) => {
      const name = nameOf(campaign, place, addressOf);
      return tableLine(['⚠️', name, live, phraseMarkdown(joined(why, waiting)), phraseMarkdown(todo)]);
    })
    .join('');
}

/** What will be done, a line for each campaign, or one line for an edit that several campaigns share. */
export function changeTable(changes: readonly ChangeView[], addressOf: AddressOf): MarkdownBlock[] {
  if (changes.length === 0) return [];
  return [
    block('change', [], tableHead(['', 'campaign', 'live', 'change'])),
    ...sharedEdits(changes).flatMap((edit) =>
      edit.changes.length === 1
        ? [block('change', [edit.changes[0].campaign.key], changeLine(edit.changes[0], addressOf))]
        : sharedEditRows(edit, addressOf),
    ),
  ];
}

function changeLine(change: ChangeView, addressOf: AddressOf): string {
  const { campaign } = change;
  const name = nameOf(campaign, undefined, addressOf);
  const lines = linesInTable(change).map(escapeMarkdown);
  return tableLine([changeMark(change), name, liveCell(campaign), lines.join('<br>')]);
}

/** Each campaign, with its status if statuses differ or link to the campaign itself. */
function sharedEditRows(edit: SharedEdit, addressOf: AddressOf): MarkdownBlock[] {
  const [first] = edit.changes;
  const statuses = [...new Set(edit.changes.map(({ campaign }) => statusOf(campaign)))];
  const isEach = statuses.length > 1 || edit.changes.some(({ campaign }) => campaign.dashboard !== undefined);
  const view = [
    ...linesInTable(first, { isShared: true }).map(escapeMarkdown),
    escapeMarkdown(sharedEditWords(edit)),
  ].join('<br>');
  return chunks(edit.changes, NAMES_IN_LINE).map((part, at) => {
    const names = part.map(({ campaign }) => {
      const name = nameOf(campaign, undefined, addressOf);
      return isEach ? `${name} ${liveCell(campaign)}` : name;
    });
    const title = at === 0 ? `**${sharedEditTitle(edit)}**` : `${part.length} more`;
    return block(
      'change',
      part.map(({ campaign }) => campaign.key),
      tableLine([
        changeMark(first),
        `${title}: ${names.join(', ')}`,
        statuses.join(', '),
        at === 0 ? view : 'the same',
      ]),
    );
  });
}
