import type { LeftReason, PartName, PullNote } from '../model/pull.ts';
import { firstFew } from '../model/show.ts';
import { componentList } from './field-names.ts';
import { allow, code, joined, perMedium, run, say, type Message, type Phrase } from './phrase.ts';

/** Why a change is not written into the files, and what to do. */
export function describeLeft(reason: LeftReason, key: string): Message {
  switch (reason.code) {
    case 'conflict':
    case 'ours':
      return {
        why: say`Both the service and the file changed ${partWords(reason.part)}.`,
        todo: chooseSide(key),
      };
    case 'unrecorded':
      return {
        why: say`No apply has recorded what the service and the file had in common, so it is unknown which of them changed.`,
        todo: say`Write the values that you want into the file, then apply.${perMedium(` Or pull ${key} with --theirs.`, '')}`,
      };
    case 'missing':
      return {
        why: say`The service no longer has this campaign.`,
        todo: say`Remove its file. To create the campaign again, ${run(`campaigns state forget ${key}`)}.`,
      };
    case 'read-only':
    case 'type-changed':
      return {
        why: say`In the service, this campaign is now of a type that its file can't describe.`,
        todo: say`Remove its file.`,
      };
    case 'variable':
    case 'reference':
    case 'differs':
    case 'unwritable':
    case 'invalid': {
      const place = 'path' in reason ? code(reason.part + reason.path.replaceAll('/', '.')) : undefined;
      const said = reason.code === 'invalid' ? reason.diagnostics[0]?.message : UNWRITABLE[reason.code];
      return {
        why: say`${place ?? partWords(reason.part)} can't be written into the file: ${said ?? ''}.`,
        todo: say`Change it in the file or in the service by hand.`,
      };
    }
  }
}

const UNWRITABLE = {
  variable: 'the value comes from a variable in workspaces.yaml',
  reference: 'it is assembled from other files or variables',
  differs: 'no file can say what the service has',
  unwritable: "the file can't say this without saying something else, too",
} as const;

/** What a person should know about the written files. */
export function describePullNote(note: PullNote): Phrase {
  switch (note.kind) {
    case 'override':
      return say`Other workspaces keep the old value.`;
    case 'own-text':
      return say`The new text is in ${note.file}, since ${firstFew(note.users, 3)} also ${note.users.length === 1 ? 'uses' : 'use'} ${note.shared}.`;
  }
}

function chooseSide(key: string): Phrase {
  return joined(
    perMedium(
      "Pull with --theirs to take the service's values, or with --ours to keep the file's.",
      "Write the service's values into the file to keep them.",
    ),
    say`To send the file's, apply with ${allow('conflict', key)}.`,
  );
}

function partWords(part: PartName): Phrase {
  return part === 'status' ? say`the status` : componentList([part]);
}
