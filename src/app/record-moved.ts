import { recordQuietly } from '../apply/apply-plan.ts';
import type { Run } from '../apply/run.ts';
import { isPast, type CampaignKey } from '../model/campaign.ts';
import type { CampaignService } from '../remote/campaign-service.ts';
import { gatherPlan, type PlanInputs } from './gather.ts';
import { UserFailure } from './process/user-failure.ts';

/** How many campaigns are read only to record their statuses: 20 searches, about two seconds (open point W25). */
const MOVED_AT_MOST = 300;

/**
 * Records which of the other campaigns somebody moved to another status in the service, such as a stop by hand. Of many
 * campaigns, each run reads another part. What can't be read now is read by a later run.
 */
export async function recordMoved(
  { run, service }: { readonly run: Run; readonly service: CampaignService },
  { state, ...asked }: PlanInputs,
  candidates: ReadonlySet<CampaignKey>,
): Promise<void> {
  const { context } = asked;
  const others = [...state.bindings.values()].filter(({ key, deliveryType, status }) => {
    const isOver = isPast({ status: status.seen, deliveryType });
    return !isOver && !candidates.has(key) && !state.open.some((intent) => intent.key === key);
  });
  if (others.length === 0 || run.stopped !== undefined) return;
  const first = others.length > MOVED_AT_MOST ? Math.floor(context.chance.fraction() * others.length) : 0;
  const part = [...others.slice(first), ...others.slice(0, first)].slice(0, MOVED_AT_MOST);
  const scope = { ...asked, state, editors: undefined, only: new Set(part.map(({ key }) => key)) };
  try {
    const { campaigns } = await gatherPlan(scope, service);
    const moved = campaigns.filter(({ statusChange }) => statusChange && !statusChange.isByItself);
    await recordQuietly(run, [], moved);
  } catch (error) {
    if (!(error instanceof UserFailure)) throw error;
  }
}
