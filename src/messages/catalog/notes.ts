import { SENDING_STATUSES, type CampaignKey, type CampaignStatus } from '../../model/campaign.ts';
import type { Note } from '../../model/plan.ts';
import type { Action } from '../../model/transitions.ts';
import { scheduledMinute, weekdayMinute } from '../../model/utc-words.ts';
import { restoreFile, useConsent } from '../advice.ts';
import { componentList } from '../component-names.ts';
import { lastEdited } from '../edit-messages.ts';
import { dottedName, type UrgentNote } from '../note-messages.ts';
import { code, listed, say, type Message, type Phrase } from '../phrase.ts';
import { messageFor, type Catalog } from './row.ts';

/** The campaign that a note is about. */
interface Noted {
  /** A transition that is also planned. */
  readonly action?: Action | undefined;
  readonly key: string;
  readonly workspace: string;
}

/** The parameters of the note that has this kind, perhaps among others. */
type OfKind<One, Kind> = One extends { readonly kind: infer Its }
  ? Kind extends Its
    ? Omit<One, 'kind'>
    : never
  : never;

type NoteParams = { [Kind in UrgentNote['kind']]: OfKind<Note, Kind> & Noted };

const [key, file] = ['promo/black-friday' as CampaignKey, 'campaigns/promo/black-friday.yaml'];
const AT: Noted = { key, workspace: 'production' };
const [start, zone] = ['2026-11-20T09:00:00', 'Europe/Berlin'];

/** Notes that need attention: what they are about, and what to do. */
export const NOTES: Catalog<NoteParams> = {
  'still-sending': {
    says: ({ status }) => say`Its file is gone, but the campaign is ${status} and ${keeps(status)}.`,
    todo: ({ emergencyStop, key, workspace }) =>
      say`To keep it from sending, ${wayToEnd(emergencyStop)}. To keep it running, move the file back, or ${restoreFile(key, workspace)}.`,
    example: { ...AT, status: 'ACTIVE', emergencyStop: 'PAUSED' },
  },
  'sending-when-last-seen': {
    says: ({ status }) => say`Its file is gone, and the campaign was ${status} when last seen.`,
    todo: ({ emergencyStop }) => say`If it still sends messages, ${wayToEnd(emergencyStop)}.`,
    example: { ...AT, status: 'ACTIVE', emergencyStop: 'PAUSED' },
  },
  'status-removed': {
    says: ({ status }) =>
      say`Its file no longer has a ${code('status')}, which changes nothing: the campaign is ${status} and ${keeps(status)}.`,
    todo: ({ emergencyStop }) =>
      say`To keep it from sending, ${emergencyStop ? say`write ${code(`status: ${emergencyStop}`)}` : 'end the campaign in the service'}. To keep it running, no action is needed.`,
    example: { ...AT, status: 'ACTIVE', emergencyStop: 'PAUSED' },
  },
  /** A stop that was requested after everything was sent. */
  'too-late-to-stop': {
    says: () => say`The campaign was already sent (its status is SENT), and what was sent can't be recalled.`,
    todo: () =>
      say`Change the file back to ${code('status: ACTIVE')}, or remove its ${code('status')} line. If it still sends, end it in the service.`,
    example: { ...AT, type: 'ONE_TIME' },
  },
  'moved-to': {
    says: ({ file }) => say`Its file seems to be ${file} now.`,
    todo: () => say`See what is reported for that file.`,
    example: { ...AT, file },
  },
  'same-name': {
    says: ({ as }) => say`It has the same name, channel and type as ${as.join(', ')}, so it may be a copy.`,
    todo: () =>
      say`If it is a copy, remove the file, or both campaigns will send. If you want both, give this one a different ${code('basic_details.name')}.`,
    example: { ...AT, as: [key] },
  },
  'start-past': {
    says: ({ start, zone }) =>
      say`Its ${code('start_time')} (${scheduledMinute(start, zone)}) is in the past, and the service doesn't publish campaigns that start in the past. So it stays a draft.`,
    todo: () => say`Set ${code('start_time')} to a time in the future.`,
    example: { ...AT, start, zone },
  },
  /** A live campaign that an edit moves to a time at which it can hardly be undone. */
  'starts-soon': {
    says: ({ start, zone, isLocal }) =>
      say`It is live, and this edit moves its ${code('start_time')} to ${isLocal ? `${weekdayMinute(start)} in each user's time zone. The first users get it in less than an hour, or at once.` : `${scheduledMinute(start, zone)}, which is less than an hour from now.`}`,
    todo: () => say`Check that time, or undo this edit: once a message is sent, it can't be taken back.`,
    example: { ...AT, start, zone },
  },
  unconfirmed: {
    says: ({ component, paths }) =>
      say`The service accepted the change, but doesn't show ${listed(paths.map((path) => code(dottedName(component, path))))} as it was sent.`,
    todo: () =>
      say`If the next plan still says so, compare the campaign in the service with the file. To accept what the service shows, ${useConsent('unconfirmed')}.`,
    example: { ...AT, component: 'utm_params', paths: ['/utm_term'] },
  },
  'unknown-status': {
    says: ({ status }) =>
      say`Its status in the service is ${status}, which isn't a documented status. The campaign is treated as ended, so nothing is changed.`,
    todo: () => say`Check the campaign in the service.`,
    example: { ...AT, status: 'FROZEN' },
  },
  'moved-by-hand': {
    says: ({ from, to, edit }) =>
      say`Its status was changed in the service from ${from} to ${to} since the last apply${lastEdited(edit)}.`,
    todo: ({ to, action }) =>
      say`To keep the current status, write ${code(`status: ${SENDING_STATUSES.includes(to) ? 'ACTIVE' : to}`)}.${action ? ` Otherwise, the next apply sends ${action}.` : ''}`,
    example: { ...AT, from: 'ACTIVE', to: 'PAUSED', action: 'RESUME' },
  },
  'stop-drops': {
    says: ({ components }) =>
      say`A stopped campaign can't be edited, so the edits to ${componentList(components)} are dropped.`,
    todo: () =>
      say`Remove these edits from the file. Otherwise, the campaign will be blocked after it is stopped.`,
    example: { ...AT, components: ['utm_params'] },
  },
};

export function describeUrgentNote(note: UrgentNote, noted: Noted): Message {
  return messageFor(NOTES, note.kind, { ...note, ...noted });
}

function keeps(status: CampaignStatus): string {
  return status === 'SCHEDULED' ? 'will be sent' : 'keeps sending';
}

function wayToEnd(emergencyStop: 'PAUSED' | 'STOPPED' | undefined): Phrase {
  return emergencyStop
    ? say`restore the file with ${code(`status: ${emergencyStop}`)}, or end the campaign in the service`
    : say`end the campaign in the service`;
}
