import type { Live } from '../model/campaign.ts';
import { type Intent, isPublish, type PublishIntent, type IntentOf } from '../model/state.ts';
import { bind, closing, supersede, record } from './outcomes.ts';
import type { TrailRecord } from './ports.ts';
import type { Run, Sent, Work } from './run.ts';
import { SECOND_MS } from '../model/time.ts';
import { publishesVersion } from '../model/transitions.ts';
import { isTransitionLive } from '../model/verify.ts';
import { releaseLeaseWhile, waitToSend } from './send-guards.ts';

// A status change can be sent while an earlier request for the same change has no known result: an emergency stop never
// waits, and a PUBLISH without an answer is sent again after a second read (below). The service answers 422 to
// the second request if the first one was carried out.

type Transition = IntentOf<'transition'>;

/** Other open requests for the same change of the same campaign, oldest first. They are of earlier runs. */
export function otherRequests(run: Run, { key, action, requestId }: Transition): readonly Transition[] {
  return [...run.open.values()].filter(
    (one): one is Transition =>
      one.kind === 'transition' && one.key === key && one.action === action && one.requestId !== requestId,
  );
}

/** Closes them because a newer request was carried out or accepted. Whether one of them was, too, isn't known. */
export function closeOthers(run: Run, intent: Intent): TrailRecord[] {
  if (intent.kind !== 'transition') return [];
  return otherRequests(run, intent).map((one) => {
    run.open.delete(one.requestId);
    return supersede(one);
  });
}

/** The entries for an open status change that live shows: the newest request for it is recorded as the one that made it. */
export function concludeOpen(run: Run, intent: Transition, live: Live): TrailRecord[] {
  const made = otherRequests(run, intent).at(-1) ?? intent;
  return [...closeOthers(run, made), bind(run, made, live)];
}

/** The entries for a refused status change that live shows, because an earlier request made it. */
export function concludeEarlier(run: Run, { intent, answer }: Sent, live: Live): TrailRecord[] | undefined {
  if (intent.kind !== 'transition' || answer.kind !== 'refused') return undefined;
  const made = otherRequests(run, intent).at(-1);
  if (!made) return undefined;
  run.open.delete(made.requestId);
  const { status, code: serviceCode, responseId } = answer;
  const refused = closing(intent, { code: 'refused', status, serviceCode }, responseId);
  return [...closeOthers(run, intent), refused, bind(run, made, live)];
}

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

/** Without versions whose edit went live at once (open point S7). Nothing is left to publish of them. */
export function withoutLiveEdits(run: Run, starts: readonly Work[]): readonly Work[] {
  return starts.filter(
    ({ campaign: { key }, step }) =>
      step.kind !== 'transition' || !publishesVersion(step.transition) || run.inDraft.has(key),
  );
}

/** The entries for the update whose version a PUBLISH made live. */
export function concludeEdit(run: Run, { key, components }: Transition, live: Live): TrailRecord[] {
  const edits = [...run.open.values()].filter((one) => one.key === key && one.kind === 'update');
  if (components === undefined) return [];
  return edits.map((one) => {
    run.open.delete(one.requestId);
    return bind(run, one, live, null);
  });
}

async function recordIfShown(run: Run, intent: PublishIntent): Promise<boolean> {
  const { campaignId: id } = intent;
  const live = (await run.options.remote.readEach([id], run.known())).get(id);
  if (live?.kind !== 'present') return false;
  if (!isTransitionLive(intent, live.live, run.bindings.get(intent.key))) return false;
  await record(run, concludeOpen(run, intent, live.live));
  return true;
}
