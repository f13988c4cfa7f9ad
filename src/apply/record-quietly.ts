import { isPast } from '../model/past.ts';
import type { PlannedCampaign } from '../model/plan.ts';
import { record as addToTrail } from './outcomes.ts';
import type { TrailRecord } from './ports.ts';
import type { Run } from './run.ts';
import { statusEntries } from './status-entries.ts';

/**
 * Records what needs no write: for `all` campaigns that were read, how their status changed in the service, which needs
 * no approval; for the approved campaigns, those found in sync but not recorded, and components that left the file.
 */
export async function recordQuietly(
  run: Run,
  campaigns: readonly PlannedCampaign[],
  all: readonly PlannedCampaign[],
): Promise<void> {
  if (run.isOvertaken) return;
  const notes = campaigns.flatMap(({ key, record, steps, components, live }): TrailRecord[] => {
    if (!record || steps.length > 0 || !run.goOnOrReport(key)) return [];
    const released = components.filter(({ cause }) => cause === 'released').map(({ name }) => name);
    const drifted = components
      .filter(({ cause }) => cause === 'drifted' && live && isPast(live))
      .map(({ name }) => name);
    const why =
      released.length > 0
        ? ({ code: 'released', components: released } as const)
        : drifted.length > 0
          ? ({ code: 'changed-after-end', components: drifted } as const)
          : ({ code: 'in-sync' } as const);
    return [{ key, event: { code: 'noted', why }, components: released, binding: record }];
  });
  const statuses = run.stopped === undefined ? statusEntries(run, all) : [];
  const noted = new Set(notes.map(({ key }) => key));
  // If there is a status entry, it writes the binding.
  const entries = [
    ...statuses.map((one) => (noted.has(one.key) ? { ...one, binding: undefined } : one)),
    ...notes,
  ];
  await addToTrail(run, entries);
}
