import {
  SENDING_STATUSES,
  type ComponentName,
  type Components,
  type Desired,
  type Live,
} from '../../model/campaign.ts';
import type { JsonObject } from '../../model/json.ts';
import { written } from '../../model/read-view.ts';
import { recipientsOf } from './audience.ts';
import { titleOf } from './content-words.ts';
import { settingLines, TRANSACTIONAL } from './setting-words.ts';
import { timingOf } from './describe.ts';
import { visibleLine } from '../text-layout.ts';

/** Whom a new campaign reaches, with what, and its other settings, a line each: `to: all users`, `subject: Welcome`. */
export function reachOfNew(desired: Desired): string[] {
  return [
    `to: ${recipientsOf(desired.components.segmentation_details, desired.deliveryType)}`,
    titleOf(desired),
    ...settingLines(desired),
  ].map(visibleLine);
}

/** Whom a campaign reaches and when, a line each. */
export interface Reach {
  readonly whole: readonly string[];
  /**
   * What a reviewer of an edit should never miss: that it reaches all users, and, if the edit is about that, who gets
   * it, when, and whether unsubscribed users do. The others only say who gets it and when if it sends; campaigns with the
   * same edit differ in them.
   */
  readonly shared: readonly string[];
}

export function reachOfEdited(
  desired: Desired,
  live: Live | undefined,
  edited: readonly ComponentName[],
): Reach {
  const { deliveryType } = desired;
  const audience = audienceIn(desired, live);
  const to = `to: ${recipientsOf(audience, deliveryType)}`;
  const isAudience = edited.includes('segmentation_details') || audience?.is_all_user_campaign === true;
  const times = timesOfEdited(desired, live, edited);
  const others = edited.includes('basic_details') ? unsubscribedToo(desired, live) : [];
  const whole = asWhole(desired, live);
  const isTimed = isSending(live) && whole.components[TIMED_BY[deliveryType]] !== undefined;
  const when = isTimed ? [`when: ${hasBegun(whole, live) ? BEGUN : timingOf(whole)}`] : [];
  return {
    whole: [
      ...(isAudience || (isSending(live) && audience) ? [to] : []),
      ...(times.length === 0 ? when : times),
      ...others,
    ].map(visibleLine),
    shared: [...(isAudience ? [to] : []), ...times, ...others].map(visibleLine),
  };
}

/** When it sends, and who gets it earlier or later, or not at all. Other edits of basic_details are more frequent. */
function timesOfEdited(desired: Desired, live: Live | undefined, edited: readonly ComponentName[]): string[] {
  const { components, deliveryType } = desired;
  const { scheduling_details: schedule } = components;
  const timedBy = TIMED_BY[deliveryType];
  const isEdited = (name: ComponentName) => edited.includes(name) && components[name] !== undefined;
  const isRescheduled = isEdited('scheduling_details');
  if (!isRescheduled && (timedBy === 'basic_details' || !isEdited(timedBy))) return [];
  return [
    `when: ${timingOf(asWhole(desired, live))}`,
    ...(isRescheduled && schedule ? settingLines({ components: { scheduling_details: schedule } }) : []),
  ];
}

function unsubscribedToo({ components: { basic_details: now } }: Desired, live: Live | undefined): string[] {
  const before = live?.components.basic_details?.content_type;
  return now?.content_type === 'TRANSACTIONAL' && before !== 'TRANSACTIONAL'
    ? [`content type: ${TRANSACTIONAL}`]
    : [];
}

function audienceIn(desired: Desired, live: Live | undefined): JsonObject | undefined {
  return desired.components.segmentation_details ?? live?.components.segmentation_details;
}

/** Whom a campaign that goes live reaches, when and with what: according to its file, or to live for what the file leaves out. */
export function reachOfExisting(desired: Desired, live: Live | undefined): string[] {
  const whole = asWhole(desired, live);
  const { components } = whole;
  const timedBy = TIMED_BY[desired.deliveryType];
  const views = (name: ComponentName, words: () => string) => (components[name] ? words() : notSeen(name));
  return [
    `to: ${views('segmentation_details', () => recipientsOf(components.segmentation_details, desired.deliveryType))}`,
    `when: ${views(timedBy, () => timingOf(whole))}`,
    components.campaign_content ? titleOf(whole) : `what: ${notSeen('campaign_content')}`,
  ].map(visibleLine);
}

/** The component that says when a campaign of a type sends. */
const TIMED_BY: Readonly<Record<Desired['deliveryType'], ComponentName>> = {
  ONE_TIME: 'scheduling_details',
  PERIODIC: 'scheduling_details',
  EVENT_TRIGGERED: 'trigger_condition',
  DEVICE_TRIGGERED: 'trigger_condition',
  LOCATION_TRIGGERED: 'basic_details',
  BUSINESS_EVENT_TRIGGERED: 'basic_details',
};

/** Offline, live is the record, which may lack a component that no file ever had. */
function notSeen(name: ComponentName): string {
  return `unknown: the file leaves out ${name}, and the live value isn't known`;
}

/** The campaign once its file is applied. */
function asWhole(desired: Desired, live: Live | undefined): Desired {
  return { ...desired, components: { ...asWritten(live?.components ?? {}), ...desired.components } };
}

/** What is sent once isn't sent again for an edit. */
const BEGUN = 'once; sending has begun';

function hasBegun({ deliveryType }: Desired, live: Live | undefined): boolean {
  return deliveryType === 'ONE_TIME' && live?.status !== 'SCHEDULED';
}

function isSending(live: Live | undefined): boolean {
  return live !== undefined && SENDING_STATUSES.includes(live.status);
}

function asWritten(components: Components): Components {
  const { scheduling_details: schedule } = components;
  return schedule ? { ...components, scheduling_details: written(schedule) } : components;
}
