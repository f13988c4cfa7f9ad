import type { Unmanaged } from '../model/drift.ts';
import type { Held } from '../model/held.ts';
import { counted } from '../model/show.ts';
import { describeHeld } from './catalog/held.ts';
import { code, command, joined, perMedium, say, type Phrase } from './phrase.ts';

/** What to do about unmanaged campaigns: list them first, or import them. */
export type UnmanagedAdvice = 'list' | 'import';

/** `The service has 12 campaigns that no file manages.`, and what to do; empty if there are none. */
export function describeUnmanaged(
  unmanaged: Unmanaged | undefined,
  workspace: string,
  advice: UnmanagedAdvice,
): Phrase {
  if (!unmanaged || unmanaged.campaigns.length === 0) return [];
  const { length } = unmanaged.campaigns;
  const count = `${unmanaged.isWhole ? '' : 'at least '}${counted(length, 'campaign')}`;
  const them = length === 1 ? 'it' : 'them';
  const onGitHub = `To manage ${them} with files, ask an engineer to use the import command.`;
  const next =
    advice === 'list'
      ? say`${perMedium(`To list ${them}: `, '')}${command(`campaigns drift --unmanaged -w ${workspace}`, onGitHub)}`
      : say`${perMedium(`To manage ${them} with files: `, '')}${command(`campaigns import --all -w ${workspace}`, onGitHub)}`;
  return say`The service has ${count} that no file manages. ${next}`;
}

/** Why the next apply leaves a change alone, and what to do. That it was made in the service is known from the report. */
export function describeHeldDrift(held: Held, workspace: string): Phrase {
  const { why, todo } = describeHeld(held, workspace);
  if (held.cause.code !== 'drift') return joined(why, todo);
  return say`The next apply leaves this change alone, because the policy setting ${code('drift: hold')} protects it. ${todo}`;
}

/** The file stops the campaign. */
export const STOPPED = say`No action needed: the next apply stops the campaign, as the file says, and leaves this change alone.`;

/** The file has nothing to restore. */
export const NOTED = say`No action needed: the file already has the same value, or doesn't manage this. The next apply only records it.`;
