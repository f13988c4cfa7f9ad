import { SENDING_STATUSES, type CampaignStatus, type ComponentName } from '../../model/campaign.ts';
import type { Note, NoteParams } from '../../model/plan.ts';
import { counted, firstFew, scheduledMinute, show, weekday, weekdayMinute } from '../../model/show.ts';
import type { Action } from '../../model/transitions.ts';
import { forgetCampaign, restoreFile, useConsent, lastEdited } from '../advice.ts';
import { componentList, dottedName } from '../field-names.ts';
import { code, listed, run, say, type Message, type Phrase } from '../phrase.ts';
import { ended, messageFor, row, saidFor, type Catalog } from './row.ts';

/** The campaign that a note is about. */
interface Noted {
  /** A transition that is also planned. */
  readonly action?: Action | undefined;
  readonly key: string;
  readonly workspace: string;
}

/** Notes that need attention: what they are about, and what to do. The others only explain a plan. */
export const NOTES = {
  'still-sending': ({ status, emergencyStop, key, workspace }) =>
    row`Its file is gone, but the campaign is ${status} and ${keeps(status)}. — To keep it from sending, ${wayToEnd(emergencyStop)}. To keep it running, move the file back, or ${restoreFile(key, workspace)}.`,
  'sending-when-last-seen': ({ status, emergencyStop }) =>
    row`Its file is gone, and the campaign was ${status} when last seen. — If it still sends messages, ${wayToEnd(emergencyStop)}.`,
  'status-removed': ({ status, emergencyStop }) => row`
    Its file no longer has a ${code('status')}, which changes nothing: the campaign is ${status} and ${keeps(status)}.
    — To keep it from sending, ${emergencyStop ? say`write ${code(`status: ${emergencyStop}`)}` : 'end the campaign in the service'}. To keep it running, no action is needed.`,
  'still-paused': () =>
    row`It is still paused, although its file no longer has ${code('status: PAUSED')}. — To send again, write ${code('status: ACTIVE')}. To keep it paused, write ${code('status: PAUSED')}.`,
  /** A stop that was requested after everything was sent. */
  'too-late-to-stop': () =>
    row`The campaign was already sent (its status is SENT), and what was sent can't be recalled. — Change the file back to ${code('status: ACTIVE')}, or remove its ${code('status')} line. If it still sends, end it in the service.`,
  'moved-to': ({ file }) => row`Its file seems to be ${file} now. — See what is reported for that file.`,
  'same-name': ({ as }) =>
    row`It has the same name, channel and type as ${as.join(', ')}, so it may be a copy. — If it is a copy, remove the file, or both campaigns will send. If you want both, give this one a different ${code('basic_details.name')}.`,
  'start-past': ({ start, zone }) =>
    row`Its ${code('start_time')} (${scheduledMinute(start, zone)}) is in the past, and the service doesn't publish campaigns that start in the past. So it stays a draft. — Set ${code('start_time')} to a time in the future.`,
  /** A live campaign that an edit moves to a time at which it can hardly be undone. */
  'starts-soon': ({ start, zone, isLocal }) => row`
    It is live, and this edit moves its ${code('start_time')} to ${isLocal ? `${weekdayMinute(start)} in each user's time zone. The first users get it in less than an hour, or at once.` : `${scheduledMinute(start, zone)}, which is less than an hour from now.`}
    — Check that time, or undo this edit: once a message is sent, it can't be taken back.`,
  'crowded-day': ({ segment, count, day, atMost, key }) => row`
    With this, the segment ${show(segment)} gets ${counted(count, 'message')} on ${weekday(day)}. The team's rule allows ${atMost}.
    — Choose another day or audience, or add ${key} to ${code('policy.rules.sends_per_day.except')} in workspaces.yaml.`,
  unconfirmed: ({ component, paths }) => row`
    The service accepted the change, but doesn't show ${listed((paths.length === 0 ? [''] : paths).map((path) => code(dottedName(component, path))))} as it was sent.
    — If the next plan still says so, compare the campaign in the service with the file. To accept what the service shows, ${useConsent('unconfirmed')}.`,
  'unknown-status': ({ status }) =>
    row`Its status in the service is ${status}, which isn't a documented status. The campaign is treated as ended, so nothing is changed. — Check the campaign in the service.`,
  rejected: ({ comment }) =>
    row`A reviewer in the service rejected this draft: ${ended(comment)} — Correct it in the file. After the next apply, ask for another review in the service.`,
  'publish-refused': ({ said, key }) => row`
    The service says that it would refuse to publish this draft: ${ended(said.join('; '))}
    — Correct it in the file. To see the lines, ${run(`campaigns check ${key}`, 'ask an engineer to check the draft')}.`,
  'moved-by-hand': ({ from, to, edit, action }) => row`
    Its status was changed in the service from ${from} to ${to} since the last apply${lastEdited(edit)}.
    — To keep the current status, write ${code(`status: ${SENDING_STATUSES.includes(to) ? 'ACTIVE' : to}`)}.${action ? ` Otherwise, the next apply sends ${action}.` : ''}`,
  'stop-drops': ({ components }) =>
    row`A stopped campaign can't be edited, so the edits to ${componentList(components)} are dropped. — Remove these edits from the file. Otherwise, the campaign will be blocked after it is stopped.`,
} satisfies Partial<Catalog<{ [Kind in keyof NoteParams]: NoteParams[Kind] & Noted }>>;

export type UrgentNote = Extract<Note, { readonly kind: keyof typeof NOTES }>;
export type QuietNote = Exclude<Note, UrgentNote>;

export function isUrgent(note: Note): note is UrgentNote {
  return note.kind in NOTES;
}

export function describeUrgentNote(note: UrgentNote, noted: Noted): Message {
  return messageFor(NOTES, { ...note, ...noted }, 'kind');
}

function keeps(status: CampaignStatus): string {
  return status === 'SCHEDULED' ? 'will be sent' : 'keeps sending';
}

function wayToEnd(emergencyStop: 'PAUSED' | 'STOPPED' | undefined): Phrase {
  return emergencyStop
    ? say`restore the file with ${code(`status: ${emergencyStop}`)}, or end the campaign in the service`
    : say`end the campaign in the service`;
}

/** A field and its live value, in words. */
export interface ShownLeaf {
  readonly field: string;
  readonly value: string;
}

/** A note that only explains. `leaves`: the fields that it names, with their live values. */
export function describeQuietNote(note: QuietNote, leaves: readonly ShownLeaf[]): Phrase {
  const values = listed(leaves.map(({ field, value }) => say`${code(field)}: ${value}`));
  const fields = listed(leaves.map(({ field }) => code(field)));
  return saidFor(QUIET, { ...note, values, fields }, 'kind');
}

type Explained = { [Kind in QuietNote['kind']]: NoteParams[Kind] & Record<'values' | 'fields', Phrase> };

const QUIET: Catalog<Explained, Phrase> = {
  'live-also-has': ({ values }) => say`the live campaign also has ${values}`,
  'kept-as': ({ values }) => say`the service stores this as ${values}`,
  'changes-by-itself': ({ fields }) => say`ignored, because the service changes it: ${fields}`,
  'not-verifiable': ({ fields }) => say`can't be verified, because the service doesn't show it: ${fields}`,
  'new-default': ({ values }) => say`new in the service: ${values}; the next apply only records it`,
  'status-moved': ({ from, to, edit }) =>
    say`its status was changed in the service from ${from} to ${to}${lastEdited(edit)}, and stays that way, because the file has no ${code('status')}`,
  'not-recorded': ({ components }) =>
    say`no apply has recorded ${listed(components.map(code))} yet: the live campaign may already match the file`,
  'settled-first': ({ run: earlier, stop }) =>
    say`an earlier run (${earlier}) may have sent a change that the service doesn't show yet: ${stop === undefined ? 'the next apply checks it first' : `${stop} is sent in any case`}`,
};

/** A binding without a file. */
export function describeOrphan(key: string, workspace: string): Phrase {
  return say`has no file, so it stays unchanged. To manage it again, ${restoreFile(key, workspace)}. To stop managing it, ${forgetCampaign(key, workspace)}`;
}

/** Components that were removed from the file. */
export function describeReleased(components: readonly ComponentName[]): Phrase {
  return say`removed from the file, but kept in the live campaign: ${listed(components.map(code))}`;
}

/** Campaigns that a note lists. */
const SAME_NAMES_AT_MOST = 3;

/** Several new files that differ only in their content, so that one may be a copy. */
export function describeSameName(key: string, all: readonly string[]): Phrase {
  const others = all.slice(0, SAME_NAMES_AT_MOST + 1).filter((one) => one !== key);
  return say`new, with the same name, channel and type as these new files: ${firstFew(others, SAME_NAMES_AT_MOST, all.length - 1)}; one of them may be a copy`;
}
