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
import { mapText, say } from '../../messages/phrase.ts';
import { clipTo, visibleLine } from '../text-layout.ts';
import { attentionRows } from './attention-rows.ts';
import { changeRow } from './change-rows.ts';
import { rowFor, shownIn, type Row } from './row.ts';
import { valueWords } from './value-words.ts';

/** A plan in words, in the order in which every rendering has it: what needs attention, what is sent, what is noted. */
export function planRows({ campaigns, workspace }: Pick<Plan, 'campaigns' | 'workspace'>): Row[] {
  return [
    ...campaigns.flatMap((one) => attentionRows(one, workspace)),
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
      ...notes
        .filter((note) => !isUrgent(note))
        .map((note) => describeQuietNote(note, leavesOf(note, campaign))),
      ...(others.length === 0 ? [] : [describeSameName(others.map((one) => one.key))]),
    ].map((phrase) => mapText(phrase, visibleLine));
    const why = phrases.flatMap((phrase, at) => (at === 0 ? phrase : say`; ${phrase}`));
    return why.length === 0 ? [] : [rowFor(shownIn(campaign), { kind: 'note', mark: 'note', head: '', why })];
  });
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
