import type { ComponentName } from '../model/campaign.ts';
import type { Held, Note, PlannedCampaign } from '../model/plan.ts';
import { tellComponent, type ToldComponent } from './tell-component.ts';
import { visibleLine } from './visible-text.ts';

/** A campaign that somebody should look at. */
export interface Attention {
  readonly campaign: PlannedCampaign;
  readonly headline: string;
  readonly troubles: readonly Trouble[];
}

/** One thing that stands in the way: why, where it is written, and what to do. */
export interface Trouble {
  readonly kind: 'held' | 'note';
  readonly why: string;
  /** What to do; empty where there is nothing to do. */
  readonly todo: string;
  /** Where the file says what is held; undefined without a file, and for notes. */
  readonly place: Place | undefined;
  readonly components: readonly ToldComponent[];
  /** `utm_params waits with it.`; empty when nothing does. */
  readonly waiting: string;
}

export interface Place {
  readonly file: string;
  readonly line: number | undefined;
}

/** Whether somebody should look at a campaign before or after an apply. */
export function needsAttention({ held, notes, verdict }: PlannedCampaign): boolean {
  return held.some(isTold) || verdict === 'unknown' || verdict === 'orphaned' || notes.some(isUrgent);
}

/** What stands in the way of one campaign, or should be looked at. */
export function tellAttention(campaign: PlannedCampaign): Attention {
  return {
    campaign,
    headline: headline(campaign),
    troubles: [
      ...campaign.held.filter(isTold).map((held) => heldTrouble(campaign, held)),
      ...campaign.notes.filter(isUrgent).map(noteTrouble),
    ],
  };
}

type CalmNote = Extract<
  Note,
  { readonly kind: 'live-also-has' | 'not-recorded' | 'not-verifiable' | 'settled-first' }
>;
type UrgentNote = Exclude<Note, CalmNote>;

/** Notes that somebody should look at; the others only explain a change. */
function isUrgent(note: Note): note is UrgentNote {
  return !['live-also-has', 'not-recorded', 'not-verifiable', 'settled-first'].includes(note.kind);
}

/** The guard's refusal is told once, below the plan. */
function isTold({ reason }: Held): boolean {
  return reason !== 'guard';
}

function headline({ verdict, held, notes }: PlannedCampaign): string {
  if (verdict === 'unknown') return 'unknown';
  const [first] = held.filter(isTold);
  if (first) return `held: ${first.reason}`;
  const note = notes.find(isUrgent);
  return note ? HEADLINES[note.kind] : 'no file; left as it is';
}

const HEADLINES: Readonly<Record<UrgentNote['kind'], string>> = {
  'still-sending': 'no file, still sending',
  'sending-when-last-seen': 'no file, sending when last seen',
  'moved-to': 'its file moved',
  unconfirmed: 'not confirmed',
  'start-past': 'its start is past',
  'moved-by-hand': 'moved by hand',
  'stop-drops': 'edits dropped',
};

function heldTrouble(campaign: PlannedCampaign, held: Held): Trouble {
  const waiting = waitingBeside(campaign, held);
  return {
    kind: 'held',
    why: visibleLine(held.message),
    todo: visibleLine(held.advice),
    place: placeOf(campaign, held.components),
    components: campaign.components
      .filter(({ name }) => held.components.includes(name))
      .map((change) => tellComponent(change, campaign)),
    waiting:
      waiting.length > 0 ? `${waiting.join(', ')} ${waiting.length > 1 ? 'wait' : 'waits'} with it.` : '',
  };
}

/** Other edits of the campaign that a lock or a conflict holds too: half an edit is not what was reviewed. */
function waitingBeside(
  { components, held }: PlannedCampaign,
  { reason, components: own }: Held,
): ComponentName[] {
  if ((reason !== 'locked' && reason !== 'conflict') || own.length === 0) return [];
  const elsewhere = new Set(held.flatMap((one) => one.components));
  return components
    .filter(({ name, cause }) => cause !== 'released' && !own.includes(name) && !elsewhere.has(name))
    .map(({ name }) => name);
}

function placeOf({ desired }: PlannedCampaign, [first]: readonly ComponentName[]): Place | undefined {
  if (!desired) return undefined;
  const position = desired.positions.get(first ?? (desired.status ? 'status' : 'channel'));
  return { file: desired.file, line: position?.line };
}

function noteTrouble(note: UrgentNote): Trouble {
  const [why, todo = ''] = noteWords(note);
  return {
    kind: 'note',
    why: visibleLine(why),
    todo: visibleLine(todo),
    place: undefined,
    components: [],
    waiting: '',
  };
}

function noteWords(note: UrgentNote): readonly [why: string, todo?: string] {
  switch (note.kind) {
    case 'still-sending':
      return [
        `Its file is gone, but it is ${note.status} and ${note.status === 'SCHEDULED' ? 'will be sent' : 'goes on sending'}.`,
        wayToEnd(note.brake),
      ];
    case 'sending-when-last-seen':
      return [
        `Its file is gone, and it was ${note.status} when it was last seen.`,
        `If it still is: ${wayToEnd(note.brake)}`,
      ];
    case 'moved-to':
      return [`Its file seems to be ${note.file} now; see there.`];
    case 'unconfirmed':
      return [
        `Sent, but live does not show ${note.paths.map((path) => `${note.component}${path}`).join(', ')}. It is not sent again until the file or live changes.`,
      ];
    case 'start-past':
      return [
        `It is to be published, and its start_time ${note.start} is past: the service refuses that.`,
        'Choose a time ahead.',
      ];
    case 'moved-by-hand':
      return [`Moved by hand from ${note.from} to ${note.to} since the last apply.`];
    case 'stop-drops':
      return [`Stopping is final, so its other edits are dropped: ${note.components.join(', ')}.`];
  }
}

function wayToEnd(brake: 'PAUSED' | 'STOPPED' | undefined): string {
  return brake
    ? `Bring the file back with status: ${brake}, or end it in the service's own interface.`
    : "End it in the service's own interface.";
}
