import { heldBy } from '../model/held.ts';
import type { PlannedCampaign } from '../model/plan.ts';
import { notCreated } from './planned.ts';
import type { State } from '../model/state.ts';

/** A single name can be taken by coincidence. */
const TAKEN_AT_LEAST = 2;

/**
 * If nothing is recorded and most of the campaigns already exist in the service, the files are not the problem: the
 * state branch was lost, or this is another remote. All these campaigns are blocked for that one reason, and allowing
 * duplicates is not suggested. Nothing else is published either: it may have been renamed since the record was lost.
 */
export function withLostRecord(
  campaigns: readonly PlannedCampaign[],
  {
    state: { bindings, open },
    hasOrigin = true,
  }: { readonly state: Pick<State, 'bindings' | 'open'>; readonly hasOrigin?: boolean },
): readonly PlannedCampaign[] {
  const taken = new Set(campaigns.filter(isTaken));
  const isLost = bindings.size === 0 && open.length === 0 && taken.size * 2 > campaigns.length;
  if (!isLost || taken.size < TAKEN_AT_LEAST) return campaigns;
  return campaigns.map((one) => {
    if (taken.has(one)) return { ...one, held: [heldBy('ambiguous', { code: 'no-record', hasOrigin })] };
    // A draft reaches nobody.
    return one.verdict === 'create' && one.transition !== null
      ? notCreated(one, heldBy('ambiguous', { code: 'maybe-live', hasOrigin }))
      : one;
  });
}

function isTaken({ held }: PlannedCampaign): boolean {
  return held.some(({ cause }) => cause.code === 'same-name');
}
