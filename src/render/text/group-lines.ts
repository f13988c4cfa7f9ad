import { nameInGroup, type Named } from '../view/attention-groups.ts';
import { BELOW, type LineOptions } from './campaign-line.ts';
import { changeGroups, commonComponents, type ChangeGroup } from '../view/change-groups.ts';
import { changeLines, signOf } from './change-lines.ts';
import { componentLines } from './component-lines.ts';
import { groupBy } from '../../model/grouping.ts';
import { bySize } from '../view/group.ts';
import type { ChangeView } from '../view/change-view.ts';
import { notePhrase, noteWords, type NoteView } from '../view/notes-view.ts';
import { wrapPhrase } from './wrap-phrase.ts';
import { counted, firstFew } from '../../model/show.ts';
import { indent, wrap } from '../columns.ts';

/** The most lines of detail and of keys that a group shows. */
const DETAIL_LINES = 5;
const KEY_LINES = 2;

/** Many changes: what several share is shown once, with their number and the first of their keys. */
export function groupedChangeLines(changes: readonly ChangeView[], options: LineOptions): string[] {
  const groups = changeGroups(changes).flatMap((group) => oneGroup(group, options));
  return [
    ...groups,
    ...indent(['To see one in full: plan --only KEY. To see all: plan --json or --html FILE.'], 2),
  ];
}

function oneGroup({ kind, words, changes }: ChangeGroup, options: LineOptions): string[] {
  const [first] = changes;
  if (!first) return [];
  const { paint, columns } = options;
  if (changes.length === 1) return clipLines(changeLines(first, options));
  const count = counted(changes.length, 'campaign');
  const [head = '', ...more] = wrap(words, columns - BELOW - count.length);
  const detail =
    kind === 'same' && first.kind !== 'create'
      ? commonComponents(changes).flatMap((one) => componentLines(one, options))
      : [];
  const to = kind === 'same' ? first.reach.flatMap((text) => wrap(text, columns - BELOW)) : [];
  const mark = kind === 'others' ? '…' : signOf(first);
  return [
    `  ${paint.good(mark)} ${paint.strong(count)}  ${head}`,
    ...indent([...more, ...to], BELOW),
    ...clipLines(detail),
    ...keyLines(
      changes.map(({ campaign }) => campaign),
      options,
      KEY_LINES,
    ),
  ];
}

/** Many notes: a note that several campaigns share is shown once. */
export function groupedNoteLines(notes: readonly NoteView[], options: LineOptions): string[] {
  return groupBy(notes, noteWords)
    .sort(bySize(noteWords))
    .flatMap((group) => noteGroupLines(group, options, KEY_LINES));
}

/** A note that several campaigns share. */
export function noteGroupLines(
  group: readonly NoteView[],
  options: LineOptions,
  keyLinesAtMost: number,
): string[] {
  const count = counted(group.length, 'campaign');
  const phrase = group.slice(0, 1).flatMap(notePhrase);
  const [head = '', ...more] = wrapPhrase(phrase, options.columns - BELOW - count.length);
  return [
    `  ${options.paint.faint('·')} ${count}  ${head}`,
    ...indent(more, BELOW),
    ...keyLines(
      group.map(({ campaign }) => campaign),
      options,
      keyLinesAtMost,
    ),
  ];
}

/** The names of campaigns, as many as fit into some lines. */
export function keyLines(
  campaigns: readonly Named[],
  { columns, paint }: LineOptions,
  atMost: number,
): string[] {
  const keys = campaigns.map(nameInGroup);
  const lines = (shown: number) => wrap(firstFew(keys, shown), columns - BELOW);
  let shown = keys.length;
  while (shown > 1 && lines(shown).length > atMost) shown--;
  return indent(
    lines(shown).map((line) => paint.faint(line)),
    BELOW,
  );
}

/** The first lines of a detail. */
export function clipLines(lines: readonly string[]): string[] {
  if (lines.length <= DETAIL_LINES) return [...lines];
  return [...lines.slice(0, DETAIL_LINES), `        … ${counted(lines.length - DETAIL_LINES, 'more line')}`];
}
