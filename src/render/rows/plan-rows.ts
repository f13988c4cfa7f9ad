import { leafAt } from '../../model/component-leaves.ts';
import { isPastOrphan, type Plan, type PlannedCampaign } from '../../model/plan.ts';
import {
  describeOrphan,
  describeQuietNote,
  describeReleased,
  describeSameName,
  dottedName,
  isUrgent,
  type QuietNote,
  type ShownLeaf,
} from '../../messages/note-messages.ts';
import { mapText, plainText, say, type Phrase } from '../../messages/phrase.ts';
import { clipTo, visibleLine } from '../text-layout.ts';
import { attentionRows } from './attention-rows.ts';
import { changeRow } from './change-rows.ts';
import type { Row } from './row.ts';
import { shownIn } from './shown-status.ts';
import { valueWords } from './value-words.ts';

/** A plan in words, in the order in which every rendering has it: what needs attention, what is sent, what is noted. */
export function planRows({ campaigns, workspace }: Pick<Plan, 'campaigns' | 'workspace'>): Row[] {
  return [
    ...campaigns
      .filter((one) => !isShownElsewhere(one, campaigns))
      .flatMap((one) => attentionRows(one, workspace)),
    ...campaigns.filter(({ steps }) => steps.length > 0).map(changeRow),
    ...noteRows(campaigns, workspace),
  ];
}

/** The rows of a section of a plan. */
export function inSection(section: 'attention' | 'change' | 'note', rows: readonly Row[]): Row[] {
  return rows.filter(
    ({ kind }) => (kind === 'blocked' || kind === 'warning' ? 'attention' : kind) === section,
  );
}

/** A campaign whose file was moved: the moved file says what to do, and this one has nothing to add. */
function isShownElsewhere(
  { key, notes, held }: PlannedCampaign,
  campaigns: readonly PlannedCampaign[],
): boolean {
  const isOnlyMoved = held.length === 0 && notes.length > 0 && notes.every(({ kind }) => kind === 'moved-to');
  return (
    isOnlyMoved &&
    campaigns.some((one) => one.held.some(({ cause }) => cause.code === 'renamed' && cause.orphan === key))
  );
}

/** Characters of a value that a note shows. */
export const VALUE_CHARS = 60;

/** What asks for nothing: what files no longer manage, where live differs, and new files with one name. */
function noteRows(campaigns: readonly PlannedCampaign[], workspace: string): Row[] {
  const names = new Map<string, string[]>();
  for (const one of campaigns.filter(({ verdict }) => verdict === 'create'))
    names.set(nameOf(one), [...(names.get(nameOf(one)) ?? []), one.key]);
  return campaigns.flatMap((campaign) => {
    const { key, components, live, notes, verdict } = campaign;
    const released = components.filter(({ cause }) => cause === 'released').map(({ name }) => name);
    const alike =
      verdict === 'create' ? (names.get(nameOf(campaign)) ?? []).filter((one) => one !== key) : [];
    const phrases = [
      ...(verdict === 'orphaned' && notes.length === 0 && !isPastOrphan(campaign)
        ? [describeOrphan(key, { workspace, isDraft: live?.status === 'DRAFT' })]
        : []),
      ...(released.length === 0 ? [] : [describeReleased(released)]),
      ...quietNotes(campaign),
      ...(alike.length === 0 ? [] : [describeSameName(alike)]),
    ].map((phrase) => mapText(phrase, visibleLine));
    return phrases.length === 0 ? [] : [noteRow(campaign, phrases)];
  });
}

function nameOf({ desired }: PlannedCampaign): string {
  return JSON.stringify([desired?.name, desired?.channel, desired?.deliveryType]);
}

function noteRow(campaign: PlannedCampaign, phrases: readonly Phrase[]): Row {
  const why = phrases.flatMap((phrase, at) => (at === 0 ? phrase : say`; ${phrase}`));
  const words = { why, todo: [] };
  return {
    kind: 'note',
    ...shownIn(campaign),
    mark: 'note',
    head: '',
    ...words,
    shared: words,
    aside: '',
    values: [],
    like: plainText(why),
  };
}

/** The order of notes. A note about all campaigns together is shown elsewhere. */
const ORDER: readonly Exclude<QuietNote['kind'], 'new-default'>[] = [
  'status-moved',
  'live-also-has',
  'not-recorded',
  'kept-as',
  'changes-by-itself',
  'not-verifiable',
  'draft-above',
  'settled-first',
];

/** Notes of one kind about leaves of several components are one sentence. */
function quietNotes(campaign: PlannedCampaign): Phrase[] {
  const quiet = campaign.notes.filter((note) => !isUrgent(note));
  return ORDER.flatMap((kind) => {
    const alike = quiet.filter((note) => note.kind === kind);
    const [first] = alike;
    if (!first) return [];
    if (!('paths' in first)) return alike.map((note) => describeQuietNote(note, []));
    return [
      describeQuietNote(
        first,
        alike.flatMap((note) => leavesOf(note, campaign)),
      ),
    ];
  });
}

function leavesOf(note: QuietNote, { live }: PlannedCampaign): ShownLeaf[] {
  if (!('paths' in note)) return [];
  return note.paths.map((path) => {
    const value = leafAt(note.component, live?.components[note.component], path) ?? null;
    return { field: dottedName(note.component, path), value: clipTo(valueWords(value), VALUE_CHARS) };
  });
}
