import type { ImportNote, LeftOutReason } from '../model/import.ts';
import { problemText } from './catalog/faults.ts';

/** Why campaigns get no file, and what to do, if anything. */
const LEFT_OUT: Readonly<Record<LeftOutReason['code'], string>> = {
  managed: 'managed by a file already',
  'file-gone':
    'managed, but the file is gone. To restore it from git: campaigns revert KEY. If git never had it: campaigns state forget KEY, then campaigns import ID --key KEY',
  'file-exists': "described by a file that isn't bound. To bind it: campaigns adopt --all",
  'other-workspace':
    'described by a file for another workspace. To use that file, add this workspace to it, then: campaigns adopt KEY --id ID. To write another one: campaigns import ID --key KEY',
  channel: 'neither push nor email, so no file can manage them',
  child: 'single sends of a periodic campaign. Import the campaign that sends them',
  'flow-node': 'steps of a flow, which is edited in the service',
  'delivery-type': "of a delivery type that can't be managed from a file",
  'other-status': "in a status that isn't documented. To import one: campaigns import ID",
  ended: 'ended. To import these, too: --status SENT STOPPED ARCHIVED',
  'no-name': 'without a name. Give each a name in the service, then import again',
  missing: 'not in the service. To list what no file manages: campaigns drift --unmanaged',
  unreadable: "not readable. Import again; if that doesn't help, check the campaign and the API key",
  secret: 'with an API key in the content, which recipients may see. Replace the key in the service',
  invalid: "with values that a file can't hold. Correct them in the service, then import again",
  'unknown-component':
    "with components that a file can't have. To import one without them: campaigns import ID",
  differs: 'with values that a file would change. Please report this as a bug',
};

export function leftOutWords({ code }: LeftOutReason): string {
  return LEFT_OUT[code];
}

/** What is special about one campaign. */
export function leftOutDetail(reason: LeftOutReason): string {
  if (reason.code === 'unreadable') return problemText(reason.problem);
  if (reason.code !== 'invalid') return partsOf(reason);
  const [first] = reason.diagnostics;
  return first ? `${first.message} — ${first.hint}` : '';
}

/** What a person should know about a file that is written. */
const NOTES: Readonly<Record<ImportNote['kind'], string>> = {
  numbered: 'Another campaign has the same name, so the file got a number',
  'not-shown-whole': 'The service shows only a part of this, so the file leaves it out',
  'read-view': 'The service shows the schedule in its own format: check it before you edit it',
  'body-inline': "A text file can't hold the body unchanged, so it stays in the campaign file",
  'changes-by-itself': 'The service changes this by itself, so the file leaves it out',
  'left-to-service': 'This looks like a default of the service, so the file leaves it out',
  'not-in-file': 'Only the service has these fields',
  'personal-data': 'Email addresses of other people: check that the repository may contain them',
  'secret-like': 'This looks like a secret, which everyone with access to the repository can read',
};

export function importNoteWords({ kind }: ImportNote): string {
  return NOTES[kind];
}

/** What the note is about. */
export function importNoteDetail(note: ImportNote): string {
  return partsOf(note);
}

/** The names in a reason or a note. */
function partsOf(about: object): string {
  return Object.entries(about)
    .flatMap(([name, value]: [string, unknown]) => (name === 'code' || name === 'kind' ? [] : value))
    .filter((value) => typeof value === 'string')
    .join(', ');
}
