import { SENDING_STATUSES } from '../model/campaign.ts';
import type { ReplaceAdvice } from '../model/replace-advice.ts';
import { emergencyStopFor } from '../model/transitions.ts';
import { command, code, listed, newLine, perMedium, say, type Phrase } from './phrase.ts';

// How a copy takes over from a campaign that can't be edited. Two active campaigns would send both versions to the same
// people, so the copy begins as a draft, and the old campaign ends before the copy starts.

export const UNDO_EDIT = 'To keep the old version, undo this edit.';

/** All steps from the locked edit on, each on a line of its own. Begins with a new line, since advice precedes it. */
export function describeReplacing(advice: ReplaceAdvice, workspace: string): Phrase {
  const names = { here: say`here`, copy: say`the copy` };
  // A copy that is still ACTIVE would be published with the edit.
  const copied = say`${command(`campaigns replace ${advice.key} -w ${workspace}`, '')}${perMedium('. It copies this file with the edit, sets ', 'Copy this file with the edit, set ')}${code('status: DRAFT')} and another ${code('basic_details.name')} in the copy, and ${perMedium('restores this file.', 'undo the edit here.')}`;
  const steps = [copied, ...stepsBeforeApply(advice, names), ...stepsAfterCopying(advice, names)];
  return [
    ...say`${newLine()}To send the new version instead:`,
    ...steps.flatMap((step, at) => [newLine(`${at + 1}. `), ...step]),
    newLine(),
    ...untilReplaced(advice),
  ];
}

/** What the steps call the two campaigns. */
interface Names {
  readonly here: Phrase;
  readonly copy: Phrase;
}

/** What has to be in the same commit as the copy. */
export function stepsBeforeApply(
  { status, wanted, restoresPause }: ReplaceAdvice,
  { here }: Names,
): readonly Phrase[] {
  return status === 'PAUSED' && wanted === 'ACTIVE' && !restoresPause
    ? [
        say`Set ${code('status: PAUSED')} ${here}, in the same commit. Otherwise, the old campaign would be resumed.`,
      ]
    : [];
}

/** The steps that remain once the copy exists, in order. */
export function stepsAfterCopying(advice: ReplaceAdvice, { here, copy }: Names): readonly Phrase[] {
  const { missing = [], startIsPast, type, publishes } = advice;
  const stop = emergencyStopFor(type);
  const end = stop ? say`set ${code(`status: ${stop}`)} ${here}` : say`end the old campaign in the service`;
  const start = publishes
    ? say`set ${code('status: ACTIVE')} in ${copy}`
    : say`publish ${copy} in the service, and set ${code('status: ACTIVE')} in its file`;
  return [
    ...(mayHaveBeenSent(advice)
      ? [
          say`In ${copy}, exclude everyone who may already have the old version (${code('segmentation_details.excluded_filters')}).`,
        ]
      : []),
    ...(missing.length > 0 ? [say`In ${copy}, add what publishing needs: ${listed(missing)}.`] : []),
    ...(startIsPast ? [say`In ${copy}, set ${code('start_time')} to a time in the future.`] : []),
    isSending(advice) ? toEndFirst(advice, { end, start }) : say`Then ${start}.`,
  ];
}

/** The old campaign ends before the copy starts; within one commit, a run sees to that. */
function toEndFirst(
  { type, publishes }: ReplaceAdvice,
  { end, start }: Readonly<Record<'end' | 'start', Phrase>>,
): Phrase {
  const isApplied = emergencyStopFor(type) !== undefined;
  return isApplied && publishes
    ? say`In a second ${perMedium('commit', 'pull request')}, ${end} and ${start}: the old campaign always ends first.`
    : say`Then ${end}${isApplied ? perMedium(' and apply that', ' and merge that') : ''}. After that, ${start}.`;
}

/** What customers get until the last step. */
export function untilReplaced(advice: ReplaceAdvice): Phrase {
  const { type, status } = advice;
  if (!isSending(advice)) return say`Until the last step, neither version is sent.`;
  return type === 'ONE_TIME' && status === 'SCHEDULED'
    ? say`If the old version is sent before the last step, first exclude its audience in the copy, or people get both.`
    : say`Until the last step, users keep getting the old version.`;
}

/** Whether a one-time message may already have been sent. */
function mayHaveBeenSent({ type, status }: ReplaceAdvice): boolean {
  return type === 'ONE_TIME' && status !== 'DRAFT' && status !== 'SCHEDULED';
}

/** Whether it goes on sending once its file is applied. */
function isSending({ type, status, wanted }: ReplaceAdvice): boolean {
  return SENDING_STATUSES.includes(status) && (wanted === undefined || wanted !== emergencyStopFor(type));
}
