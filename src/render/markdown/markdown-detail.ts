import { detailGroups } from '../view/attention-groups.ts';
import { changeGroups } from '../view/change-groups.ts';
import { SECTION_AT_MOST } from '../view/group.ts';
import { diffLines, foldTitle, groupLines, restLines, type Detailed, type Fate } from '../view/diff-lines.ts';
import { codeSpan, escapeMarkdown, fenced, phraseMarkdown } from './escape-markdown.ts';
import { chunks } from '../../model/grouping.ts';
import { block, type MarkdownBlock } from './markdown-block.ts';
import type { Attention } from '../view/attention-view.ts';
import type { ChangeView } from '../view/change-view.ts';
import { sharedComponents, sharedEdits, sharedEditTitle, type SharedEdit } from '../view/shared-edits.ts';
import { lineText, unmarked, type MarkedLine } from '../view/marked-line.ts';
import { noteGroups, notePhrase, type NoteView } from '../view/notes-view.ts';

/** The differences of blocked campaigns, folded. */
export function attentionDetails(attention: readonly Attention[]): MarkdownBlock[] {
  return detailGroups(attention).flatMap((group) => detailOf('attention-detail', group, 'held'));
}

/** What changes in campaigns, folded; for new ones, their content. */
export function changeDetails(changes: readonly ChangeView[]): MarkdownBlock[] {
  const edits = sharedEdits(changes);
  const shared = edits.filter((edit) => edit.changes.length > 1);
  const single = edits.filter((edit) => edit.changes.length === 1).map((edit) => edit.changes[0]);
  const groups =
    single.length > SECTION_AT_MOST
      ? changeGroups(single).map((group) => group.changes)
      : single.map((one) => [one]);
  return [
    ...shared.flatMap(sharedDetail),
    ...groups.flatMap((group) =>
      detailOf(
        'change-detail',
        group.map(({ campaign: { key }, components }) => ({ key, components })),
        group.every(({ kind }) => kind === 'create') ? 'new' : 'changed',
      ),
    ),
  ];
}

/** A shared edit once, below the keys of its campaigns. */
function sharedDetail(edit: SharedEdit): MarkdownBlock[] {
  const components = sharedComponents(edit);
  const lines = components.flatMap((one) => [...diffLines(one), ...restLines(one)]);
  const keys = edit.changes.map(({ campaign }) => campaign.key);
  const title = foldTitle(sharedEditTitle(edit), 'changed', components);
  if (lines.length === 0) return [];
  return [block('change-detail', keys, folded(title, [...keys.map(unmarked), ...lines]))];
}

/** One fold for one campaign, or for several: equal differences once, others below the key of each campaign. */
function detailOf(
  kind: 'attention-detail' | 'change-detail',
  group: readonly Detailed[],
  fate: Fate,
): MarkdownBlock[] {
  const lines = groupLines(group);
  const [first] = group;
  if (!first || lines.length === 0) return [];
  const name = group.length === 1 ? first.key : `${group.length} campaigns`;
  const title = foldTitle(
    name,
    fate,
    group.flatMap(({ components }) => components),
  );
  const keys = group.map(({ key }) => key);
  return [block(kind, keys, folded(title, lines))];
}

/** Lines of a diff, folded below a summary. */
export function folded(summary: string, lines: readonly MarkedLine[]): string {
  return `\n<details><summary>${escapeMarkdown(summary)}</summary>\n\n${fenced('diff', lines.map(lineText))}\n\n</details>\n`;
}

/** Of many campaigns, some may be left out of a text that is too long. */
function inParts(group: readonly NoteView[]): NoteView[][] {
  return chunks(group, SECTION_AT_MOST);
}

/** What an apply only notes, a line for each campaign or for several that share a note. */
export function noteList(notes: readonly NoteView[]): MarkdownBlock[] {
  if (notes.length === 0) return [];
  return [
    block('note', [], '\nNoted:\n\n'),
    ...noteGroups(notes)
      .flatMap(inParts)
      .map((group) => {
        const keys = group.map(({ campaign }) => campaign.key);
        const phrase = group.slice(0, 1).flatMap(notePhrase);
        return block('note', keys, `- ${keys.map(codeSpan).join(', ')}: ${phraseMarkdown(phrase)}\n`);
      }),
  ];
}
