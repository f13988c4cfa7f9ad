import { isJsonObject, type Path } from '../../model/json.ts';
import { hasExpired, startIsPast } from '../../model/schedule.ts';
import { bare } from '../../model/show.ts';
import { onValue } from '../problem.ts';
import type { Rule } from './rule.ts';

// Times in the past, with which a campaign can't be published or would never be sent.

const SCHEDULE = 'scheduling_details';
const START: Path = [SCHEDULE, 'start_time'];
const EXPIRY: Path = [SCHEDULE, 'expiry_time'];

/**
 * A campaign can't be published if its start is in the past: an error if the file publishes it or reschedules a live
 * campaign, and a warning in a draft. If a plan follows, the plan reports both, because it knows the live status.
 */
export const startIsAhead: Rule = ({
  body,
  status,
  now,
  isPlanned,
  isPublished,
  isBound,
  hasEnded,
  keepsLive,
}) => {
  const schedule = body[SCHEDULE];
  if (now === undefined || isPlanned || !isJsonObject(schedule)) return [];
  if (status === 'PAUSED' || status === 'STOPPED') return [];
  if (!startIsPast(bare(body.campaign_delivery_type), schedule, now)) return [];
  if (isPublished) {
    if (hasEnded || keepsLive({ place: START, body })) return [];
    const edited = `start_time ${bare(schedule.start_time)} is in the past, and the campaign is live, so the service may send it at once`;
    return [onValue(START, 'E_START_PAST', edited, 'write a later time')];
  }
  const message = `start_time ${bare(schedule.start_time)} is in the past, so the campaign can't be published`;
  if (status === 'ACTIVE') {
    return [onValue(START, 'E_START_PAST', message, `write a later time${isBound ? KEEP_IF.ACTIVE : ''}`)];
  }
  return [onValue(START, 'W_PUBLISH', message, `write a later time${isBound ? KEEP_IF.DRAFT : ''}`)];
};

/** The same for a campaign that would be published after its expiry. One that is live may simply have expired. */
export const expiryIsAhead: Rule = ({ body, status, now, isPlanned, isPublished, isBound }) => {
  const schedule = body[SCHEDULE];
  const type = bare(body.campaign_delivery_type);
  if (now === undefined || isPlanned || isPublished || !isJsonObject(schedule)) return [];
  if (status === 'PAUSED' || status === 'STOPPED' || startIsPast(type, schedule, now)) return [];
  if (!hasExpired(type, schedule, now)) return [];
  const message = `expiry_time ${bare(schedule.expiry_time)} is in the past, so the campaign would never be sent`;
  const hint = `write a later time, or remove expiry_time${isBound ? KEEP_IF[status ?? 'DRAFT'] : ''}`;
  return [onValue(EXPIRY, status === 'ACTIVE' ? 'E_START_PAST' : 'W_PUBLISH', message, hint)];
};

/** What to do if the campaign's status in the service isn't the recorded one. */
const KEEP_IF = {
  ACTIVE:
    '; if the campaign was already published in the service, keep this time: after the next apply, this error disappears',
  DRAFT: '; if the campaign was already sent, keep this time',
};
