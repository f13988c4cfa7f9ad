import type { LeftReason, PartName, PullNote } from '../model/pull.ts';
import { firstFew } from '../model/show.ts';
import { componentList } from './component-names.ts';
import { allow, code, command, joined, perMedium, say, type Message, type Phrase } from './phrase.ts';
import { alsoChanges } from './other-workspaces.ts';

/** Why a change is not written into the files, and what to do. */
export function describeLeft(reason: LeftReason, key: string): Message {
  switch (reason.code) {
    case 'conflict':
      return {
        why: say`Both the service and the file have a new value for ${partWords(reason.part)}, so the file keeps its own.`,
        todo: chooseSide(reason.part, key),
      };
    case 'ours':
      return {
        why: say`The service has a different value for ${partWords(reason.part)}. The file keeps its own value.`,
        todo: say`To send the file's value, ${applyOurs(reason.part, key)}.`,
      };
    case 'variable':
      return {
        why: say`${placeWords(reason)} comes from the variable ${code(reason.name)}, so ${partWords(reason.part)} can't be pulled.`,
        todo: say`Change the variable in workspaces.yaml, or write the value into the campaign file.`,
      };
    case 'reference':
      return {
        why: say`${placeWords(reason)} is assembled from other texts, so ${partWords(reason.part)} can't be pulled.`,
        todo: say`Make the change there manually.`,
      };
    case 'characters':
      return {
        why: say`${placeWords(reason)} contains a character that isn't allowed in a YAML file, such as NUL.`,
        todo: say`Remove it in the service. ${PULL_AGAIN}`,
      };
    case 'differs':
      return {
        why: say`A file can't express the service's current value for ${partWords(reason.part)}.`,
        todo: say`Undo the change in the service, or remove this part from the file and manage it in the service.`,
      };
    case 'unwritable':
      return {
        why: say`The change to ${partWords(reason.part)} can't be written without changing something else.`,
        todo: say`Make the change in the file manually.`,
      };
    case 'invalid': {
      const [first] = reason.diagnostics;
      return {
        why: say`The change to ${partWords(reason.part)} would make the file invalid: ${first?.message ?? ''}.`,
        todo: say`Correct it in the service. ${PULL_AGAIN}`,
      };
    }
    case 'secret':
      return {
        why: say`The service's value for ${partWords(reason.part)} contains an API key.`,
        todo: say`Replace the key in the service: recipients of the message may see it.`,
      };
    case 'unrecorded':
      return {
        why: say`The service and the file differ. No apply has recorded what both said before, so it is unknown which of them was changed.`,
        todo: say`The plan shows the values of both. Write the ones that you want into the file, then apply.${perMedium(` To have the service's values written for you, pull ${key} with --theirs.`, '')}`,
      };
    case 'missing':
      return {
        why: say`The service no longer has this campaign.`,
        todo: say`Remove its file. To create the campaign again instead, ${perMedium('run: ', '')}${command('campaigns state forget KEY', 'ask an engineer to use the state forget command')}.`,
      };
    case 'read-only':
      return { why: say`This campaign can no longer be managed from a file.`, todo: say`Remove its file.` };
    case 'type-changed':
      return {
        why: say`In the service, this campaign has a different channel or delivery type.`,
        todo: say`Remove this file. To manage the campaign again, ${perMedium('import it under a different key', 'ask an engineer to import it under a different key')}.`,
      };
  }
}

/** What a person should know about the written files. */
export function describePullNote(note: PullNote): Phrase {
  switch (note.kind) {
    case 'override':
      return say`Other workspaces keep the old value: the change is an override for this one. ${perMedium('To change it for all workspaces, use --base.', '')}`;
    case 'touches-workspaces':
      return alsoChanges(note.workspaces);
    case 'touches-campaigns':
      return say`${note.file} is also used by ${shortList(note.users)}, so this changes ${note.users.length === 1 ? 'that campaign' : 'those campaigns'}, too.`;
    case 'unused-text':
      return say`No campaign uses ${note.file} anymore. Delete it if nothing else uses it.`;
    case 'own-text':
      return joined(
        say`${note.shared} is also used by ${shortList(note.users)}, so it stays unchanged. The new text is in ${note.file}.`,
        perMedium('To change it for all of them, use --base.', ''),
      );
  }
}

function chooseSide(part: PartName, key: string): Phrase {
  return perMedium(
    "Choose a side: --theirs takes the service's values, --ours keeps the file's. Changes made on only one side are kept either way.",
    `Write the value that you want into the file: the service's or your own.${part === 'status' ? '' : ` To apply your own, use the inputs allow: conflict and only: ${key}.`}`,
  );
}

/** A status isn't blocked by a conflict: the file's is what an apply sends. */
function applyOurs(part: PartName, key: string): Phrase {
  return part === 'status' ? say`apply` : say`apply with ${allow('conflict', key)}`;
}

const PULL_AGAIN = perMedium('Then pull again.', 'The next drift run then writes the change.');

function partWords(part: PartName): Phrase {
  return part === 'status' ? say`the status` : componentList([part]);
}

function placeWords({ part, path }: { readonly part: PartName; readonly path: string }): Phrase {
  return say`${code(part + path.replaceAll('/', '.'))}`;
}

function shortList(names: readonly string[]): string {
  return firstFew(names, 3);
}
