import type { ComponentName } from '../model/campaign.ts';
import type { Held, Note, PlannedCampaign } from '../model/plan.ts';
import { BELOW, campaignLine, type LineOptions } from './campaign-line.ts';
import { componentLines } from './component-lines.ts';
import { indent, wrap } from './text-layout.ts';

/** Notes that somebody should look at; the others only explain a change. */
export function isUrgent(note: Note): note is UrgentNote {
  return note.kind !== 'live-also-has' && note.kind !== 'not-recorded';
}

type UrgentNote = Exclude<Note, { readonly kind: 'live-also-has' | 'not-recorded' }>;

/** The guard's refusal is told once, below the plan. */
export function isTold({ reason }: Held): boolean {
  return reason !== 'guard';
}

/** What stands in the way of one campaign, or should be looked at: why, where, and what to do. */
export function attentionLines(campaign: PlannedCampaign, options: LineOptions): string[] {
  const urgent = campaign.notes.filter(isUrgent).map(noteWords);
  return [
    ...campaignLine({ mark: options.paint.warn('!'), campaign, text: headline(campaign) }, options),
    ...campaign.held.filter(isTold).flatMap((one) => heldLines(campaign, one, options)),
    ...indent(
      urgent.flatMap((text) => wrap(text, options.columns - BELOW)),
      BELOW,
    ),
  ];
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

function heldLines(campaign: PlannedCampaign, held: Held, options: LineOptions): string[] {
  const { columns, paint } = options;
  const shown = campaign.components.filter(({ name }) => held.components.includes(name));
  const waiting = waitingBeside(campaign, held);
  const waits =
    waiting.length > 0 ? [`${waiting.join(', ')} ${waiting.length > 1 ? 'wait' : 'waits'} with it.`] : [];
  return [
    ...indent(wrap(held.message, columns - BELOW), BELOW),
    ...indent([paint.faint(placeOf(campaign, held.components))].filter(Boolean), BELOW),
    ...shown.flatMap((change) => componentLines(change, campaign, options)),
    ...indent([...waits, ...wrap(held.advice, columns - BELOW)], BELOW),
  ];
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

function placeOf({ desired }: PlannedCampaign, [first]: readonly ComponentName[]): string {
  if (!desired) return '';
  const position = desired.positions.get(first ?? (desired.status ? 'status' : 'channel'));
  return position ? `${desired.file}:${position.line}` : desired.file;
}

function noteWords(note: UrgentNote): string {
  switch (note.kind) {
    case 'still-sending':
      return `Its file is gone, but it is ${note.status} and ${note.status === 'SCHEDULED' ? 'will be sent' : 'goes on sending'}. ${wayToEnd(note.brake)}`;
    case 'sending-when-last-seen':
      return `Its file is gone, and it was ${note.status} when it was last seen. If it still is: ${wayToEnd(note.brake)}`;
    case 'moved-to':
      return `Its file seems to be ${note.file} now; see there.`;
    case 'unconfirmed':
      return `Sent, but live does not show ${note.paths.map((path) => `${note.component}${path}`).join(', ')}. It is not sent again until the file or live changes.`;
    case 'start-past':
      return `It is to be published, and its start_time ${note.start} is past: the service refuses that. Choose a time ahead.`;
    case 'moved-by-hand':
      return `Moved by hand from ${note.from} to ${note.to} since the last apply.`;
    case 'stop-drops':
      return `Stopping is final, so its other edits are dropped: ${note.components.join(', ')}.`;
  }
}

function wayToEnd(brake: 'PAUSED' | 'STOPPED' | undefined): string {
  return brake
    ? `Bring the file back with status: ${brake}, or end it in the service's own interface.`
    : "End it in the service's own interface.";
}
