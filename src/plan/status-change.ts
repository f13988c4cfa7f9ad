import { SENDING_STATUSES, type CampaignStatus } from '../model/campaign.ts';
import type { StatusChange } from '../model/plan.ts';
import type { Pair } from './pair.ts';
import { liveOf } from './planned.ts';

/**
 * How the live status of a managed campaign changed since it was last noted, where no run of ours did it; undefined where
 * it did not. What an open transition may have done is told when that is resolved.
 */
export function statusChange(pair: Pair): StatusChange | undefined {
  const live = liveOf(pair);
  if (!live || !pair.binding || pair.open?.kind === 'transition') return undefined;
  const [from, to] = [pair.binding.status.seen, live.status];
  if (from === to) return undefined;
  if (!isOwnProgress(from, to))
    return { from, to, by: live.updatedBy ?? null, at: instantOf(live.updatedAt) };
  // Nobody did that, and the service does not say when; of the steps in between nothing is kept.
  return beganOrEnded(from, to) ? { from, to, by: null, at: null } : undefined;
}

/** What a campaign does by itself: it begins to send, sends, and is done; a periodic one again and again. */
function isOwnProgress(from: CampaignStatus, to: CampaignStatus): boolean {
  return SENDING_STATUSES.includes(from) && (SENDING_STATUSES.includes(to) || to === 'SENT');
}

/** Whether a campaign sends now that did not when its status was last noted, or the reverse: guard and offline plans ask. */
function beganOrEnded(from: CampaignStatus, to: CampaignStatus): boolean {
  return SENDING_STATUSES.includes(from) !== SENDING_STATUSES.includes(to);
}

/** `2024-07-04 08:00:54.847000` (open point W3) as an instant; null where the service says something else, or nothing. */
function instantOf(time: string | undefined): string | null {
  const parts = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d+)?Z?$/.exec(time ?? '');
  const instant = parts
    ? Date.parse(`${parts[1] ?? ''}T${parts[2] ?? ''}${(parts[3] ?? '').slice(0, 4)}Z`)
    : NaN;
  return Number.isNaN(instant) ? null : new Date(instant).toISOString();
}
