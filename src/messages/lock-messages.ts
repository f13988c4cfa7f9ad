import type { LockedParams } from '../model/held.ts';
import { isPast } from '../model/past.ts';
import { keepLive } from './advice.ts';
import { lockList } from './component-names.ts';
import { capitalized, say, type Phrase } from './phrase.ts';
import { describeReplacing, UNDO_EDIT } from './replace-advice.ts';

/** Why a locked edit is blocked. */
export function describeLock({ locks, status, statusAs, isAssumed, by }: LockedParams): Phrase {
  return say`${capitalized(lockList(locks))} can't be edited while the campaign is ${statusAs ?? status}${isAssumed ? ASSUMED : ''}${CHANGED[by]}.`;
}

/** How to send the new version without two campaigns sending to the same people. */
export function lockAdvice({ by, advice }: LockedParams, workspace: string): Phrase {
  const { key } = advice;
  // The next apply only records what changed in a campaign that has ended.
  if (by === 'live' && isPast({ ...advice, deliveryType: advice.type }))
    return say`No action needed: the campaign has ended, so the next apply only records this.`;
  if (by !== 'file')
    return say`To keep the live value, ${keepLive(`${key}${by === 'live' ? '' : ' --theirs'} -w ${workspace}`)}.${by === 'live' ? [] : describeReplacing(advice, workspace)}`;
  return say`${UNDO_EDIT}${describeReplacing(advice, workspace)}`;
}

/** For a lock that the service doesn't document. */
const ASSUMED = " (the service doesn't say whether this can change, so it is treated as locked)";

const CHANGED: Readonly<Record<LockedParams['by'], string>> = {
  file: '',
  live: ', and the live value changed since the last apply',
  both: ', and both the file and the live value changed since the last apply',
  unknown: ', and the live value differs from the file',
};
