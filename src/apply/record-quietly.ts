import type { PlannedCampaign } from '../model/plan.ts';
import type { Entry } from './ports.ts';
import type { Run } from './run.ts';
import { takeAnswer } from './stop-over.ts';

/** Records what needs no write: campaigns found in sync without a record, components let go of, a status that is so. */
export async function recordQuietly(run: Run, campaigns: readonly PlannedCampaign[]): Promise<void> {
  if (run.isOvertaken) return;
  const entries = campaigns.flatMap(({ key, record, steps, components }): Entry[] => {
    if (!record || steps.length > 0 || !run.mayGoOn(key)) return [];
    const released = components.filter(({ cause }) => cause === 'released').map(({ name }) => name);
    const why =
      released.length > 0 ? `no longer in the file: ${released.join(', ')}` : 'already as the file says';
    return [
      {
        summary: `note ${key}: ${why}`,
        key,
        change: 'note',
        components: released,
        requestId: undefined,
        responseId: undefined,
        binding: record,
        closes: undefined,
      },
    ];
  });
  const answer = await run.options.recorder.settle(entries, run.ledger);
  takeAnswer(run, answer, { keys: entries.map(({ key }) => key), consequence: '' });
}
