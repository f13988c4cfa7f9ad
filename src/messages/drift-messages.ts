import type { ComponentName } from '../model/campaign.ts';
import type { Remedy, Unmanaged } from '../model/drift.ts';
import type { Held } from '../model/held.ts';
import type { PartName } from '../model/pull.ts';
import { counted } from '../model/show.ts';
import { componentList } from './component-names.ts';
import { describeHeld } from './catalog/held.ts';
import { code, command, joined, listed, perMedium, say, type Phrase } from './phrase.ts';

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

/** A part of the drift that nothing is left to do about. */
export function describeInFile(names: readonly ComponentName[]): Phrase {
  return say`The file already has the new ${names.length === 1 ? 'value' : 'values'} of ${componentList(names)}.`;
}

/** The file has nothing to restore. Parts are named only where the reason differs from part to part. */
export function describeNoted({ unmanaged, same }: Extract<Remedy, { kind: 'noted' }>): Phrase {
  const why =
    same.length === 0
      ? say`the file doesn't manage this`
      : unmanaged.length === 0
        ? say`the file already has the same value`
        : say`the file already has the same value of ${parts(same)}, and doesn't manage ${parts(unmanaged)}`;
  return say`No action needed: ${why}. The next apply only records it.`;
}

function parts(names: readonly PartName[]): Phrase {
  return listed(names.map((name) => (name === 'status' ? say`the status` : componentList([name]))));
}
