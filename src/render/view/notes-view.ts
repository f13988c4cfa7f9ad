import { leafAt } from '../../model/component-leaves.ts';
import { isPastOrphan, type PlannedCampaign } from '../../model/plan.ts';
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
import { gathered } from './group.ts';
import { valueWords } from './value-words.ts';

/** Something to know about a campaign that calls for no action. */
export interface NoteView {
  readonly campaign: PlannedCampaign;
  readonly phrases: readonly Phrase[];
}

/** What a note depends on besides its campaign. */
export interface NoteContext {
  readonly workspace: string;
  readonly newByName: NewByName;
}

/** The keys of new files, by `nameOf`. */
type NewByName = ReadonlyMap<string, readonly string[]>;

/** Characters of a value that a note shows. */
export const VALUE_CHARS = 60;

/** The notes about a campaign that ask for nothing: what its file no longer manages, and where live differs. */
export function describeNotes(campaign: PlannedCampaign, context: NoteContext): NoteView {
  const { key, components, live, notes, verdict } = campaign;
  const released = components.filter(({ cause }) => cause === 'released').map(({ name }) => name);
  const sameName = sameNameAs(campaign, context);
  const phrases = [
    ...(verdict === 'orphaned' && notes.length === 0 && !isPastOrphan(campaign)
      ? [describeOrphan(key, { workspace: context.workspace, isDraft: live?.status === 'DRAFT' })]
      : []),
    ...(released.length === 0 ? [] : [describeReleased(released)]),
    ...quietNotes(campaign),
    ...(sameName.length === 0 ? [] : [describeSameName(sameName)]),
  ];
  return { campaign, phrases: phrases.map((phrase) => mapText(phrase, visibleLine)) };
}

/** All notes of a campaign as one phrase. */
export function notePhrase({ phrases }: NoteView): Phrase {
  return phrases.flatMap((phrase, at) => (at === 0 ? phrase : say`; ${phrase}`));
}

/** Notes that enough campaigns share, such as copies of one campaign, together at the place of the first. */
export function noteGroups(notes: readonly NoteView[]): NoteView[][] {
  return gathered(notes, noteWords);
}

/** A note as plain text. */
export function noteWords(note: NoteView): string {
  return plainText(notePhrase(note));
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
    const [first, ...others] = quiet.filter((note) => note.kind === kind);
    if (!first) return [];
    if ('paths' in first)
      return [
        describeQuietNote(
          first,
          [first, ...others].flatMap((note) => leavesOf(note, campaign)),
        ),
      ];
    return [first, ...others].map((note) => describeQuietNote(note, []));
  });
}

function leavesOf(note: QuietNote, { live }: PlannedCampaign): ShownLeaf[] {
  if (!('paths' in note)) return [];
  return note.paths.map((path) => {
    const value = leafAt(note.component, live?.components[note.component], path) ?? null;
    return { field: dottedName(note.component, path), value: clipTo(valueWords(value), VALUE_CHARS) };
  });
}

/** Groups the new files of a plan that have the same name, channel and type. */
export function newFilesByName(campaigns: readonly PlannedCampaign[]): NewByName {
  const groups = new Map<string, string[]>();
  for (const campaign of campaigns.filter(({ verdict }) => verdict === 'create')) {
    const name = nameOf(campaign);
    const group = groups.get(name);
    if (group) group.push(campaign.key);
    else groups.set(name, [campaign.key]);
  }
  return groups;
}

function nameOf({ desired }: PlannedCampaign): string {
  return JSON.stringify([desired?.name, desired?.channel, desired?.deliveryType]);
}

function sameNameAs(campaign: PlannedCampaign, { newByName }: NoteContext): string[] {
  if (campaign.verdict !== 'create') return [];
  const group = newByName.get(nameOf(campaign)) ?? [];
  return group.length < 2 ? [] : group.filter((key) => key !== campaign.key);
}
