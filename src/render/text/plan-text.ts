import { isPastOrphan, type Plan } from '../../model/plan.ts';
import { changeLines, sharedEditLines } from './change-lines.ts';
import { SECTION_AT_MOST } from '../view/group.ts';
import { attentionSectionLines } from './attention-lines.ts';
import { groupedChangeLines, groupedNoteLines } from './group-lines.ts';
import { campaignLine, keyWidthFor, type LineOptions } from './campaign-line.ts';
import { notePhrase, type NoteView } from '../view/notes-view.ts';
import type { Paint } from './paint.ts';
import { wrapPhrase } from './wrap-phrase.ts';
import { planFooter } from './plan-footer.ts';
import { contextLines } from '../view/plan-context.ts';
import { guardWords, quietWords, shortCommit } from '../view/plan-words.ts';
import type { ChangeView } from '../view/change-view.ts';
import { sharedEdits } from '../view/shared-edits.ts';
import { describePlan } from '../view/plan-view.ts';
import { counted } from '../../model/show.ts';
import { wrap } from '../text-layout.ts';

export interface TextOptions {
  readonly paint: Paint;
  /** Characters a line. */
  readonly columns: number;
  /** The files have edits that aren't in the commit. */
  readonly isEdited?: boolean;
  /** What the plan cost; omitted where the text must be the same every time. */
  readonly cost?: { readonly searches: number; readonly seconds: number };
}

/** A plan for a terminal: what needs attention first, then the changes, then counts. */
export function planText(plan: Plan, options: TextOptions): string {
  const { lostRecord, attention, changes, notes, ofAll } = describePlan(plan);
  const header = headerOf(plan, options);
  const shown = [...attention, ...changes, ...notes].map(({ campaign }) => campaign);
  const context = contextLines(plan, options.columns);
  const noted = wrap(ofAll, options.columns);
  if (shown.length === 0) return `${[`${header} — ${quietWords(plan)}.`, ...context, ...noted].join('\n')}\n`;
  const lineOptions: LineOptions = {
    ...options,
    keyWidth: keyWidthFor(shown),
  };
  const sections = [
    [
      header,
      ...context,
      ...[lostRecord, guardWords(plan)].flatMap((phrase) => wrapPhrase(phrase, options.columns)),
    ],
    section('Needs attention', attentionSectionLines(attention, lineOptions), options),
    section(
      plan.guard ? 'Changes (refused by the guard)' : 'Changes',
      allChangeLines(changes, lineOptions),
      options,
    ),
    section(
      'Noted',
      notes.length > SECTION_AT_MOST
        ? groupedNoteLines(notes, lineOptions)
        : notes.flatMap((one) => noteLines(one, lineOptions)),
      options,
    ),
    noted,
    planFooter(plan, options.columns),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** Shared edits once, then each other change, in groups if there are too many. */
function allChangeLines(changes: readonly ChangeView[], options: LineOptions): string[] {
  const edits = sharedEdits(changes);
  const single = edits.filter((edit) => edit.changes.length === 1).map((edit) => edit.changes[0]);
  const isGrouped = single.length > SECTION_AT_MOST;
  return [
    ...edits.flatMap((edit) => {
      if (edit.changes.length > 1) return sharedEditLines(edit, options);
      return isGrouped ? [] : changeLines(edit.changes[0], options);
    }),
    ...(isGrouped ? groupedChangeLines(single, options) : []),
  ];
}

function headerOf(plan: Plan, { cost, paint, isEdited }: TextOptions): string {
  const parts = [
    `Plan for ${paint.strong(plan.workspace)}`,
    `${shortCommit(plan)}${isEdited ? ' + uncommitted edits' : ''}`,
    ...(plan.offline ? ['offline'] : []),
    counted(plan.campaigns.filter((one) => !isPastOrphan(one)).length, 'campaign'),
  ];
  const reads = cost ? `, ${counted(cost.searches, 'search')}, ${cost.seconds.toFixed(1)} s` : '';
  return parts.join(' · ') + reads;
}

function section(title: string, lines: readonly string[], { paint }: TextOptions): string[] {
  return lines.length === 0 ? [] : [paint.strong(title), ...lines];
}

/** What an apply only notes. */
function noteLines(note: NoteView, options: LineOptions): string[] {
  const mark = options.paint.faint('·');
  return campaignLine({ mark, campaign: note.campaign, text: notePhrase(note) }, options);
}
