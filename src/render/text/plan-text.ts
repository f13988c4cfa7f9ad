import { isPastOrphan, type Plan, summarize } from '../../model/plan.ts';
import { changeLines, sharedEditLines } from './change-lines.ts';
import { SECTION_AT_MOST } from '../view/group.ts';
import { groupedChangeLines, groupedNoteLines, noteGroupLines, clipLines, keyLines } from './group-lines.ts';
import { campaignLine, keyWidthFor, type LineOptions, BELOW } from './campaign-line.ts';
import { noteGroups, notePhrase, type NoteView } from '../view/notes-view.ts';
import type { Paint } from './paint.ts';
import { wrapPhrase } from './wrap-phrase.ts';
import { contextLines } from '../view/plan-context.ts';
import {
  changesOf,
  guardWords,
  quietWords,
  shortCommit,
  deedsOf,
  sentAtOnce,
  shortFingerprint,
  writesOf,
  type ActionCount,
} from '../view/plan-words.ts';
import type { ChangeView } from '../view/change-view.ts';
import { sharedEdits } from '../view/shared-edits.ts';
import { describePlan } from '../view/plan-view.ts';
import { counted } from '../../model/show.ts';
import { wrap, foldedWord, indent, widthOf } from '../columns.ts';
import {
  attentionSections,
  nameInGroup,
  componentsOf,
  ownEdit,
  sectionPhrase,
  sharedDetail,
  type AttentionSection,
} from '../view/attention-groups.ts';
import { componentLines } from './component-lines.ts';
import type { Attention, FileLine, Issue } from '../view/attention-view.ts';
import { joined, say, type Phrase } from '../../messages/phrase.ts';
import { isEmergencyStop } from '../../model/transitions.ts';
import { creationWords, waitWords } from '../view/creation-words.ts';

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
        : noteGroups(notes).flatMap((group) =>
            group.length > 1
              ? noteGroupLines(group, lineOptions, Infinity)
              : group.flatMap((one) => noteLines(one, lineOptions)),
          ),
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

/** What needs attention: an issue that several campaigns share is shown once, with all their keys. */
function attentionSectionLines(attention: readonly Attention[], options: LineOptions): string[] {
  const isShort = attention.length <= SECTION_AT_MOST;
  return attentionSections(attention).flatMap((section) => {
    if (section.members.length === 1) return campaignLines(section, options);
    const { components, differing } = sharedDetail(section.members);
    const isEach = isShort && differing !== undefined;
    return [
      ...sharedLines(section, options),
      ...clipLines(components.flatMap((one) => componentLines(one, options))),
      ...(isEach
        ? section.members.flatMap((one) => memberLines(one, { section, options }))
        : [
            ...indent(wrap(differing ?? '', options.columns - BELOW), BELOW),
            ...keyLines(
              section.members.map(({ campaign }) => campaign),
              options,
              Infinity,
            ),
          ]),
    ];
  });
}

/** What several campaigns share: how many they are, why, and what to do. */
function sharedLines(section: AttentionSection, { columns, paint }: LineOptions): string[] {
  return [
    `  ${paint.warn('!')} ${counted(section.members.length, 'campaign')}  ${section.headline}`,
    ...indent(wrapPhrase(sectionPhrase(section), columns - BELOW), BELOW),
  ];
}

interface InSection {
  readonly section: AttentionSection;
  readonly options: LineOptions;
}

/** What only one of them has: its place in the file, who edited it, and its values. */
function memberLines(one: Attention, { section, options }: InSection): string[] {
  const { columns, paint } = options;
  const { campaign, issues } = one;
  const edit = ownEdit(one, section.members);
  const mark = say`${section.headline} (see above)`;
  const named = { ...campaign, key: nameInGroup(campaign) };
  return [
    ...campaignLine({ mark: paint.warn('!'), campaign: named, text: mark }, options),
    ...placeLines(issues[0]?.place, columns, paint),
    ...indent(wrap(edit, columns - BELOW), BELOW),
    ...componentsOf(one).flatMap((component) => componentLines(component, options)),
  ];
}

/** What blocks a single campaign or needs attention: why, where, and what to do. */
function campaignLines(
  { members: [one], headline, above }: AttentionSection,
  options: LineOptions,
): string[] {
  const { campaign, issues } = one;
  return [
    ...campaignLine({ mark: options.paint.warn('!'), campaign, text: say`${headline}` }, options),
    ...issues.flatMap((issue) => issueLines(issue, options)),
    ...indent(wrapPhrase(above, options.columns - BELOW), BELOW),
  ];
}

function issueLines(issue: Issue, options: LineOptions): string[] {
  const { kind, why, todo, place, components, waiting } = issue;
  const { columns, paint } = options;
  const below = (phrase: Phrase) => indent(wrapPhrase(phrase, columns - BELOW), BELOW);
  if (kind === 'note') return [...below(joined(why, todo)), ...placeLines(place, columns, paint)];
  return [
    ...below(why),
    ...placeLines(place, columns, paint),
    ...components.flatMap((one) => componentLines(one, options)),
    ...below(waiting),
    ...below(todo),
  ];
}

/** The place on a line of its own, below the campaign. */
export function placeLines(place: FileLine | undefined, columns: number, paint: Paint): string[] {
  const lines = place ? foldedWord(placeWords(place), columns - BELOW) : [];
  return indent(
    lines.map((line) => paint.faint(line)),
    BELOW,
  );
}

function placeWords({ file, line }: FileLine): string {
  return line === undefined ? file : `${file}:${line}`;
}

/** Counts: what is in sync, what will be done, what the quota allows, and how many requests that takes. */
function planFooter(plan: Plan, columns: number): string[] {
  const writes = writesOf(plan);
  const count = countLine(plan);
  const creations = plan.guard ? '' : creationWords(plan.schedule);
  return [
    ...fitted(count, columns),
    ...wrap(sentAtOnce(plan), columns),
    ...wrap(creations, columns),
    ...(creations === '' ? [] : wrap(waitWords(plan.schedule), columns)),
    ...fitted(plan.offline ? offlineEnd(writes) : end(plan, writes), columns),
  ];
}

/** Blanks between words are kept if the line is short enough. */
function fitted(line: string, columns: number): string[] {
  return widthOf(line) > columns ? wrap(line, columns) : [line];
}

function end(plan: Plan, writes: number): string {
  const open = plan.campaigns.filter(({ held }) =>
    held.some(({ cause }) => 'run' in cause && 'kind' in cause),
  );
  const more =
    open.length > 0 ? `, and may send more for ${counted(open.length, 'campaign')} that it checks first` : '';
  const changes = changesOf(plan);
  const of = changes === writes ? '' : ` for ${counted(changes, 'change')}`;
  return `Apply will send ${counted(writes, 'request')}${of}${more}.${writes > 0 ? `  Plan ${shortFingerprint(plan)}` : ''}`;
}

/** An offline plan has no change IDs that an apply could be checked against. */
function offlineEnd(writes: number): string {
  return `If nothing has changed since the last record, an apply would send ${counted(writes, 'request')}. An offline plan can't be applied. To apply, plan without --offline.`;
}

function countLine(plan: Plan): string {
  const counts = summarize(plan);
  const orphaned = counts.orphaned - plan.campaigns.filter(isPastOrphan).length;
  const isRefused = ({ action }: ActionCount) =>
    plan.guard !== undefined && !(action && isEmergencyStop(action));
  const deeds = deedsOf(plan);
  const words = ({ verb, count }: ActionCount) => `${count} to ${verb}`;
  const todo = [
    ...deeds.filter((one) => !isRefused(one)).map(words),
    ...(heldOf(plan) === 0 ? [] : [`${heldOf(plan)} blocked`]),
    ...(orphaned === 0 ? [] : [`${orphaned} without a file`]),
    ...(counts.unknown === 0 ? [] : [`${counts.unknown} unknown`]),
  ];
  const refused = deeds.filter(isRefused).map(words);
  return [
    ...(counts.in_sync === 0 ? [] : [`${counts.in_sync} ${plan.offline ? 'as recorded' : 'in sync'}.`]),
    ...(todo.length === 0 ? [] : [`${todo.join(', ')}.`]),
    ...(refused.length === 0 ? [] : [`Refused: ${refused.join(', ')}.`]),
  ].join('  ');
}

/** Campaigns with a blocked change, even if other changes of them will be applied. A new one counts as created. */
function heldOf({ campaigns }: Plan): number {
  return campaigns.filter(
    ({ verdict, held }) =>
      verdict !== 'unknown' && verdict !== 'create' && held.some(({ reason }) => reason !== 'guard'),
  ).length;
}
