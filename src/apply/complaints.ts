import type { FilePlace } from '../model/campaign.ts';
import type { Complaint, RefusedStep } from '../model/reasons.ts';
import type { AnswerOf } from './ports.ts';

/** How many complaints of one answer are kept. */
const COMPLAINTS_AT_MOST = 5;

/** What the service complains about, and the positions in a campaign's files that it refers to. */
export function complaintsIn(
  { message, target, details }: Pick<AnswerOf<'refused'>, 'message' | 'target' | 'details'>,
  locate: (target: string) => FilePlace | undefined,
): Pick<RefusedStep, 'complaints' | 'more'> {
  const all = details.length > 0 ? details : [{ target: target ?? '', message }];
  const complaints = all.slice(0, COMPLAINTS_AT_MOST).map((one): Complaint => ({
    target: one.target,
    message: one.message || message,
    place: one.target === '' ? undefined : locate(one.target),
  }));
  return { complaints, more: all.length - complaints.length };
}
