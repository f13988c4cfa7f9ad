import { held } from '../model/held.ts';
import type { PlannedCampaign } from '../model/plan.ts';
import type { State } from '../model/state.ts';

/** One name can be taken by chance. */
const TAKEN_AT_LEAST = 2;

/**
 * Where nothing is recorded and the service has most of the campaigns already, it isn't each file that has a problem: the
 * state branch was lost, or this is another remote. So all these campaigns are blocked for that one reason, and no consent
 * to second campaigns is proposed.
 */
export function withLostRecord(
  campaigns: readonly PlannedCampaign[],
  { bindings, open }: Pick<State, 'bindings' | 'open'>,
): readonly PlannedCampaign[] {
  const taken = new Set(campaigns.filter(isTaken));
  const isLost = bindings.size === 0 && open.length === 0 && taken.size * 2 > campaigns.length;
  if (!isLost || taken.size < TAKEN_AT_LEAST) return campaigns;
  return campaigns.map((one) =>
    taken.has(one) ? { ...one, held: [held('ambiguous', { code: 'no-record' })] } : one,
  );
}

function isTaken({ held }: PlannedCampaign): boolean {
  return held.some(({ cause }) => cause.code === 'same-name');
}
