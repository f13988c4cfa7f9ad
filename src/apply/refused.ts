import type { Refused } from '../model/failure.ts';
import { heldBy } from '../model/held.ts';
import { stepOf, type Complaint } from '../model/refused-step.ts';
import { isPublish, type Intent } from '../model/state.ts';
import { isEmergencyStop } from '../model/transitions.ts';
import type { PreparedWork } from './work.ts';
import { closing } from './outcomes.ts';
import type { Answer, TrailRecord } from './ports.ts';
import type { Run } from './run.ts';

/** How many positions of a refusal are listed. The others are counted. */
const COMPLAINTS_AT_MOST = 5;

/**
 * The entry for a refused step. 401 ends the run. 403 may concern only this campaign. 409 on an edit that the
 * specification allows is a lock that the specification doesn't mention; it lasts until the status changes (open point
 * W8).
 */
export function refused(
  run: Run,
  { campaign, intent }: PreparedWork,
  answer: Extract<Answer, { kind: 'refused' }>,
): TrailRecord {
  const { key } = intent;
  const { status, code, responseId } = answer;
  // The earlier version's path may need a credential of its own (open point W19).
  if (status === 401 && !isPublish(intent)) run.end('credential');
  if (status === 403) run.results.noteForbidden(key);
  const closed = closing(intent, { code: 'refused', status, serviceCode: code }, responseId);
  const binding = run.bindings.get(key);
  if (status !== 409 || intent.kind !== 'update' || !binding || campaign.liveStatus === 'DRAFT') {
    run.results.breakOffFailed({ key, cause: refusalOf(run, intent, answer), responseId });
    return closed;
  }
  const { liveStatus: before } = campaign;
  const cause = { code: 'edit-refused', status: before, said: answer.message } as const;
  run.results.breakOffHeld(key, heldBy('locked', cause));
  // A stop is sent before the edit, a start after it.
  const { transition, liveStatus } = campaign;
  const stopped = transition && isEmergencyStop(transition.action) ? transition.to : undefined;
  const during = stopped ?? liveStatus ?? binding.status.seen;
  const marked = { ...binding, editsRefused: { status: during, message: answer.message } };
  run.bindings.set(key, marked);
  return { ...closed, binding: marked };
}

/** A refusal as a failure: what the service said, and the position in the files that it refers to. */
function refusalOf(
  run: Run,
  intent: Intent,
  { status, code, message, target, details }: Extract<Answer, { kind: 'refused' }>,
): Refused {
  const all = details.length > 0 ? details : [{ target: target ?? '', message }];
  const complaints = all.slice(0, COMPLAINTS_AT_MOST).map((one): Complaint => ({
    target: one.target,
    message: one.message || message,
    place: one.target === '' ? undefined : run.options.locate(intent.file, one.target),
  }));
  return {
    code: 'refused',
    status,
    serviceCode: code,
    complaints,
    more: all.length - complaints.length,
    step: stepOf(intent),
  };
}
