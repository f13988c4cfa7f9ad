import type { HeldCause } from '../model/held.ts';
import { allow, code, command, inTerminal, say, type Message } from './phrase.ts';

type Moved = Extract<HeldCause, { readonly code: 'renamed' | 'identity-moved' | 'identity-taken' }>;

const AS_IT_IS = say`use ${allow('same-name')} for both plan and apply.`;

/** A file that may be that of another campaign, because files were moved or renamed. */
export function describeMoved(cause: Moved, workspace: string): Message {
  switch (cause.code) {
    case 'renamed':
      return {
        why: say`${cause.isSameContent ? 'The content is that' : 'The name, channel and type are those'} of ${cause.orphan}, whose file is gone. If this file replaces it, a second campaign would be created.`,
        todo: say`To keep the live campaign, add ${code(`key: ${cause.orphan}`)} to ${cause.file}. To create a second one, use ${allow('same-name')}.${inTerminal(' For all moved files at once: ')}${command(`campaigns fmt --keep-keys -w ${workspace}`, '')}`,
      };
    case 'identity-moved':
      return {
        why: say`This file has the name, channel and type that ${cause.other} had at its last apply. Applied as it is, one live campaign would be rewritten into another.`,
        todo: say`If it is the file of ${cause.other}, add ${code(`key: ${cause.other}`)} to ${cause.file}. If not, ${AS_IT_IS}`,
      };
    case 'identity-taken':
      return {
        why: say`The name, channel or type of this campaign changed, and ${cause.by} now has those of its last apply.`,
        todo: say`If ${cause.by} is the file of this campaign, add ${code(`key: ${cause.key}`)} to it. If not, ${AS_IT_IS}`,
      };
  }
}
