import type { Live } from '../model/campaign.ts';
import { resolveIntent } from '../model/resolve-intent.ts';
import { isEmergencyStop, RESULTS } from '../model/transitions.ts';
import type { JoinedCampaign } from './join-campaigns.ts';

/** A PUBLISH or RESUME of an earlier run that live doesn't show, and that may still have an effect. */
export function openStart({ open, publish, binding }: JoinedCampaign, live: Live, now: number) {
  const sent = publish ?? open;
  if (!binding || sent?.kind !== 'transition' || isEmergencyStop(sent.action)) return undefined;
  return resolveIntent(sent, live, binding, now).kind === 'waiting' ? sent : undefined;
}

/** A campaign as it will be if an earlier run started it after all. */
export function asIfStarted(joined: JoinedCampaign, now: number): JoinedCampaign {
  if (joined.live?.kind !== 'present') return joined;
  const { live } = joined.live;
  const start = openStart(joined, live, now);
  return start
    ? { ...joined, live: { kind: 'present', live: { ...live, status: RESULTS[start.action] } } }
    : joined;
}
