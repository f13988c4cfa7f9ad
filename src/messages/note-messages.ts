import { SENDING_STATUSES, type CampaignStatus, type ComponentName } from '../model/campaign.ts';
import { stepsOf } from '../model/component-leaves.ts';
import type { Note } from '../model/plan.ts';
import { firstFew } from '../model/show.ts';
import type { Action } from '../model/transitions.ts';
import { scheduledMinute, weekdayMinute } from '../model/utc-words.ts';
import { componentList } from './component-names.ts';
import { lastEdited } from './edit-messages.ts';
import { describeTooLate } from './impossible-messages.ts';
import { forgetCampaign, restoreFile, useConsent } from './advice.ts';
import { code, command, inTerminal, listed, say, type Message, type Phrase } from './phrase.ts';

/** Notes that only explain a plan, and call for no action. */
const QUIET = [
  'live-also-has',
  'kept-as',
  'changes-by-itself',
  'new-default',
  'not-recorded',
  'not-verifiable',
  'draft-above',
  'settled-first',
  'status-moved',
] as const;

export type QuietNote = Extract<Note, { readonly kind: (typeof QUIET)[number] }>;
export type UrgentNote = Exclude<Note, QuietNote>;

/** Notes that need attention. */
export function isUrgent(note: Note): note is UrgentNote {
  return !(QUIET as readonly string[]).includes(note.kind);
}

/** A field with its component: `utm_params.utm_term`. */
export function dottedName(component: ComponentName, path: string): string {
  return [component, ...stepsOf(path)].join('.');
}

/** The campaign that a note is about. */
interface Noted {
  /** A transition that is also planned. */
  readonly action?: Action | undefined;
  readonly key: string;
  readonly workspace: string;
}

/** No file asks for it anymore, but it is still sending. */
function describeStillSending(
  {
    status,
    emergencyStop,
  }: Extract<UrgentNote, { readonly kind: 'still-sending' | 'sending-when-last-seen' }>,
  { key, workspace }: Noted,
): Message {
  return {
    why: say`Its file is gone, but the campaign is ${status} and ${status === 'SCHEDULED' ? 'will be sent' : 'keeps sending'}.`,
    todo: say`To keep it from sending, ${wayToEnd(emergencyStop)} To keep it running, restore the file unchanged, or move it back if it was moved.${inTerminal(' To restore it, run: ')}${command(`campaigns revert ${key} -w ${workspace}`, '')}`,
  };
}

/** A note that needs attention: what it is about, and what to do. */
export function describeUrgentNote(note: UrgentNote, noted: Noted): Message {
  const { action } = noted;
  switch (note.kind) {
    case 'still-sending':
      return describeStillSending(note, noted);
    case 'too-late-to-stop':
      return describeTooLate(note.type);
    case 'sending-when-last-seen':
      return {
        why: say`Its file is gone, and the campaign was ${note.status} when last seen.`,
        todo: say`If it still sends messages, ${wayToEnd(note.emergencyStop)}`,
      };
    case 'status-removed':
      return {
        why: say`Its file no longer has a ${code('status')}, which changes nothing: the campaign is ${note.status} and ${note.status === 'SCHEDULED' ? 'will be sent' : 'keeps sending'}.`,
        todo: say`To keep it from sending, ${note.emergencyStop ? say`write ${code(`status: ${note.emergencyStop}`)}` : 'end the campaign in the service'}. To keep it running, no action is needed.`,
      };
    case 'moved-to':
      return {
        why: say`Its file seems to be ${note.file} now.`,
        todo: say`See what is reported for that file.`,
      };
    case 'same-name':
      return describeSameNameAs(note);
    case 'start-past':
      return {
        why: say`Its ${code('start_time')} (${scheduledMinute(note.start, note.zone)}) is in the past, and the service doesn't publish campaigns that start in the past. So it stays a draft.`,
        todo: say`Set ${code('start_time')} to a time in the future.`,
      };
    case 'starts-soon':
      return describeStartsSoon(note);
    case 'unconfirmed':
      return {
        why: say`The service accepted the change, but doesn't show ${listed(note.paths.map((path) => code(dottedName(note.component, path))))} as it was sent.`,
        todo: say`If the next plan still says so, compare the campaign in the service with the file. To accept what the service shows, ${useConsent('unconfirmed')}.`,
      };
    case 'unknown-status':
      return {
        why: say`Its status in the service is ${note.status}, which isn't a documented status. The campaign is treated as ended, so nothing is changed.`,
        todo: say`Check the campaign in the service.`,
      };
    case 'moved-by-hand':
      return {
        why: say`Its status was changed in the service from ${note.from} to ${note.to} since the last apply${lastEdited(note.edit)}.`,
        todo: action
          ? say`${FOLLOWS[action]}. To keep the current status, write ${code(`status: ${kept(note.to)}`)}.`
          : [],
      };
    case 'stop-drops':
      return {
        why: say`A stopped campaign can't be edited, so the edits to ${componentList(note.components)} are dropped.`,
        todo: say`Remove these edits from the file. Otherwise, the campaign will be blocked after it is stopped.`,
      };
  }
}

/** A live campaign that an edit moves to a time at which it can hardly be undone. */
function describeStartsSoon({
  start,
  zone,
  isLocal,
}: Extract<UrgentNote, { readonly kind: 'starts-soon' }>): Message {
  const moved = say`It is live, and this edit moves its ${code('start_time')} to`;
  return {
    why: isLocal
      ? say`${moved} ${weekdayMinute(start)} in each user's time zone. The first users get it in less than an hour, or at once.`
      : say`${moved} ${scheduledMinute(start, zone)}, which is less than an hour from now.`,
    todo: say`Check that time: once a message is sent, it can't be taken back. If it isn't meant to be sent so soon, undo this edit.`,
  };
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
  switch (note.kind) {
    case 'live-also-has':
      return say`the live campaign also has ${values}`;
    case 'kept-as':
      return say`the service stores this as ${values}`;
    case 'changes-by-itself':
      return say`ignored, because the service changes it: ${fields}`;
    case 'not-verifiable':
      return say`can't be verified, because the service doesn't show it: ${fields}`;
    case 'new-default':
      return [];
    case 'status-moved':
      return say`its status was changed in the service from ${note.from} to ${note.to}${lastEdited(note.edit)}, and stays that way, because the file has no ${code('status')}`;
    case 'not-recorded':
      return say`no apply has recorded ${listed(note.components.map(code))} yet: the live campaign may already match the file`;
    case 'draft-above':
      return say`the service has an unpublished draft of this campaign (version ${note.version}), which may contain edits from the file; the draft stays unpublished until you publish it in the service`;
    case 'settled-first':
      if (note.stop !== undefined)
        return say`an earlier run (${note.run}) may have started it, which the service doesn't show yet: ${note.stop} is sent in any case`;
      return note.answered
        ? say`an earlier run (${note.run}) sent ${SENT[note.sent]}, which the service accepted but doesn't show yet: the next apply checks it first`
        : say`an earlier run (${note.run}) may have sent ${SENT[note.sent]}, and the result isn't known yet: the next apply first checks it`;
  }
}

/** A binding without a file. */
export function describeOrphan(
  key: string,
  { workspace, isDraft }: { readonly workspace: string; readonly isDraft: boolean },
): Phrase {
  return say`has no file, so it stays ${isDraft ? 'a draft, which sends nothing' : 'unchanged'}. To manage it again, ${restoreFile(key, workspace)}. To stop managing it, ${forgetCampaign(key, workspace)}`;
}

/** Components that were removed from the file. */
export function describeReleased(components: readonly ComponentName[]): Phrase {
  return say`removed from the file, but kept in the live campaign: ${listed(components.map(code))}`;
}

function describeSameNameAs(note: Extract<UrgentNote, { readonly kind: 'same-name' }>): Message {
  return {
    why: say`It has the same name, channel and type as ${note.as.join(', ')}, so it may be a copy.`,
    todo: say`If it is a copy, remove the file, or both campaigns will send${note.isStarted ? '' : ' once this one is published'}. If you want both, give this one a different ${code('basic_details.name')}.`,
  };
}

/** Campaigns that a note lists. */
const SAME_NAMES_AT_MOST = 3;

/** Several new files that differ only in their content, so that one may be a copy. */
export function describeSameName(others: readonly string[]): Phrase {
  const are = others.length === 1 ? 'is' : 'are';
  return say`new, with the same name, channel and type as ${firstFew(others, SAME_NAMES_AT_MOST)}, which ${are} new too: one of them may be a copy`;
}

const SENT = { update: 'an update', transition: 'a status change' } as const;

const FOLLOWS: Readonly<Record<Action, string>> = {
  PUBLISH: 'It will be published',
  PAUSE: 'It will be paused',
  RESUME: 'It will be resumed',
  STOP: 'It will be stopped',
};

/** The status to write into a file to keep the live one. */
function kept(status: CampaignStatus): string {
  return SENDING_STATUSES.includes(status) ? 'ACTIVE' : status;
}

function wayToEnd(emergencyStop: 'PAUSED' | 'STOPPED' | undefined): Phrase {
  return emergencyStop
    ? say`restore the file with ${code(`status: ${emergencyStop}`)}, or end the campaign in the service.`
    : say`end the campaign in the service.`;
}
