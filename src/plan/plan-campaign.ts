import { SENDING_STATUSES } from '../model/campaign.ts';
import type { PlannedCampaign } from '../model/plan.ts';
import type { CampaignContext } from './context.ts';
import type { Pair } from './pair.ts';
import { planExisting } from './plan-existing.ts';
import { planNew } from './plan-new.ts';
import { liveOf, standing } from './planned.ts';
import { inFlight, missing, unreadable } from './reasons.ts';

/** One campaign's verdict, and the steps that follow from it. */
export function planCampaign(pair: Pair, context: CampaignContext): PlannedCampaign {
  const { desired, binding, live, open } = pair;
  if (live?.kind === 'unknown') return standing(pair, 'unknown', [unreadable(live.message)]);
  if (!desired) return planOrphan(pair);
  if (open) return standing(pair, 'held', [inFlight(open)]);
  if (!binding) return planNew(pair, desired, context);
  if (!live) return standing(pair, 'unknown', [unreadable('The service was not asked for it.')]);
  if (live.kind === 'missing') return standing(pair, 'held', [missing(binding)]);
  return planExisting(pair, { desired, binding, live: live.live }, context);
}

/** Bound, but no longer in the repository: left as it is, and told when it still mails people. */
function planOrphan(pair: Pair): PlannedCampaign {
  const live = liveOf(pair);
  const sending = live !== undefined && SENDING_STATUSES.includes(live.status);
  return {
    ...standing(pair, 'orphaned', []),
    notes: sending ? [{ kind: 'still-sending', status: live.status }] : [],
  };
}
