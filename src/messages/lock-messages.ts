import type { CampaignStatus, ComponentName } from '../model/campaign.ts';
import type { LockedCause } from '../model/held.ts';
import { emergencyStopFor } from '../model/transitions.ts';
import { componentList, lockList } from './component-names.ts';
import { capitalized, code, listed, say, type Phrase } from './phrase.ts';

/** Why a locked edit is blocked, and how to get what is wanted without two campaigns sending to the same people. */
export function describeLock(
  cause: LockedCause,
  components: readonly ComponentName[],
): { readonly why: Phrase; readonly todo: Phrase } {
  const { locks, status, by, cleared } = cause;
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
      todo: say`Write the live ${values} into the file. ${newVersion(cause)}`,
    };
  if (by === 'live')
    return {
      why: say`${capitalized(componentList(components))} changed in the service since the last apply, and can't be restored: ${fields} ${cant}.`,
      todo: say`Write the live ${values} into the file, or undo the change in the service.`,
    };
  if (cleared.length === locks.length && cleared.length > 0) {
    const left = listed(cleared.map(({ component, field }) => code(`${component}.${field}`)));
    return {
      why: say`The file leaves out ${left}. That would clear ${cleared.length > 1 ? 'them' : 'it'}, and ${cleared.length > 1 ? 'they' : 'it'} ${cant}.`,
      todo: say`Add ${listed(cleared.map(({ field, value }) => code(`${field}: ${value}`)))} to the file again.`,
    };
  }
  return { why: say`${capitalized(fields)} ${cant}.`, todo: say`Undo this edit. ${newVersion(cause)}` };
}

const ASSUMED = " (the service's documentation doesn't say; we treat it as locked)";
const ENDED: readonly CampaignStatus[] = ['SENT', 'STOPPED', 'ARCHIVED'];

/** How to send another version: the new one is published first, then the old one ends, so that nobody gets both. */
function newVersion({ type, status, isWantedActive }: LockedCause): Phrase {
  const copy = say`write it into a new file with another ${code('basic_details.name')}`;
  if (ENDED.includes(status))
    return say`To send a new version, ${copy}. This campaign doesn't send any more.`;
  if (status === 'PAUSED' && !isWantedActive)
    return say`To send a new version, ${copy}, and leave this campaign paused.`;
  const stop = emergencyStopFor(type);
  const end = stop
    ? say`set ${code(`status: ${stop}`)} here`
    : say`end this campaign in the service (the API can't ${status === 'SCHEDULED' ? 'stop' : 'pause'} ${type})`;
  const twice = status === 'SENDING' ? ' People who already have it would get the new version, too.' : '';
  return say`To send a new version instead: 1. ${copy} and publish it; 2. ${end}.${twice} Changing the key isn't enough: this campaign would keep sending.`;
}
