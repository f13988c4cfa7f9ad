import type { Positioned, LastEdit } from '../../model/campaign.ts';
import type { Held } from '../../model/held.ts';
import { memberOf } from '../../model/json.ts';
import type { PlannedCampaign } from '../../model/plan.ts';
import { describeHeld } from '../../messages/catalog/held.ts';
import { inWords } from '../../messages/catalog/row.ts';
import { describeUrgentNote, isUrgent, type UrgentNote } from '../../messages/catalog/notes.ts';
import { componentList } from '../../messages/field-names.ts';
import { editWords } from '../../messages/advice.ts';
import { joined, mapText, say, type Message, type Phrase } from '../../messages/phrase.ts';
import { visibleLine } from '../text-layout.ts';
import { describeComponent } from './values.ts';
import { namesOf, withoutNames } from './group.ts';
import { rowFor, shownIn, type FileLine, type Row } from './row.ts';

/** What needs attention in one campaign, and what blocks it. The guard's refusal is shown once, for the whole plan. */
export function attentionRows(campaign: PlannedCampaign, workspace: string): Row[] {
  return [
    ...campaign.notes.filter(isUrgent).map((note) => warningRow(note, campaign, workspace)),
    ...campaign.held
      .filter(({ reason }) => reason !== 'guard')
      .map((held) => blockedRow(held, campaign, workspace)),
  ];
}

/** Headlines of codes that say too little by themselves. */
const HEADS: Readonly<Record<string, string>> = {
  missing: 'missing in the service',
  'draft-above': 'not published',
  'publish-off': 'publishing is off',
  'not-ready': 'not ready to publish',
  'start-waits': 'its start waits',
  'stop-drops': 'edits dropped',
  'still-sending': 'no file, still sending',
  'moved-to': 'its file moved',
  rejected: 'rejected in review',
  'publish-refused': "can't be published",
};

function headOf(code: string): string {
  return HEADS[code] ?? inWords(code);
}

/** `blocked: locked` */
export function heldHeadline({ cause }: Held, verdict: PlannedCampaign['verdict']): string {
  return verdict === 'unknown' ? 'unknown' : `blocked: ${headOf(cause.code)}`;
}

function blockedRow(held: Held, campaign: PlannedCampaign, workspace: string): Row {
  const { cause, components } = held;
  const isOfSchedule = components.length === 0 && campaign.desired?.components.scheduling_details;
  const names = isOfSchedule ? memberOf(IN_SCHEDULE, cause.code) : components;
  const words = (one: Held): Message => {
    const { why, todo } = describeHeld(one, workspace);
    return { why: joined(why, waitingBeside(campaign, held)), todo };
  };
  const former = cause.code === 'renamed' ? [`was ${cause.orphan}`] : [];
  const found = 'found' in cause ? cause.found.map(({ id }) => id) : [];
  return rowFor(shownIn(campaign), {
    ...({ kind: 'blocked', mark: 'attention' } as const),
    head: heldHeadline(held, campaign.verdict),
    ...words(held),
    shared: words(withoutNames(held, namesOf(cause, campaign))),
    aside: [...former, ...found, ...ownEdit('edit' in cause ? cause.edit : undefined)].join(', '),
    place: placeOf(campaign, names ?? []),
    values: campaign.components
      .filter(({ name }) => components.includes(name))
      .map((change) => describeComponent(change, campaign)),
  });
}

/** A note that needs attention. */
export function warningRow(note: UrgentNote, campaign: PlannedCampaign, workspace: string): Row {
  const names = note.kind === 'same-name' ? (['basic_details'] as const) : memberOf(IN_SCHEDULE, note.kind);
  const words = (one: UrgentNote, key: string): Message => {
    const { why, todo } = describeUrgentNote(one, { action: campaign.transition?.action, key, workspace });
    return { why: mapText(why, visibleLine), todo };
  };
  return rowFor(shownIn(campaign), {
    ...({ kind: 'warning', mark: 'attention' } as const),
    head: headOf(note.kind),
    ...words(note, campaign.key),
    shared: words(withoutNames(note, { ...campaign, ...('file' in note && { file: note.file }) }), 'KEY'),
    aside: ownEdit('edit' in note ? note.edit : undefined).join(''),
    place: names && placeOf(campaign, names),
  });
}

function ownEdit(edit: LastEdit | undefined): string[] {
  return edit ? [`last edited there ${editWords(edit)}`] : [];
}

/** Other changes of the campaign that a lock or a conflict blocks, too: half an edit isn't what was reviewed. Shown once. */
function waitingBeside({ components, held }: PlannedCampaign, one: Held): Phrase {
  const first = held.find(({ reason }) => reason === 'locked' || reason === 'conflict');
  if (first !== one || one.components.length === 0) return [];
  const elsewhere = new Set(held.flatMap((other) => other.components));
  const waiting = components.filter(({ name, cause }) => cause !== 'released' && !elsewhere.has(name));
  return waiting.length === 0 ? [] : say`Also waiting: ${componentList(waiting.map(({ name }) => name))}.`;
}

const SCHEDULE: readonly Positioned[] = ['start_time', 'scheduling_details'];

/** What in the file is shown for a cause or a note that its schedule decides. */
const IN_SCHEDULE: Readonly<Partial<Record<string, readonly Positioned[]>>> = {
  'start-past': SCHEDULE,
  'starts-soon': SCHEDULE,
  expired: ['expiry_time', 'scheduling_details'],
  blackout: SCHEDULE,
};

/** The line of the first of these names that the file has. */
function placeOf({ desired }: PlannedCampaign, names: readonly Positioned[]): FileLine | undefined {
  if (!desired) return undefined;
  const { file, positions, status } = desired;
  const first = names.find((name) => positions.has(name)) ?? (status ? 'status' : 'channel');
  return { file, line: positions.get(first)?.line };
}
