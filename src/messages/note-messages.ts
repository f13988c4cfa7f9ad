import { SENDING_STATUSES, type CampaignStatus, type ComponentName } from '../model/campaign.ts';
import { stepsOf } from '../model/component-leaves.ts';
import type { Note } from '../model/plan.ts';
import type { Action } from '../model/transitions.ts';
import { lastEdited } from './edit-messages.ts';
import { allow, code, command, listed, say, type Message, type Phrase } from './phrase.ts';

/** Notes that only explain a plan: nobody has to do anything about them. */
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

/** Notes that somebody should look at. */
export function isUrgent(note: Note): note is UrgentNote {
  return !(QUIET as readonly string[]).includes(note.kind);
}

/** A field as people name it: `utm_params.utm_term`. */
export function fieldName(component: ComponentName, path: string): string {
  return [component, ...stepsOf(path)].join('.');
}

/** A note to look at: what it is about and what to do. `action`: the transition that is planned beside it. */
export function describeUrgentNote(note: UrgentNote, action: Action | undefined): Message {
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
        why: say`The service accepted it, but doesn't show it as sent: ${listed(note.paths.map((path) => code(fieldName(note.component, path))))}.`,
        todo: say`If it stays like this, compare the campaign in the service with the file. To accept what the service shows, use ${allow('unconfirmed')}.`,
      };
    case 'unknown-status':
      return {
        why: say`The service says that its status is ${note.status}, which is not a documented status. It counts as ended, so nothing is changed.`,
        todo: say`Look at the campaign in the service.`,
      };
    case 'moved-by-hand':
      return {
        why: say`Its status was changed in the service from ${note.from} to ${note.to} since the last apply${lastEdited(note.edit)}.`,
        todo: action
          ? say`${FOLLOWS[action]}. To keep it as it is now, write ${code(`status: ${kept(note.to)}`)}.`
          : [],
      };
    case 'stop-drops':
      return {
        why: say`A stopped campaign can't be edited, so these edits are dropped: ${listed(note.components.map(code))}.`,
        todo: say`Nothing: remove them from the file, or leave them.`,
      };
  }
}

/** A leaf and the value that live has of it, in words. */
export interface ShownLeaf {
  readonly field: string;
  readonly value: string;
}

/** A note that only explains. `leaves`: those that the note names, as live has them. */
export function describeQuietNote(note: QuietNote, leaves: readonly ShownLeaf[]): Phrase {
  const values = listed(leaves.map(({ field, value }) => say`${code(field)}: ${value}`));
  const fields = listed(leaves.map(({ field }) => code(field)));
  switch (note.kind) {
    case 'live-also-has':
      return say`live also has ${values}`;
    case 'kept-as':
      return say`the service keeps this as ${values}`;
    case 'changes-by-itself':
      return say`changes by itself, so it is ignored: ${fields}`;
    case 'not-verifiable':
      return say`not verifiable, because the service doesn't show it: ${fields}`;
    case 'new-default':
      return [];
    case 'status-moved':
      return say`its status was changed in the service from ${note.from} to ${note.to}${lastEdited(note.edit)}: the file has no ${code('status')}, so it stays`;
    case 'not-recorded':
      return say`no record of ${listed(note.components.map(code))}: live may already match the file`;
    case 'draft-above':
      return say`the service has an unpublished draft of it (version ${note.version}), which may contain an edit made here; it is only published if someone does that in the service`;
    case 'settled-first':
      return note.answered
        ? say`an earlier run (${note.run}) sent ${SENT[note.sent]}, which the service accepted but doesn't show yet: apply checks again first`
        : say`an earlier run (${note.run}) sent ${SENT[note.sent]} and got no answer: apply first finds out what became of it`;
  }
}

/** A binding without a file. */
export function describeOrphan(key: string, workspace: string): Phrase {
  return say`has no file; it is left as it is. To stop managing it: ${command(`campaigns state forget ${key} -w ${workspace}`, 'forget it on the command line')}`;
}

/** Components that the file had before. */
export function describeReleased(components: readonly ComponentName[]): Phrase {
  return say`no longer in the file, live keeps it: ${listed(components.map(code))}`;
}

/** Files with the same name that a note lists. */
const SAME_NAMES_AT_MOST = 3;

/** Several new files that the service could only tell apart by what they say. */
export function describeSameName(others: readonly string[]): Phrase {
  const more = others.length - SAME_NAMES_AT_MOST;
  const named = [...others.slice(0, SAME_NAMES_AT_MOST), ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const are = others.length === 1 ? 'is' : 'are';
  return say`new, with the same name, channel and type as ${named}, which ${are} new too: one of them may be a copy`;
}

const SENT = { update: 'an update', transition: 'a change of status' } as const;

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

function wayToEnd(emergencyStop: 'PAUSED' | 'STOPPED' | undefined): Phrase {
  return emergencyStop
    ? say`Restore the file with ${code(`status: ${emergencyStop}`)}, or end the campaign in the service.`
    : say`End the campaign in the service.`;
}
