import type { PlannedCampaign } from '../model/plan.ts';
import type { TrailRecord } from './ports.ts';
import type { Run } from './run.ts';

/**
 * Entries for statuses that changed in the service, each once per run. They are recorded together with the run's own
 * changes of the campaign and before them, so that the audit trail has both in order.
 */
export function statusEntries(run: Run, campaigns: readonly PlannedCampaign[]): TrailRecord[] {
  return campaigns.flatMap(({ key, record, statusChange }): TrailRecord[] => {
    const binding = run.bindings.get(key);
    if (!statusChange || !binding || run.statusNoted.has(key)) return [];
    const { from, to, by, at } = statusChange;
    // If the run has merged a record, it has the new status; otherwise another run recorded it or knows more by now.
    const known = record ? [from, to] : [from];
    if (!known.includes(binding.status.seen)) return [];
    run.statusNoted.add(key);
    const noted = { ...binding, status: { ...binding.status, seen: to } };
    run.bindings.set(key, noted);
    return [
      {
        key,
        event: { code: 'moved-in-service', from, to },
        components: [],
        binding: noted,
        status: { from, to },
        inService: { by, at },
      },
    ];
  });
}
