import type { ComponentName } from '../model/campaign.ts';
import type { LockedCause } from '../model/held.ts';
import { isPast } from '../model/past.ts';
import { componentList, lockList } from './component-names.ts';
import { capitalized, code, command, listed, perPlace, say, type Message, type Phrase } from './phrase.ts';
import { describeTakeover } from './takeover-messages.ts';

/** Why a locked edit is blocked, and how to get what is wanted without two campaigns sending to the same people. */
export function describeLock(
  cause: LockedCause,
  components: readonly ComponentName[],
  workspace: string,
): Message {
  const { locks, status, by, cleared, takeover } = cause;
  const fields = lockList(locks);
  const cant = say`can't be edited while the campaign is ${status}${cause.isAssumed ? ASSUMED : ''}`;
  const values = locks.length > 1 ? 'values' : 'value';
  if (by === 'unrecorded')
    return {
      why: say`${capitalized(fields)} ${cant}, and the record has no ${values} to compare with.`,
      todo: say`Plan without ${code('--offline')} to see whether live already has the file's ${values}.`,
    };
  if (by === 'unknown')
    return {
      why: say`The live ${values} of ${fields} ${locks.length > 1 ? 'differ' : 'differs'} from the file, and ${cant}.`,
      todo: say`Write the live ${values} into the file. ${describeTakeover(takeover, workspace)}`,
    };
  if (by === 'live')
    return {
      why: say`${capitalized(componentList(components))} changed in the service since the last apply, and can't be restored: ${fields} ${cant}.`,
      todo: isPast({ status: takeover.status, deliveryType: takeover.type })
        ? say`It has ended, so the next apply only records this.`
        : say`Write the live ${values} into the file, or undo the change in the service. ${pullLive(`${takeover.key} -w ${workspace}`)}`,
    };
  if (by === 'both')
    return {
      why: say`${capitalized(componentList(components))} changed both in the file and in the service since the last apply, and ${fields} ${cant}.`,
      todo: say`To keep what is live, write it into the file. ${pullLive(`${takeover.key} --theirs -w ${workspace}`)} ${describeTakeover(takeover, workspace)}`,
    };
  if (cleared.length === locks.length && cleared.length > 0) {
    const left = listed(cleared.map(({ component, field }) => code(`${component}.${field}`)));
    return {
      why: say`The file leaves out ${left}. That would clear ${cleared.length > 1 ? 'them' : 'it'}, and ${cleared.length > 1 ? 'they' : 'it'} ${cant}.`,
      todo: say`Add ${listed(cleared.map(({ field, value }) => code(`${field}: ${value}`)))} to the file again.`,
    };
  }
  return {
    why: say`${capitalized(fields)} ${cant}.`,
    todo: say`Undo this edit. ${describeTakeover(takeover, workspace)}`,
  };
}

/** On GitHub the drift workflow opens a pull request that does it, where the team wants that. */
function pullLive(args: string): Phrase {
  return say`${perPlace('To write it into the file: ', 'If there is a drift pull request, merging it writes the live value into the file.')}${command(`campaigns pull ${args}`, '')}`;
}

const ASSUMED = " (the service's documentation doesn't say; we treat it as locked)";
