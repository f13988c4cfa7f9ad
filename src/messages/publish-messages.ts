import type { HeldCause } from '../model/held.ts';
import type { BlackoutCause, ExpiredCause, PublishOffCause, StartPastCause } from '../model/publish-cause.ts';
import { counted } from '../model/show.ts';
import { THEN_APPLY, useConsent } from './advice.ts';
import { blackoutDays } from './blackout-messages.ts';
import { code, joined, say, type Message, type Phrase } from './phrase.ts';
import { MINUTE_MS } from '../model/time.ts';
import { scheduledMinute, utcMinute } from '../model/utc-words.ts';

/** Why a campaign whose start is in the past isn't published, and if it is new, not created either. */
export function describeStartPast({ start, zone, agoMs, createdAt, isNew, isEdit }: StartPastCause): Message {
  const time = say`${code('start_time')} (${scheduledMinute(start, zone)})`;
  if (isEdit)
    return {
      why: say`Its new ${time} was ${agoWords(agoMs)} ago. The campaign is live, so the service may send it at once. So this edit isn't applied.`,
      todo: say`Set ${code('start_time')} to a time in the future. To send the message soon, choose a time a few minutes from now.`,
    };
  const consequence = notStarted(isNew);
  const why =
    createdAt === undefined
      ? say`Its ${time} was ${agoWords(agoMs)} ago, and the service doesn't publish campaigns that start in the past. ${consequence}`
      : say`Its ${time} will be in the past when the service's quota allows its creation (${utcMinute(createdAt)}). So it isn't created.`;
  const later = createdAt === undefined ? 'a time in the future' : 'a later time';
  return { why, todo: say`Set ${code('start_time')} to ${later}.` };
}

/** Why a campaign that would never be sent isn't published, and if it is new, not created either. */
export function describeExpired({ expiry, zone, createdAt, isNew }: ExpiredCause): Message {
  const time = say`${code('expiry_time')} (${scheduledMinute(expiry, zone)})`;
  return {
    why:
      createdAt === undefined
        ? say`Its ${time} is in the past, so it would never be sent. ${notStarted(isNew)}`
        : say`Its ${time} will be in the past when the service's quota allows its creation (${utcMinute(createdAt)}). So it isn't created.`,
    todo: say`Set ${code('expiry_time')} to ${createdAt === undefined ? 'a time in the future' : 'a later time'}, or remove it.`,
  };
}

function notStarted(isNew: boolean): string {
  return isNew ? "So this campaign isn't created." : "So it isn't published.";
}

/** Why a campaign that would send on a blackout day isn't started. */
export function describeBlackout(cause: BlackoutCause): Message {
  const { action, key, after, hasExceptions } = cause;
  const done = DONE[action];
  const exception = hasExceptions
    ? say`To make an exception, add ${code(key)} to ${code('except')} of ${code('policy.rules.blackout')} in workspaces.yaml.`
    : say`To make an exception, write ${code(`blackout: { days: …, except: [${key}] }`)} under ${code('policy.rules')} in workspaces.yaml.`;
  return {
    why: say`${blackoutDay(cause)} So it isn\'t ${done}.`,
    todo:
      after === undefined
        ? say`${otherTime(cause)} ${exception}`
        : say`No action needed: it will be ${done} by the first apply on or after ${after}. ${exception}`,
  };
}

/** Why a campaign stays a draft in a workspace where apply doesn't publish, and any blackout that applies to it. */
export function describePublishOff({ blackout }: PublishOffCause, workspace: string): Message {
  return {
    why: joined(
      say`The file says ${code('status: ACTIVE')}, but publishing is off for ${workspace}.`,
      blackout ? blackoutDay(blackout) : [],
    ),
    todo: say`${blackout ? publishLater(blackout) : 'Publish the campaign in the service'}, or set ${code('publish: earlier-api')} for ${workspace} in campaigns/workspaces.yaml. To keep it a draft in ${workspace}, write ${code(`overrides: { ${workspace}: { status: DRAFT } }`)} in its file.`,
  };
}

/** Why a start isn't sent before something else is done. `done`: published, resumed. */
export function describeWaitingStart(
  cause: Extract<
    HeldCause,
    { readonly code: 'others-still-send' | 'waits-for-edits' | 'waits-for-confirmation' }
  >,
  done: string,
): Message {
  if (cause.code === 'waits-for-edits' && cause.isLocked)
    return {
      why: say`As long as the file has an edit that is blocked, the campaign isn't ${done}.`,
      todo: say`If you undo the edit, the campaign will be ${done}. If you send the new version instead, it stays paused.`,
    };
  if (cause.code === 'waits-for-edits')
    return {
      why: say`The campaign won't be ${done} until all its changes are applied.`,
      todo: say`Resolve its blocked changes. After that, the campaign will be ${done} if the file still says ${code('status: ACTIVE')}.`,
    };
  if (cause.code === 'waits-for-confirmation')
    return {
      why: say`The campaign isn't ${done}, because the service doesn't show all the changes that were sent to it.`,
      todo: say`Compare the campaign in the service with the file. To accept what the service shows, ${useConsent('unconfirmed')}.`,
    };
  const others = cause.as.join(', ');
  return {
    why: say`The campaign isn't ${done}, because ${others} could not be paused or stopped first. If it were ${done}, users could get both messages.`,
    todo: say`Resolve what is reported for ${others}, ${THEN_APPLY}`,
  };
}

function otherTime({ lateUsers }: BlackoutCause): Phrase {
  if (lateUsers === undefined)
    return say`Choose another day or, for a repeating campaign, a start after the blackout.`;
  switch (lateUsers) {
    case 'best-time':
      return say`Set ${code('bts_details.window_end_time')} to a time before the blackout, or choose another day.`;
    case 'local-time-passed':
      return say`Set ${code('send_if_user_timezone_has_passed: false')}, or choose another day.`;
  }
}

function blackoutDay({ day, days, lateUsers }: BlackoutCause): Phrase {
  const sent = lateUsers ? 'Some users would get it' : 'It would be sent';
  return say`${sent} on ${day}, but your team sends nothing ${blackoutDays(days)} (${code('policy.rules.blackout')}).`;
}

function publishLater({ after }: BlackoutCause): string {
  return after === undefined
    ? 'Choose another day, then publish the campaign in the service'
    : `Publish the campaign in the service on or after ${after}`;
}

const DONE = {
  PUBLISH: 'published',
  RESUME: 'resumed',
  PAUSE: 'paused',
  STOP: 'stopped',
  UPDATE: 'rescheduled',
};

function agoWords(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 1) return 'less than a minute';
  if (minutes < 120) return counted(minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? counted(hours, 'hour') : counted(Math.floor(hours / 24), 'day');
}
