import { resolveIntent } from '../model/resolve-intent.ts';
import { isPublish, type PublishIntent } from '../model/state.ts';
import { SECOND_MS } from '../model/time.ts';
import { bind, record } from './outcomes.ts';
import { releaseLeaseWhile } from './release-lease.ts';
import type { Run } from './run.ts';
import { waitToSend } from './wait.ts';
import type { Work } from './work.ts';

// A campaign that is published twice may be sent twice. If an earlier PUBLISH got no answer, and the service still shows a
// draft, the request was lost on its way, or the read lags (open point W31). So a second PUBLISH needs a second read, as
// long after the first request as an apply waits for any change to show. The first request stays open until the second
// one is answered: if the service refuses that because the campaign is published, the first one is recorded as made.

/** The time between a PUBLISH without an answer and the read that must still show a draft before it is sent again. */
const SECOND_READ_AFTER_MS = 15 * SECOND_MS;

/** Waits, if necessary, and returns the starts that are still to be sent. Nothing of this run is in progress then. */
export async function withoutPublished(run: Run, starts: readonly Work[]): Promise<readonly Work[]> {
  const keys = new Set(starts.map(({ campaign }) => campaign.key));
  const unanswered = [...run.open.values()].filter(
    (one): one is PublishIntent => isPublish(one) && one.answered === undefined && keys.has(one.key),
  );
  if (unanswered.length === 0 || run.options.allowed.has('unconfirmed')) return starts;
  const until = Math.max(...unanswered.map(({ at }) => at)) + SECOND_READ_AFTER_MS;
  if (until > run.options.clock.now())
    await releaseLeaseWhile(run, () => waitToSend(run, { until, why: 'second-read', operation: 'get' }));
  const isPublished = new Set<string>();
  for (const intent of unanswered)
    if (run.goOnOrReport(intent.key) && (await recordIfShown(run, intent))) isPublished.add(intent.key);
  return starts.filter(({ campaign }) => !isPublished.has(campaign.key));
}

async function recordIfShown(run: Run, intent: PublishIntent): Promise<boolean> {
  const binding = run.bindings.get(intent.key);
  const { remote, clock } = run.options;
  const live = (await remote.readEach([intent.campaignId], run.known())).get(intent.campaignId);
  if (!binding || live?.kind !== 'present') return false;
  if (resolveIntent(intent, live.live, binding, clock.now()).kind !== 'arrived') return false;
  await record(run, intent, bind(run, intent, live.live));
  return true;
}
