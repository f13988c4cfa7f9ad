import type { ImportNote, ImportReport, LeftOutReason } from '../model/import.ts';
import { statusWord } from '../model/campaign.ts';
import { clip } from '../model/show.ts';
import { problemText } from './catalog/faults.ts';

/** Why campaigns get no file, and what to do, if anything. */
const LEFT_OUT: Readonly<Record<LeftOutReason['code'], string>> = {
  managed: 'managed by a file already',
  'file-gone': 'managed, but the file is gone. To restore it from git: campaigns revert KEY',
  'file-exists': "described by a file that isn't bound. To bind it: campaigns adopt --all",
  'other-workspace':
    'described by a file for another workspace. Add this workspace to it, then: campaigns adopt KEY --id ID',
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
  'unknown-component': "with components that a file can't have. To import one anyway: campaigns import ID",
  differs: 'with values that a file would change. Please report this as a bug',
};

/** What a person should know about a file that is written. */
const NOTES: Readonly<Record<ImportNote['kind'], string>> = {
  'not-shown-whole': 'The service shows only a part of this, so the file leaves it out',
  'changes-by-itself': 'The service changes this by itself, so the file leaves it out',
  'left-to-service': 'This looks like a default of the service, so the file leaves it out',
  'not-in-file': 'Only the service has these fields',
  'secret-like': 'This looks like a secret, which everyone with access to the repository can read',
};

/** A sentence, and one campaign that it is about, with what is special about it. */
interface ImportRemark {
  readonly says: string;
  readonly about: string;
}

/** Why campaigns are left out, then what to check in the files. */
export function importRemarks({ campaigns, leftOut }: ImportReport): ImportRemark[] {
  return [
    ...leftOut.map(({ id, live, reason }) => ({
      says: `Left out: ${LEFT_OUT[reason.code]}`,
      about: withDetail(live ? `${clip(live.name ?? id)} (${id}, ${statusWord(live)})` : id, reason),
    })),
    ...campaigns.flatMap(({ key, notes }) =>
      notes.map((note) => ({ says: NOTES[note.kind], about: withDetail(key, note) })),
    ),
  ];
}

function withDetail(name: string, what: LeftOutReason | ImportNote): string {
  const detail = detailOf(what);
  return detail === '' ? name : `${name}: ${detail}`;
}

function detailOf(what: LeftOutReason | ImportNote): string {
  if ('problem' in what) return problemText(what.problem);
  if ('diagnostics' in what)
    return what.diagnostics
      .slice(0, 1)
      .map((one) => `${one.message} — ${one.hint}`)
      .join();
  return Object.entries(what)
    .flatMap(([name, value]: [string, string | readonly string[]]) =>
      name === 'code' || name === 'kind' ? [] : value,
    )
    .join(', ');
}
