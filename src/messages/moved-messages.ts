import type { HeldCause } from '../model/held.ts';
import type { FilePlace } from '../model/campaign.ts';
import { code, command, inTerminal, joined, say, type Message, type Phrase } from './phrase.ts';
import { useConsent } from './advice.ts';

type Moved = Extract<HeldCause, { readonly code: 'renamed' | 'identity-moved' | 'identity-taken' }>;

const ALLOW_SAME_NAME = say`${useConsent('same-name')} for both plan and apply.`;

/** A file that may be that of another campaign, because files were moved, renamed or copied. */
export function describeMoved(cause: Moved, workspace: string): Message {
  switch (cause.code) {
    case 'renamed':
      return describeRenamed(cause, workspace);
    case 'identity-moved':
      return {
        why: say`This file has the name, channel and type that ${cause.other} had at its last apply. Applying it would turn one live campaign into another.`,
        todo: say`If this is the file of ${cause.other}, ${setKey(cause.other, cause.file, cause.place)}. If not, ${ALLOW_SAME_NAME}`,
      };
    case 'identity-taken':
      return {
        why: say`The name, channel or type of this campaign changed, and ${cause.by} now has the name, channel and type that this campaign had at its last apply.`,
        todo: say`If ${cause.by} is the file of this campaign, ${setKey(cause.key, 'it', cause.place)}. If not, ${ALLOW_SAME_NAME}`,
      };
  }
}

/** To give a file the key of a campaign. Two keys in one file are a mistake. */
function setKey(key: string, file: string, place: FilePlace | undefined): Phrase {
  return place
    ? say`replace the key in ${{ kind: 'place', place }} with ${code(key)}`
    : say`add ${code(`key: ${key}`)} to ${file}`;
}

function describeRenamed(
  { orphan, key, file, same, isAllowable, place, ended }: Extract<Moved, { readonly code: 'renamed' }>,
  workspace: string,
): Message {
  const what = { content: 'has the content', identity: 'has the name, channel and type' }[same];
  const why = say`This file ${what} of ${orphan}, ${place ? 'and no file has that key anymore' : 'whose file is gone'}.`;
  const rename = isAllowable
    ? []
    : say`change ${code('basic_details.name')} in this file and, because its content stays the same, `;
  if (ended)
    return {
      why: joined(why, say`That campaign is ${ended} and can't send again.`),
      todo: say`To create a new campaign, ${rename}${useConsent('same-name', key)} for both plan and apply. Otherwise, remove this file.`,
    };
  return {
    why: joined(why, say`If it is the same campaign, an apply would create it a second time.`),
    todo: say`To keep the live campaign, ${setKey(orphan, file, place)}. To create a second campaign instead, ${rename}${ALLOW_SAME_NAME}${inTerminal(` To keep the key ${key} instead: `)}${command(`campaigns state mv ${orphan} ${key} -w ${workspace}`, '')}`,
  };
}
