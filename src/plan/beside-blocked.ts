import { SENDING_STATUSES, type CampaignKey } from '../model/campaign.ts';
import type { Note, PlannedCampaign } from '../model/plan.ts';
import { isEmergencyStop } from '../model/transitions.ts';
import { replacedBy } from './overlap.ts';
import type { Senders } from './senders.ts';

/** What is noted about other campaigns, once it is known which of them are blocked. */
export function besideBlocked(
  campaigns: readonly PlannedCampaign[],
  senders: Senders,
): readonly PlannedCampaign[] {
  const blocked = campaigns.filter(isBlocked);
  if (blocked.length === 0) return campaigns;
  const keys = new Set(blocked.map(({ key }) => key));
  const replacements = blocked.flatMap(({ desired, key }) =>
    desired ? replacedBy(desired, senders).map((old) => ({ key, old })) : [],
  );
  return campaigns.map((one) => {
    const notes = one.notes.flatMap((note) => withoutBlocked(note, keys));
    const by = replacements.filter(({ old }) => old === one.key).map(({ key }) => key);
    const isStopped = one.transition !== null && isEmergencyStop(one.transition.action);
    if (isStopped && by.length > 0) notes.push({ kind: 'replacement-blocked', keys: by });
    return { ...one, notes };
  });
}

/** Whether a campaign should start but doesn't. Where publishing is off, people publish it in the service. */
function isBlocked({ desired, transition, held, liveStatus }: PlannedCampaign): boolean {
  return (
    !SENDING_STATUSES.some((status) => status === liveStatus) &&
    desired?.status === 'ACTIVE' &&
    transition === null &&
    held.length > 0 &&
    held.every(({ reason }) => reason !== 'needs-publish')
  );
}

function withoutBlocked(note: Note, blocked: ReadonlySet<CampaignKey>): Note[] {
  if (note.kind !== 'same-message' && note.kind !== 'similar-message') return [note];
  const as = note.as.filter(({ key, state }) => state !== 'planned' || !blocked.has(key));
  return as.length === 0 ? [] : [{ ...note, as }];
}
