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

/**
 * The entries for a status change that live shows although the service refused the request, because an earlier one was
 * carried out; undefined if there was none.
 */
export function concludeEarlier(run: Run, { intent, answer }: Sent, live: Live): TrailRecord[] | undefined {
  if (intent.kind !== 'transition' || answer.kind !== 'refused') return undefined;
  const made = otherRequests(run, intent).at(-1);
  if (!made) return undefined;
  run.open.delete(made.requestId);
  const { status, code: serviceCode, responseId } = answer;
  const refused = closing(intent, { code: 'refused', status, serviceCode }, responseId);
  return [...closeOthers(run, intent), refused, bind(run, made, live)];
}
