import type { ComponentName } from '../model/campaign.ts';
import type { Lock, LockedCause } from '../model/held.ts';
import { LOCKS } from '../model/locks.ts';
import { isPast } from '../model/past.ts';
import { emergencyStopFor } from '../model/transitions.ts';
import { componentList, lockList } from './component-names.ts';
import {
  capitalized,
  code,
  command,
  joined,
  listed,
  perMedium,
  say,
  type Message,
  type Phrase,
} from './phrase.ts';
import { pullFor, wayToKeep, type WayToKeep } from './keep-live.ts';
import { describeReplacing, undoEdit } from './replace-advice.ts';

/** Why a locked edit is blocked, and how to send the new version without two campaigns sending to the same people. */
export function describeLock(
  cause: LockedCause,
  components: readonly ComponentName[],
  workspace: string,
): Message {
  const { locks, status, statusAs, by, cleared, advice } = cause;
  const fields = lockList(locks);
  const cant = say`can't be edited while the campaign is ${statusAs ?? status}${cause.isAssumed ? ASSUMED_LOCK : ''}`;
  const [values, them] = locks.length > 1 ? (['values', 'them'] as const) : (['value', 'it'] as const);
  const keep = (what: string) => wayToKeep(what, cause, them);
  if (by === 'unrecorded')
    return {
      why: say`${capitalized(fields)} ${cant}, and no apply has recorded ${locks.length > 1 ? 'values' : 'a value'} to compare with.`,
      todo: say`Plan without ${code('--offline')} to see whether the live campaign already has the file's ${values}.`,
    };
  if (by === 'unknown') {
    const way = keep(`the live ${values}`);
    return {
      why: say`The live ${locks.length > 1 ? 'values differ' : 'value differs'} from the file, and ${fields} ${cant}.`,
      todo: say`${capitalized(way.write)}.${way.more}${pullFor(way, `${advice.key} --theirs -w ${workspace}`)}${describeReplacing(advice, workspace)}`,
    };
  }
  if (by === 'live') {
    const way = keep(`the live ${values}`);
    return {
      why: say`${capitalized(componentList(components))} changed in the service since the last apply, and the file's ${values} can't be restored: ${fields} ${cant}.`,
      todo: isPast({
        status: advice.status,
        deliveryType: advice.type,
        ...(statusAs !== undefined && { statusAs }),
      })
        ? say`No action needed: the campaign has ended, so the next apply only records this.`
        : say`${capitalized(way.write)}, or undo the change in the service.${way.more}${pullLive(way, `${advice.key} -w ${workspace}`)}`,
    };
  }
  if (by === 'both') {
    const way = keep(them);
    return {
      why: say`${capitalized(componentList(components))} changed both in the file and in the service since the last apply, and ${fields} ${cant}.`,
      todo: say`To keep the live ${values}, ${way.write}.${way.more}${pullFor(way, `${advice.key} --theirs -w ${workspace}`)}${describeReplacing(advice, workspace)}`,
    };
  }
  if (cleared.length === locks.length && cleared.length > 0) {
    const left = listed(cleared.map(({ component, field }) => code(`${component}.${field}`)));
    return {
      why: say`The file leaves out ${left}. That would clear ${cleared.length > 1 ? 'them' : 'it'}, and ${cleared.length > 1 ? 'they' : 'it'} ${cant}.`,
      todo: say`Add ${listed(cleared.map(({ field, value }) => code(`${field}: ${value}`)))} to the file.`,
    };
  }
  return {
    why: say`${capitalized(fields)} ${cant}.`,
    todo: say`${joined(undoEdit(advice), pausing(cause), anotherTime(cause))}${describeReplacing(advice, workspace)}`,
  };
}

/** "While ACTIVE" sounds as if a pause would help: what is locked stays so (open point S3). */
function pausing({ status, locks, advice }: LockedCause): Phrase {
  const locked: readonly Lock[] = LOCKS.PAUSED.locked;
  const staysLocked = ({ component, field }: Lock) =>
    locked.some((one) => one.component === component && (one.field === undefined || one.field === field));
  return status === 'ACTIVE' && emergencyStopFor(advice.type) === 'PAUSED' && locks.every(staysLocked)
    ? say`Pausing doesn't unlock it.`
    : [];
}

/** A scheduled campaign can be sent sooner or later without a copy of it. */
function anotherTime({ status, locks }: LockedCause): Phrase {
  return status === 'SCHEDULED' && locks.some(({ field }) => field === 'delivery_type')
    ? say`To send it at another time, even a few minutes from now, keep ${code('delivery_type')} and change ${code('start_time')}.`
    : [];
}

/** On GitHub, the drift workflow can open a pull request that does this. */
function pullLive({ pulled }: WayToKeep, args: string): Phrase {
  if (!pulled) return [];
  const written = pulled === 'the rest' ? pulled : 'the live value into the file';
  return say` ${perMedium(`To have ${pulled} written for you: `, `If there is a drift pull request, merging it writes ${written}.`)}${command(`campaigns pull ${args}`, '')}`;
}

/** For a lock that the service doesn't document. */
export const ASSUMED_LOCK = " (the service doesn't say whether this can change, so it is treated as locked)";
