import type { ImportNote, ImportReport, LeftOutReason } from '../model/rewrite.ts';
import { statusWord } from '../model/campaign.ts';
import { clip, firstFew } from '../model/show.ts';
import { problemText } from './catalog/faults.ts';
import type { LeftParams, LeftReason, PartName, PullNote } from '../model/pull.ts';
import { inWords, messageFor, row, type Catalog, type Words } from './catalog/row.ts';
import { componentList } from './field-names.ts';
import { allow, code, perMedium, run, say, type Message, type Part, type Phrase } from './phrase.ts';

/** What to do about campaigns that get no file, where that isn't to change them in the service. */
const LEFT_OUT: Readonly<Partial<Record<LeftOutReason['code'], string>>> = {
  'file-gone': 'To restore the file: campaigns revert KEY',
  'file-exists': 'To bind the file: campaigns adopt --all',
  'other-workspace': 'Add this workspace to the file, then: campaigns adopt KEY --id ID',
  'other-status': 'To import one anyway: campaigns import ID',
  ended: 'To import these, too: --status SENT STOPPED ARCHIVED',
  missing: 'To list what no file manages: campaigns drift --unmanaged',
  secret: 'Replace the API key in the content, which recipients may see',
  'unknown-component': 'To import one anyway: campaigns import ID',
};

/** What a person should know about a file that is written. */
const NOTES: Readonly<Record<ImportNote['kind'], string>> = {
  'not-shown-whole': 'The service shows only a part of this, so the file leaves it out',
  'changes-by-itself': 'The service changes this by itself, so the file leaves it out',
  'left-to-service': 'This looks like a default of the service, so the file leaves it out',
  'not-in-file': 'Only the service has these fields',
};

/** Why campaigns are left out, then what to check in the files: sentences, each with one campaign that it is about. */
export function importRemarks({ campaigns, leftOut }: ImportReport): Record<'says' | 'about', string>[] {
  return [
    ...leftOut.map(({ id, live, reason }) => ({
      says: [`Left out (${inWords(reason.code)})`, LEFT_OUT[reason.code]].filter(Boolean).join('. '),
      about: withDetail(live ? `${clip(live.name ?? id)} (${id}, ${statusWord(live)})` : id, reason),
    })),
    ...campaigns.flatMap(({ key, notes }) =>
      notes.map((note) => ({ says: NOTES[note.kind], about: withDetail(key, note) })),
    ),
  ];
}

/** A name, with what is special about it. */
function withDetail(name: string, what: LeftOutReason | ImportNote): string {
  const details =
    'problem' in what
      ? [problemText(what.problem)]
      : 'diagnostics' in what
        ? what.diagnostics.slice(0, 1).map((one) => `${one.message} — ${one.hint}`)
        : Object.entries(what).flatMap(([field, value]: [string, string | readonly string[]]) =>
            field === 'code' || field === 'kind' ? [] : value,
          );
  return [name, details.join(', ')].filter(Boolean).join(': ');
}

/** Why a change is not written into the files, and what to do. */
export function describeLeft(reason: LeftReason, key: string): Message {
  return messageFor(LEFT, { ...reason, key });
}

/** What can be done about a change of both sides. On GitHub, nobody can pull. */
function bothChanged({ part, key }: { readonly part: PartName; readonly key: string }): Words {
  const onGitHub = "Write the service's values into the file to keep them.";
  const take = "Pull with --theirs to take the service's values, or with --ours to keep the file's.";
  return row`Both the service and the file changed ${partWords(part)}. — ${perMedium(take, onGitHub)} To send the file's, apply with ${allow('conflict', key)}.`;
}

function unwritten(what: Part, why: string): Words {
  return row`${what} can't be written into the file (${why}). — Change it in the file or in the service by hand.`;
}

function placeOf({ part, path }: { readonly part: PartName; readonly path: string }): Part {
  return code(part + path.replaceAll('/', '.'));
}

const otherType = () =>
  row`In the service, this campaign is now of a type that its file can't describe. — Remove its file.`;

const LEFT: Catalog<{ [Code in keyof LeftParams]: LeftParams[Code] & { readonly key: string } }> = {
  conflict: bothChanged,
  ours: bothChanged,
  unrecorded: ({ key }) => row`
    No apply has recorded what the service and the file had in common, so it is unknown which of them changed.
    — Write the values that you want into the file, then apply.${perMedium(` Or pull ${key} with --theirs.`, '')}`,
  missing: ({ key }) =>
    row`The service no longer has this campaign. — Remove its file. To create the campaign again, ${run(`campaigns state forget ${key}`)}.`,
  'read-only': otherType,
  'type-changed': otherType,
  variable: (reason) => unwritten(placeOf(reason), 'variable'),
  reference: (reason) => unwritten(placeOf(reason), 'reference'),
  differs: ({ part }) => unwritten(partWords(part), 'differs'),
  unwritable: ({ part }) => unwritten(partWords(part), 'unwritable'),
  invalid: ({ part, diagnostics }) => unwritten(partWords(part), diagnostics[0]?.message ?? ''),
};

/** What a person should know about the written files. */
export function describePullNote(note: PullNote): Phrase {
  return note.kind === 'override'
    ? say`Other workspaces keep the old value.`
    : say`The new text is in ${note.file}, since ${firstFew(note.users, 3)} also ${note.users.length === 1 ? 'uses' : 'use'} ${note.shared}.`;
}

function partWords(part: PartName): Phrase {
  return part === 'status' ? say`the status` : componentList([part]);
}
