import { SENDING_STATUSES, type CampaignStatus, type ComponentName } from '../../model/campaign.ts';
import type { Action } from '../../model/transitions.ts';
import { fieldName } from './tell-notes.ts';
import { counted } from '../text-layout.ts';
import type { Held, Note, PlannedCampaign } from '../../model/plan.ts';
import { tellComponent, type ToldComponent } from './tell-component.ts';
import { visibleLine } from '../visible-text.ts';

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
  return held.some(isTold) || verdict === 'unknown' || notes.some(isUrgent);
}

/** What stands in the way of one campaign, or should be looked at. */
export function tellAttention(campaign: PlannedCampaign): Attention {
  const notes = campaign.notes.filter(isUrgent);
  return {
    campaign,
    headline: headline(campaign),
    troubles: [
      ...notes.filter(isCause).map((note) => noteTrouble(note, campaign)),
      ...campaign.held.filter(isTold).map((held) => heldTrouble(campaign, held)),
      ...notes.filter((note) => !isCause(note)).map((note) => noteTrouble(note, campaign)),
    ],
  };
}

/** What happened before, and explains what is held because of it. */
function isCause({ kind }: UrgentNote): boolean {
  return kind === 'moved-by-hand' || kind === 'unconfirmed';
}

const CALM = [
  'live-also-has',
  'kept-as',
  'changes-by-itself',
  'new-default',
  'not-recorded',
  'not-verifiable',
  'draft-above',
  'settled-first',
] as const;

type CalmNote = Extract<Note, { readonly kind: (typeof CALM)[number] }>;
type UrgentNote = Exclude<Note, CalmNote>;

/** Notes that somebody should look at; the others only explain a change. */
function isUrgent(note: Note): note is UrgentNote {
  return !(CALM as readonly string[]).includes(note.kind);
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
  return note ? HEADLINES[note.kind] : '';
}

const HEADLINES: Readonly<Record<UrgentNote['kind'], string>> = {
  'still-sending': 'no file, still sending',
  'sending-when-last-seen': 'no file, sending when last seen',
  'moved-to': 'its file moved',
  unconfirmed: 'not confirmed',
  'unknown-status': 'unknown status',
  'same-name': 'a copy?',
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
function waitingBeside({ components, held }: PlannedCampaign, one: Held): ComponentName[] {
  const { reason, components: own } = one;
  // Told once, with the first of what holds them.
  if (held.find((other) => other.reason === 'locked' || other.reason === 'conflict') !== one) return [];
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

function noteTrouble(note: UrgentNote, campaign: PlannedCampaign): Trouble {
  const [why, todo = ''] = noteWords(note, campaign);
  return {
    kind: 'note',
    why: visibleLine(why),
    todo: visibleLine(todo),
    place: notePlace(note, campaign),
    components: [],
    waiting: '',
  };
}

function notePlace({ kind }: UrgentNote, campaign: PlannedCampaign): Place | undefined {
  if (kind === 'same-name') return placeOf(campaign, ['basic_details']);
  const scheduled = kind === 'start-past' && campaign.desired?.components.scheduling_details;
  return scheduled ? placeOf(campaign, ['scheduling_details']) : undefined;
}

function noteWords(note: UrgentNote, { transition }: PlannedCampaign): readonly [why: string, todo?: string] {
  switch (note.kind) {
    case 'still-sending':
      return [
        `Its file is gone, but it is ${note.status} and ${note.status === 'SCHEDULED' ? 'will be sent' : 'goes on sending'}.`,
        wayToEnd(note.brake),
      ];
    case 'sending-when-last-seen':
      return [
        `Its file is gone, and it was ${note.status} when it was last seen.`,
        `If it still is, ${lowerFirst(wayToEnd(note.brake))}`,
      ];
    case 'moved-to':
      return [`Its file seems to be ${note.file} now.`, 'Nothing to do here: see there.'];
    case 'same-name':
      return [
        `Same name, channel and type as ${note.as.join(', ')}: is it a copy?`,
        'If it is, remove the file: both would send. If both are wanted, another basic_details.name tells them apart.',
      ];
    case 'unconfirmed':
      return [
        `The service accepted it, but does not show it as sent: ${note.paths.map((path) => fieldName(note.component, path)).join(', ')}.`,
        'If it stays like this, compare the campaign in the service with the file. To accept what the service shows: --allow unconfirmed.',
      ];
    case 'unknown-status':
      return [
        `The service says its status is ${note.status}, which its documentation does not list.`,
        'It is taken to be ended, so nothing of it is changed: look at it in the service.',
      ];
    case 'start-past':
      return [
        `It is to be published, and its start_time ${note.start} (${note.zone ?? 'UTC'}) is ${agoWords(note.agoMs)} past: the service refuses that.`,
        'Choose a time ahead.',
      ];
    case 'moved-by-hand':
      return [
        `Moved by hand from ${note.from} to ${note.to} since the last apply.`,
        transition
          ? `${FOLLOWS[transition.action]}; to keep it as it is now write status: ${kept(note.to)}.`
          : '',
      ];
    case 'stop-drops':
      return [
        `Stopping is final, so its other edits are dropped: ${note.components.join(', ')}.`,
        'Nothing to do: take them out of the file, or leave them.',
      ];
  }
}

const FOLLOWS: Readonly<Record<Action, string>> = {
  PUBLISH: 'It will be published',
  PAUSE: 'It will be paused',
  RESUME: 'It will be resumed',
  STOP: 'It will be stopped',
};

/** What a file says to leave a live status as it is. */
function kept(status: CampaignStatus): string {
  return SENDING_STATUSES.includes(status) ? 'ACTIVE' : status;
}

function agoWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 120) return counted(minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? counted(hours, 'hour') : counted(Math.floor(hours / 24), 'day');
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function wayToEnd(brake: 'PAUSED' | 'STOPPED' | undefined): string {
  return brake
    ? `Bring the file back with status: ${brake}, or end it in the service's own interface.`
    : "End it in the service's own interface.";
}
