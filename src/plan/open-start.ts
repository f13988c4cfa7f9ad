import type { Live } from '../model/campaign.ts';
import { resolveIntent } from '../model/resolve-intent.ts';
import { isEmergencyStop } from '../model/transitions.ts';
import type { JoinedCampaign } from './join-campaigns.ts';

/** A PUBLISH or RESUME of an earlier run that live doesn't show, and that may still have an effect. */
export function openStart({ open, publish, binding }: JoinedCampaign, live: Live, now: number) {
  const sent = publish ?? open;
  if (!binding || sent?.kind !== 'transition' || isEmergencyStop(sent.action)) return undefined;
  return resolveIntent(sent, live, binding, now).kind === 'waiting' ? sent : undefined;
}
