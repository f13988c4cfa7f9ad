import type { Live } from '../model/campaign.ts';
import type { Intent } from '../model/state.ts';
import { bind, closing, supersede } from './outcomes.ts';
import type { TrailRecord } from './ports.ts';
import type { Run } from './run.ts';
import type { Sent } from './work.ts';

// A status change can be sent while an earlier request for the same change has no known result: an emergency stop never
// waits, and a PUBLISH without an answer is sent again after a second read (second-publish.ts). The service answers 422 to
// the second request if the first one was carried out.

type Transition = Extract<Intent, { kind: 'transition' }>;

/** Open requests of earlier runs for the same change of the same campaign, oldest first. */
export function earlierRequests(run: Run, { key, action, requestId }: Transition): readonly Transition[] {
  return [...run.open.values()].filter(
    (one): one is Transition =>
      one.kind === 'transition' && one.key === key && one.action === action && one.requestId !== requestId,
  );
}

/** Closes them because a newer request was accepted. Whether one of them was carried out, too, isn't known. */
export function closeEarlier(run: Run, intent: Intent): TrailRecord[] {
  if (intent.kind !== 'transition') return [];
  return earlierRequests(run, intent).map((one) => {
    run.open.delete(one.requestId);
    return supersede(one);
  });
}

/**
 * The entries for a status change that live shows although the service refused the request, because an earlier one was
 * carried out; undefined if there was none.
 */
export function concludeEarlier(run: Run, { intent, answer }: Sent, live: Live): TrailRecord[] | undefined {
  if (intent.kind !== 'transition' || answer.kind !== 'refused') return undefined;
  const made = earlierRequests(run, intent).at(-1);
  if (!made) return undefined;
  run.open.delete(made.requestId);
  const { status, code: serviceCode, responseId } = answer;
  const refused = closing(intent, { code: 'refused', status, serviceCode }, responseId);
  return [...closeEarlier(run, intent), refused, bind(run, made, live)];
}
