import { SENDING_STATUSES } from '../model/campaign.ts';
import type { Takeover } from '../model/held.ts';
import { emergencyStopFor } from '../model/transitions.ts';
import { capitalized, code, command, joined, perPlace, say, type Phrase } from './phrase.ts';

// How another campaign takes over from one that can't be edited. Two active campaigns would send both versions to the
// same people, so the copy begins as a draft, and the old one ends before the copy starts. Each way says what people get
// in between, and it doesn't ask for what the file says already.

/** The whole way, from the locked edit on. */
export function describeTakeover(takeover: Takeover, workspace: string): Phrase {
  const { key, status } = takeover;
  const replace = say`${perPlace(': ', '')}${command(`campaigns replace ${key} -w ${workspace}`, '')}`;
  return joined(
    say`To send the new version instead: 1. Move the edit into a copy of this file with another ${code('basic_details.name')}${replace}. Merged, the copy is a draft and sends nothing.`,
    ...takeoverSteps(takeover).map((step, at) => say`${at + 2}. ${step}`),
    meanwhile(takeover, 2),
    status === 'SENDING' && !wasSentOnce(takeover)
      ? say`People who already have this version would get the new one, too.`
      : [],
    isSending(takeover) ? say`Changing the key isn't enough: the old campaign would keep sending.` : [],
  );
}

/** How the two campaigns are called. */
const IN_PLAN: { readonly here: Phrase; readonly copy: Phrase } = { here: say`here`, copy: say`the copy` };

/** What is left to do when the copy is there, in order. */
export function takeoverSteps(takeover: Takeover, { here, copy } = IN_PLAN): readonly Phrase[] {
  const { status, wanted, type, publishes } = takeover;
  const start = publishes
    ? say`set ${code('status: ACTIVE')} in ${copy}`
    : say`publish the copy in the service, and set ${code('status: ACTIVE')} in its file`;
  const started = [say`${capitalized(start)}.`];
  const stop = emergencyStopFor(type);
  if (status === 'PAUSED' && wanted === 'ACTIVE')
    return [
      say`Set ${code('status: PAUSED')} ${here} before you merge: without the edit, the old campaign would be resumed.`,
      ...started,
    ];
  if (!isSending(takeover) || isEnding(takeover)) return started;
  if (!stop)
    return [
      say`End the old campaign in the service (the API can't ${status === 'SCHEDULED' ? 'stop' : 'pause'} ${type}).`,
      ...started,
    ];
  const end = say`set ${code(`status: ${stop}`)} ${here}`;
  return publishes
    ? [say`In a second pull request, ${end} and ${start}: the old campaign is always ${DONE[stop]} first.`]
    : [say`${capitalized(end)} and merge.`, ...started];
}

/** What people get until the last step; `first` is the number of the first step that is left. */
export function meanwhile(takeover: Takeover, first: number): Phrase {
  if (wasSentOnce(takeover))
    return joined(
      isSending(takeover) ? [] : say`This campaign doesn't send any more.`,
      say`A one-time campaign is sent when it is published. Customers may already have this version, and they would also get the copy. Exclude them from the copy's audience before it is published.`,
    );
  const last = first + takeoverSteps(takeover).length - 1;
  if (!isSending(takeover))
    return takeover.status === 'PAUSED'
      ? say`Until step ${last}, nobody gets this message.`
      : say`This campaign doesn't send any more.`;
  if (isEnding(takeover))
    return say`The file ${emergencyStopFor(takeover.type) === 'STOPPED' ? 'stops' : 'pauses'} this campaign already, so nobody gets this message until step ${last}.`;
  return first === last
    ? say`Until step ${first}, customers keep getting the old version; in the seconds between the two, nobody gets this message.`
    : say`Until step ${first}, customers keep getting the old version; between ${first} and ${last}, nobody gets this message.`;
}

/** Whether a message that goes out once may have gone out. */
function wasSentOnce({ type, status }: Takeover): boolean {
  return type === 'ONE_TIME' && status !== 'DRAFT' && status !== 'SCHEDULED';
}

function isSending({ status }: Takeover): boolean {
  return SENDING_STATUSES.includes(status);
}

/** Whether the file takes the campaign off the air already. */
function isEnding({ wanted, type }: Takeover): boolean {
  return wanted !== undefined && wanted === emergencyStopFor(type);
}

const DONE = { PAUSED: 'paused', STOPPED: 'stopped' } as const;
