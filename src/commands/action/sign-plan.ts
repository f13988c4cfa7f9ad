import type { Plan } from '../../model/plan.ts';
import type { Trigger } from '../../github/event.ts';
import { reviewKey, writeMarker } from '../../github/marker.ts';
import { DIGEST_VERSION } from '../../plan/change-id.ts';
import { brakeOf } from '../../plan/part-of-change.ts';
import { sha256 } from '../context.ts';
import type { ActionGround } from './ground.ts';
import type { PlanBasis } from './pull-basis.ts';

interface Signing {
  readonly plan: Plan;
  readonly trigger: Extract<Trigger, { kind: 'pull-request' }>;
  readonly basis: PlanBasis;
}

/** What a comment can hold of a marker and still show a plan. */
const MARKER_AT_MOST = 45_000;

/** The signed list of what this plan shows; empty, with the reason, where nobody may approve it. */
export function signPlan(
  { inputs, around }: ActionGround,
  { plan, trigger, basis }: Signing,
): { readonly marker: string; readonly notice: readonly string[] } {
  const none = { marker: '', notice: [] };
  if (plan.offline || basis.checkout === 'of-something-else' || inputs.reviewKey === '') return none;
  const digesting = { consents: new Set(inputs.allow), digest: sha256 };
  const brakes = plan.campaigns.flatMap((campaign): [string, string][] => {
    const brake = brakeOf(campaign, digesting);
    return brake?.changeId && brake.changeId !== campaign.changeId ? [[campaign.key, brake.changeId]] : [];
  });
  const marker = writeMarker(
    {
      repository: around.repository,
      base: trigger.base.ref,
      pull: trigger.number,
      head: trigger.head,
      workspace: plan.workspace,
      digest: DIGEST_VERSION,
      changes: Object.fromEntries(plan.campaigns.map(({ key, changeId }) => [key, changeId])),
      brakes: Object.fromEntries(brakes),
    },
    reviewKey(inputs.reviewKey, around.repository),
  );
  if (marker.length <= MARKER_AT_MOST) return { marker, notice: [] };
  const notice = `This touches ${plan.campaigns.length} campaigns, more than one comment can hold the review of, so its merge will not be applied. Split it into several pull requests.`;
  return { marker: '', notice: [notice] };
}
