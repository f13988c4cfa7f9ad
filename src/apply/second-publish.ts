import { isPublish, type PublishIntent } from '../model/state.ts';
import { SECOND_MS } from '../model/time.ts';
import { hasTakenEffect } from '../model/transitions.ts';
import { concludeOpen } from './earlier-transitions.ts';
import { record } from './outcomes.ts';
import { releaseLeaseWhile } from './release-lease.ts';
import type { Run } from './run.ts';
import { waitToSend } from './wait.ts';
import type { Work } from './work.ts';

// A campaign that is published twice may be sent twice. If the result of an earlier PUBLISH is unknown, and the service
// still shows a draft, the request was lost on its way, or the read lags (open point W31). So a second PUBLISH needs a
// second read, as long after the first request as an apply waits for any change to show. The first request stays open until
// the second one is answered: if the service refuses that because the campaign is published, the first one is recorded as
// made.

/** The time between a PUBLISH and the read that must still show a draft before it is sent again. */
const SECOND_READ_AFTER_MS = 15 * SECOND_MS;

/** Waits, if necessary, and returns the starts that are still to be sent. Nothing of this run is in progress then. */
export async function withoutPublished(run: Run, starts: readonly Work[]): Promise<readonly Work[]> {
  if (run.options.allowed.has('unconfirmed')) return starts;
  const keys = new Set(starts.map(({ campaign }) => campaign.key));
  const earlier = [...run.open.values()].filter(isPublish).filter(({ key }) => keys.has(key));
  const until = Math.max(...earlier.map(({ at }) => at)) + SECOND_READ_AFTER_MS;
  if (until > run.options.clock.now())
    await releaseLeaseWhile(run, () => waitToSend(run, { until, why: 'second-read', operation: 'get' }));
  const isPublished = new Set<string>();
  for (const intent of earlier)
    if (run.open.has(intent.requestId) && run.goOnOrReport(intent.key) && (await recordIfShown(run, intent)))
      isPublished.add(intent.key);
  return starts.filter(({ campaign }) => !isPublished.has(campaign.key));
}

async function recordIfShown(run: Run, intent: PublishIntent): Promise<boolean> {
  const { campaignId: id, action } = intent;
  const live = (await run.options.remote.readEach([id], run.known())).get(id);
  if (live?.kind !== 'present' || !hasTakenEffect(action, live.live.status)) return false;
  await record(run, concludeOpen(run, intent, live.live));
  return true;
}
