import { leafAt } from '../../model/component-leaves.ts';
import { groupBy } from '../../model/grouping.ts';
import { isPastOrphan, type Plan, type PlannedCampaign } from '../../model/plan.ts';
import {
  describeOrphan,
  describeQuietNote,
  describeReleased,
  describeSameName,
  isUrgent,
  type QuietNote,
  type ShownLeaf,
} from '../../messages/catalog/notes.ts';
import { dottedName } from '../../messages/component-names.ts';
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

/** What asks for nothing: what files no longer manage, where live differs, and new files with one name. */
function noteRows(campaigns: readonly PlannedCampaign[], workspace: string): Row[] {
  const created = campaigns.filter(({ verdict }) => verdict === 'create');
  const alike = groupBy(created, ({ desired }) =>
    JSON.stringify([desired?.name, desired?.channel, desired?.deliveryType]),
  );
  return campaigns.flatMap((campaign) => {
    const { key, components, notes, verdict } = campaign;
    const released = components.filter(({ cause }) => cause === 'released').map(({ name }) => name);
    const others = (alike.find((same) => same.includes(campaign)) ?? []).filter((one) => one !== campaign);
    const phrases = [
      ...(verdict === 'orphaned' && notes.length === 0 && !isPastOrphan(campaign)
        ? [describeOrphan(key, workspace)]
        : []),
      ...(released.length === 0 ? [] : [describeReleased(released)]),
      ...quietNotes(campaign),
      ...(others.length === 0 ? [] : [describeSameName(others.map((one) => one.key))]),
    ].map((phrase) => mapText(phrase, visibleLine));
    return phrases.length === 0 ? [] : [noteRow(campaign, phrases)];
  });
}

/** Notes of one kind about several components are one sentence. */
function quietNotes(campaign: PlannedCampaign): Phrase[] {
  const quiet = campaign.notes.filter((note) => !isUrgent(note));
  return groupBy(quiet, ({ kind }) => kind).flatMap(([first, ...others]) => {
    if (!first) return [];
    if (!('paths' in first)) return [first, ...others].map((note) => describeQuietNote(note, []));
    const leaves = [first, ...others].flatMap((note) => leavesOf(note, campaign));
    return [describeQuietNote(first, leaves)];
  });
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
    facts: [],
    shared: words,
    aside: '',
    values: [],
    like: plainText(why),
  };
}

/** Characters of a value that a note shows. */
const VALUE_CHARS = 60;

function leavesOf(note: QuietNote, { live }: PlannedCampaign): ShownLeaf[] {
  if (!('paths' in note)) return [];
  return note.paths.map((path) => {
    const value = leafAt(note.component, live?.components[note.component], path) ?? null;
    return { field: dottedName(note.component, path), value: clipTo(valueWords(value), VALUE_CHARS) };
  });
}
