import type { LeftReason, PartName, PullNote } from '../model/pull.ts';
import { componentList } from './component-names.ts';
import { allow, code, command, joined, perPlace, say, type Message, type Phrase } from './phrase.ts';
import { alsoChanges } from './workspace-messages.ts';

/** Why a change stays out of the files, and what to do. */
export function describeLeft(reason: LeftReason): Message {
  switch (reason.code) {
    case 'conflict':
      return {
        why: say`Both the service and the file have a new value of ${partWords(reason.part)}, so neither was touched.`,
        todo: perPlace(
          "Choose a side: --theirs takes the service's values, --ours keeps the file's. Changes of only one side are kept either way.",
          "Write the value that you want into the file: the service's, or your own with the input allow: conflict.",
        ),
      };
    case 'ours':
      return {
        why: say`The service has another value of ${partWords(reason.part)}. The file keeps its own.`,
        todo: say`To send it: apply with ${allow('conflict')}.`,
      };
    case 'variable':
      return {
        why: say`${placeWords(reason)} comes from the variable ${code(reason.name)}, which other campaigns may use.`,
        todo: say`Change the variable in workspaces.yaml, or write the value into the campaign file.`,
      };
    case 'reference':
      return {
        why: say`${placeWords(reason)} is put together from a text with placeholders or snippets.`,
        todo: say`Make the change in that text by hand.`,
      };
    case 'characters':
      return {
        why: say`${placeWords(reason)} contains a character that a YAML file can't contain, such as NUL.`,
        todo: say`Remove it in the service, then pull again.`,
      };
    case 'differs':
      return {
        why: say`A file can't say what the service has now of ${partWords(reason.part)}.`,
        todo: say`Undo the change in the service, or manage this part there: take it out of the file.`,
      };
    case 'unwritable':
      return {
        why: say`The change can't be written without changing something else.`,
        todo: say`Make it in the file by hand.`,
      };
    case 'invalid': {
      const [first] = reason.diagnostics;
      return {
        why: say`With the change, the file would have a mistake: ${first?.message ?? ''}.`,
        todo: say`Correct it in the service, then pull again.`,
      };
    }
    case 'secret':
      return {
        why: say`The content has an API key in it.`,
        todo: say`Replace the key in the service: people who get the message may see it.`,
      };
    case 'missing':
      return {
        why: say`The service doesn't have this campaign any more.`,
        todo: say`Remove its file, or ${command('campaigns state forget', 'its binding')} to create it again.`,
      };
    case 'read-only':
      return { why: say`This campaign can't be managed from a file any more.`, todo: say`Remove its file.` };
    case 'type-changed':
      return {
        why: say`In the service, this campaign has another channel or delivery type.`,
        todo: say`Import it again under another key, and remove this file.`,
      };
  }
}

/** What a person should know of what was written. */
export function describePullNote(note: PullNote): Phrase {
  switch (note.kind) {
    case 'override':
      return say`${note.others.join(', ')} ${note.others.length === 1 ? 'uses' : 'use'} the same file and ${note.others.length === 1 ? 'keeps' : 'keep'} the old value: the change is an override of this workspace. ${perPlace('To change it for all: --base', '')}`;
    case 'touches-workspaces':
      return alsoChanges(note.workspaces);
    case 'touches-campaigns':
      return say`${note.file} is also used by ${shortList(note.users)}, so this changes them, too.`;
    case 'own-text':
      return joined(
        say`${note.shared} is also used by ${shortList(note.users)} and stays as it is. The new text is in ${note.file}.`,
        perPlace('To change it for all: --base', ''),
      );
  }
}

function partWords(part: PartName): Phrase {
  return part === 'status' ? say`the status` : componentList([part]);
}

function placeWords({ part, path }: { readonly part: PartName; readonly path: string }): Phrase {
  return say`${code(part + path.replaceAll('/', '.'))}`;
}

const NAMED = 3;

function shortList(names: readonly string[]): string {
  const rest = names.length - NAMED;
  return names.slice(0, NAMED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
