import type { ReplaceAdvice } from '../model/held.ts';
import { emergencyStopFor } from '../model/transitions.ts';
import { code, command, newLine, perMedium, say, type Phrase } from './phrase.ts';

// How a copy takes over from a campaign that can't be edited. Two active campaigns would send both versions to the same
// people, so the copy begins as a draft, and the old campaign ends before the copy starts.

export const UNDO_EDIT = 'To keep the old version, undo this edit.';

/** The steps from the locked edit on, each on a line of its own. Begins with a new line, since advice precedes it. */
export function describeReplacing({ key, type }: ReplaceAdvice, workspace: string): Phrase {
  // A copy that is still ACTIVE would be published with the edit.
  const copied = say`${command(`campaigns replace ${key} -w ${workspace}`, '')}${perMedium('. It copies this file with the edit, sets ', 'Copy this file with the edit, set ')}${code('status: DRAFT')} and another ${code('basic_details.name')} in the copy, and ${perMedium('restores this file.', 'undo the edit here.')}`;
  return [
    ...say`${newLine()}To send the new version instead:`,
    ...[newLine('1. '), ...copied],
    ...[newLine('2. '), ...takeOver({ type, here: say`here`, copy: say`the copy` })],
  ];
}

/** How the copy starts once it exists. */
export function takeOver({
  type,
  here,
  copy,
}: Readonly<Record<'here' | 'copy', Phrase>> & Pick<ReplaceAdvice, 'type'>): Phrase {
  const stop = emergencyStopFor(type);
  const end = stop ? say`set ${code(`status: ${stop}`)} ${here}` : say`end the old campaign in the service`;
  return say`Then ${end}, and publish ${copy} (${code('status: ACTIVE')}). The old campaign has to end first, or people get both.`;
}
