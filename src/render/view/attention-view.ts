import { SENDING_STATUSES, type CampaignStatus, type ComponentName } from '../../model/campaign.ts';
import type { Action } from '../../model/transitions.ts';
import { fieldName } from './notes-view.ts';
import { counted } from '../text-layout.ts';
import type { Held, HeldReason } from '../../model/held.ts';
import { describeHeld } from '../../messages/held-messages.ts';
import { componentList } from '../../messages/component-names.ts';
import { allow, code, say, type Phrase } from '../../messages/phrase.ts';
import type { Note, PlannedCampaign } from '../../model/plan.ts';
import { describeComponent, type ComponentView } from './component-view.ts';

/** A campaign that somebody should look at. */
export interface Attention {
  readonly campaign: PlannedCampaign;
  readonly headline: string;
  readonly issues: readonly Trouble[];
}

/** One thing that stands in the way: why, where it is written, and what to do. */
export interface Trouble {
  readonly kind: 'held' | 'note';
  readonly why: Phrase;
  /** What to do; empty where there is nothing to do. */
  readonly todo: Phrase;
  /** Where the file says what is held; undefined without a file, and for notes. */
  readonly place: Place | undefined;
  readonly components: readonly ComponentView[];
  /** `The UTM parameters (utm_params) wait with it.`; empty when nothing does. */
  readonly waiting: Phrase;
}

export interface Place {
  readonly file: string;
  readonly line: number | undefined;
}

/** Whether somebody should look at a campaign before or after an apply. */
export function needsAttention({ held, notes, verdict }: PlannedCampaign): boolean {
  return held.some(isReported) || verdict === 'unknown' || notes.some(isUrgent);
}

/** What stands in the way of one campaign, or should be looked at. */
export function describeAttention(campaign: PlannedCampaign, workspace: string): Attention {
  const notes = campaign.notes.filter(isUrgent);
  return {
    campaign,
    headline: headline(campaign),
    issues: [
      ...notes.filter(isCause).map((note) => noteTrouble(note, campaign)),
      ...campaign.held.filter(isReported).map((held) => heldTrouble(held, { campaign, workspace })),
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
function isReported({ reason }: Held): boolean {
  return reason !== 'guard';
}

function headline({ verdict, held, notes }: PlannedCampaign): string {
  if (verdict === 'unknown') return 'unknown';
  const [first] = held.filter(isReported);
  if (first) return `blocked: ${REASONS[first.reason]}`;
  const note = notes.find(isUrgent);
  return note ? HEADLINES[note.kind] : '';
}

const REASONS: Readonly<Record<HeldReason, string>> = {
  locked: 'locked',
  conflict: 'conflict',
  drift: 'drift',
  'type-changed': 'type changed',
  'needs-publish': 'publishing is off',
  'transition-not-possible': 'status not possible',
  'in-flight': 'waits',
  'not-reviewed': 'not reviewed',
  unreadable: 'could not be read',
  missing: 'missing in the service',
  renamed: 'renamed?',
  guard: 'guard',
  quota: 'quota',
  ambiguous: 'same name',
  'read-only': 'read-only',
};

const HEADLINES: Readonly<Record<UrgentNote['kind'], string>> = {
  'still-sending': 'no file, still sending',
  'sending-when-last-seen': 'no file, sending when last seen',
  'moved-to': 'its file moved',
  unconfirmed: 'not confirmed',
  'unknown-status': 'unknown status',
  'same-name': 'a copy?',
  'start-past': 'starts in the past',
  'moved-by-hand': 'status changed',
  'stop-drops': 'edits dropped',
};

function heldTrouble(
  held: Held,
  { campaign, workspace }: { readonly campaign: PlannedCampaign; readonly workspace: string },
): Trouble {
  const { why, todo } = describeHeld(held, workspace);
  const waiting = waitingBeside(campaign, held);
  return {
    kind: 'held',
    why,
    todo,
    place: placeOf(campaign, held.components),
    components: campaign.components
      .filter(({ name }) => held.components.includes(name))
      .map((change) => describeComponent(change, campaign)),
    waiting:
      waiting.length > 0 ? say`The change of ${componentList(waiting)} in the same file waits, too.` : [],
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
  const { why, todo = [] } = noteWords(note, campaign);
  return { kind: 'note', why, todo, place: notePlace(note, campaign), components: [], waiting: [] };
}

function notePlace({ kind }: UrgentNote, campaign: PlannedCampaign): Place | undefined {
  if (kind === 'same-name') return placeOf(campaign, ['basic_details']);
  const scheduled = kind === 'start-past' && campaign.desired?.components.scheduling_details;
  return scheduled ? placeOf(campaign, ['scheduling_details']) : undefined;
}

function noteWords(
  note: UrgentNote,
  { transition }: PlannedCampaign,
): { readonly why: Phrase; readonly todo?: Phrase } {
  switch (note.kind) {
    case 'still-sending':
      return {
        why: say`Its file is gone, but it is ${note.status} and ${note.status === 'SCHEDULED' ? 'will be sent' : 'keeps sending'}.`,
        todo: wayToEnd(note.emergencyStop),
      };
    case 'sending-when-last-seen':
      return {
        why: say`Its file is gone, and it was ${note.status} when it was last seen.`,
        todo: say`If it still is: ${wayToEnd(note.emergencyStop)}`,
      };
    case 'moved-to':
      return { why: say`Its file seems to be ${note.file} now.`, todo: say`Nothing here: see that file.` };
    case 'same-name':
      return {
        why: say`It has the name, channel and type of ${note.as.join(', ')}. Is it a copy?`,
        todo: say`If it is, remove the file, because both would send. If both are wanted, give this one another ${code('basic_details.name')}.`,
      };
    case 'unconfirmed':
      return {
        why: say`The service accepted it, but doesn't show it as sent: ${note.paths.map((path) => fieldName(note.component, path)).join(', ')}.`,
        todo: say`If it stays like this, compare the campaign in the service with the file. To accept what the service shows, use ${allow('unconfirmed')}.`,
      };
    case 'unknown-status':
      return {
        why: say`The service says that its status is ${note.status}, which is not a documented status. It counts as ended, so nothing is changed.`,
        todo: say`Look at the campaign in the service.`,
      };
    case 'start-past':
      return {
        why: say`It is to be published, but its ${code('start_time')} ${note.start} (${note.zone ?? 'UTC'}) was ${agoWords(note.agoMs)} ago. The service refuses that.`,
        todo: say`Choose a time in the future.`,
      };
    case 'moved-by-hand':
      return {
        why: say`Its status was changed in the service from ${note.from} to ${note.to} since the last apply.`,
        ...(transition && {
          todo: say`${FOLLOWS[transition.action]}. To keep it as it is now, write ${code(`status: ${kept(note.to)}`)}.`,
        }),
      };
    case 'stop-drops':
      return {
        why: say`A stopped campaign can't be edited, so these edits are dropped: ${note.components.join(', ')}.`,
        todo: say`Nothing: remove them from the file, or leave them.`,
      };
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

function wayToEnd(emergencyStop: 'PAUSED' | 'STOPPED' | undefined): Phrase {
  return emergencyStop
    ? say`Restore the file with ${code(`status: ${emergencyStop}`)}, or end the campaign in the service.`
    : say`End the campaign in the service.`;
}
