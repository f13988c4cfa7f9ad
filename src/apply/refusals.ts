import type { Complaint, Refused } from '../model/failure.ts';
import type { Intent } from '../model/state.ts';
import type { Answer } from './ports.ts';
import type { Run } from './run.ts';

/** Places of one refusal that are named; the others are counted. */
const COMPLAINTS_AT_MOST = 5;

/** A refusal as a failure: what the service said, and where in the files that is. */
export function refusalOf(
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
    ...{ code: 'refused', status, serviceCode: code, complaints, more: all.length - complaints.length },
    step: intent.kind === 'transition' ? intent.action : intent.kind,
  };
}
