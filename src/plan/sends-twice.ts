import {
  SENDING_STATUSES,
  type CampaignKey,
  type CampaignStatus,
  type ComponentName,
  type Desired,
  type Live,
} from '../model/campaign.ts';
import { heldBy, type Held, type HeldCause } from '../model/held.ts';
import type { Sender } from '../model/sender.ts';
import { startInstant } from '../model/schedule.ts';
import { DAY_MS } from '../model/time.ts';
import type { Binding } from '../model/state.ts';
import type { Action } from '../model/transitions.ts';
import { isForSame, oneContainsOther, oneIsWithinOther } from './audiences.ts';
import type { CampaignContext } from './context.ts';
import { overlapOf, reachesBoth } from './overlap.ts';
import { contentText, receivedText, repeatedText } from './received-text.ts';
import { beginAtOnce, RECEIVED, type Sends } from './senders.ts';
import { bothRepeat, shareADay } from './shared-days.ts';
import { unpulledIn } from './unpulled.ts';

// A file that is copied and forgotten, or renamed together with its campaign, would send the same message to the same
// people a second time. Names don't show that, because people who copy a file are advised to change its name. What the
// users get shows it: the content, the audience, the trigger and the time. Tracking parameters and tags don't count.

/** Whether a file sends the same message as a campaign did, to the same users at the same time. */
export function sendsTheSame(desired: Desired, other: Binding): boolean {
  const sent = { ...other, components: other.applied };
  return hasSameMessage(desired, sent) && isForSame(desired.components, sent.components);
}

/**
 * Whether two campaigns send the same message at the same time. One of them may be for more users: those that both are for
 * would get it twice.
 */
export function isSame(one: Sends, other: Sends): boolean {
  return (hasSameMessage(one, other) || repeatsIt(one, other)) && isForUsersOf(one, other);
}

function isForUsersOf(one: Sends, other: Sends): boolean {
  const [own, theirs] = [one.components, other.components];
  if (isForSame(own, theirs)) return true;
  // One that contains the other one is never refused here, and moments take longer to compare.
  if (!oneIsWithinOther(own, theirs)) return false;
  return beginAtOnce(one, other) || oneContainsOther(own, theirs);
}

/**
 * Whether a campaign that is sent once has the content of another one that is yet to be sent, or is being sent, and starts
 * less than a day before or after it. What is published to be sent at once starts now.
 */
function isSoonAfter(one: Sends, other: Sender, now: number): boolean {
  return (other.state === 'planned' || other.state === 'sending') && areSoon(one, other, now);
}

/** Whether two campaigns that are sent once have the same content, and start less than a day apart. */
export function areSoon(one: Sends, other: Sends, now: number): boolean {
  if (one.channel !== other.channel) return false;
  if ([one, other].some(({ deliveryType }) => deliveryType !== 'ONE_TIME')) return false;
  const [start, theirs] = [startOf(one, now), startOf(other, now)];
  return Math.abs(start - theirs) < DAY_MS && hasSameContent(one, other) && isForUsersOf(one, other);
}

function startOf({ components: { scheduling_details: schedule = {} } }: Sends, now: number): number {
  const start = startInstant(schedule);
  return Number.isNaN(start) ? now : start;
}

function hasSameContent({ components: one }: Sends, { components: other }: Sends): boolean {
  return one.campaign_content !== undefined && contentText(one) === contentText(other);
}

function hasSameMessage(one: Sends, other: Sends): boolean {
  return (
    one.channel === other.channel &&
    one.deliveryType === other.deliveryType &&
    one.components.campaign_content !== undefined &&
    receivedText(one.components) === receivedText(other.components)
  );
}

/** Whether two campaigns repeat one message at the same time of day, and on some days both send it. */
function repeatsIt(one: Sends, other: Sends): boolean {
  if (!bothRepeat(one, other) || one.channel !== other.channel) return false;
  const [own, theirs] = [one.components, other.components];
  return (
    own.campaign_content !== undefined &&
    repeatedText(own) === repeatedText(theirs) &&
    shareADay(one, other) === true
  );
}

type Context = Pick<CampaignContext, 'senders' | 'allowed' | 'named' | 'now'>;

/**
 * Whether users may get the message twice. A consent to that is given for one campaign, so that nobody who allows a second
 * campaign with the same name allows this, too, and not for all campaigns of a plan at once.
 */
function mayRepeat({ key }: Desired, { allowed, named }: Context): boolean {
  return named === key && allowed.has('same-name');
}

/**
 * Why a campaign isn't published or resumed: another campaign already sends the same, or was to be replaced by this one
 * but has been sent. A paused campaign may have become a copy by an edit, in this plan or before.
 */
export function sentTwice(action: Action, desired: Desired, context: Context): Held | undefined {
  const isResume = action === 'RESUME';
  if ((action !== 'PUBLISH' && !isResume) || mayRepeat(desired, context)) return undefined;
  const { key } = desired;
  const others = context.senders.like(desired).filter(({ state }) => state !== 'ending');
  const same = repeatedBy({ ...desired, hasBegun: isResume }, others, context.now);
  if (same.length > 0) return twice({ ...repeats(desired, same), ...(isResume && { isResume }) });
  if (isResume) return undefined;
  const late = others.filter(
    (one) =>
      wasSentToSame(desired, one) ||
      (one.isTooLate && sharesMessage(desired, one) && reachesBoth(desired, one)),
  );
  return late.length > 0 ? twice({ code: 'replaced-too-late', key, as: keysOf(late) }) : undefined;
}

/** A campaign whose message would be repeated. */
interface Repeated {
  readonly sender: Sender;
  /** The times differ. */
  readonly isSoon: boolean;
  /** What ends that without any consent. */
  readonly ends: Sender['ends'];
}

function repeatedBy(one: Sends, others: readonly Sender[], now: number): Repeated[] {
  const matchOf = (sender: Sender) =>
    isSame(one, sender) ? 'same' : isSoonAfter(one, sender, now) ? 'soon' : undefined;
  return others.flatMap((sender) => {
    const match = matchOf(sender);
    if (!match) return [];
    // A campaign whose file edits what it sends is listed twice.
    const isStill = others.some((other) => other.key === sender.key && other !== sender && matchOf(other));
    const ends = sender.ends === 'edited' && isStill ? undefined : sender.ends;
    return [{ sender, isSoon: match === 'soon', ends }];
  });
}

/** A name in common doesn't make it the same message: a corrected one may be meant for the same users. */
function sharesMessage(desired: Desired, other: Sender): boolean {
  const overlap = overlapOf(desired, other);
  return overlap !== undefined && overlap.part !== 'name';
}

/** Whether the whole content is that of a message that was sent for the only time, to some of the same users. */
function wasSentToSame(one: Sends, other: Sender): boolean {
  return (
    other.state === 'sent' &&
    [one, other].every(({ deliveryType }) => deliveryType === 'ONE_TIME') &&
    hasSameContent(one, other) &&
    reachesBoth(one, other)
  );
}

function isReceived(name: ComponentName): boolean {
  return RECEIVED.includes(name);
}

interface Edited {
  readonly desired: Desired;
  readonly live: Live;
  readonly binding: Binding;
  /** The campaign's status when the patch arrives. */
  readonly status: CampaignStatus;
  readonly context: Context;
}

/** Why a live campaign isn't edited: it would send the same as another campaign, which it didn't before. */
export function becomesCopy(sent: readonly ComponentName[], edited: Edited): Held | undefined {
  const { desired, live, binding, status, context } = edited;
  if (!SENDING_STATUSES.includes(status) || mayRepeat(desired, context)) return undefined;
  // Live may spell what was sent in another way.
  const now = { ...desired, hasBegun: status !== 'SCHEDULED' };
  const before = { ...now, components: { ...live.components, ...binding.applied } };
  const others = context.senders.like(desired).filter(({ state }) => state !== 'ending');
  const known = new Set(repeatedBy(before, others, context.now).map(({ sender }) => sender));
  const same = repeatedBy(now, others, context.now).filter(({ sender }) => !known.has(sender));
  const components = [...sent.filter(isReceived), ...sent.filter((name) => !isReceived(name))];
  if (same.length > 0) {
    const isUnrecorded = sent.every((name) => binding.applied[name] === undefined && live.components[name]);
    const cause = {
      ...repeats(desired, same),
      isEdit: true,
      ...(isUnrecorded && { isUnrecorded, ...unpulledIn(sent, edited) }),
    } as const;
    return twice(cause, components);
  }
  const again = others.filter((one) => wasSentToSame(now, one) && !wasSentToSame(before, one));
  if (again.length === 0) return undefined;
  return twice({ code: 'replaced-too-late', key: desired.key, as: keysOf(again), isEdit: true }, components);
}

function repeats(desired: Desired, same: readonly Repeated[]): Twice {
  const senders = same.map(({ sender }) => sender);
  const isForAll = senders.every((one) => isForSame(desired.components, one.components));
  const [ends] = same.map((one) => one.ends);
  return {
    code: 'sends-twice',
    key: desired.key,
    as: keysOf(senders),
    ...(isForAll && { isSameAudience: true }),
    ...(same.some(({ isSoon }) => isSoon) && { isSoon: true }),
    ...(ends && same.every((one) => one.ends === ends) && { ends }),
  };
}

type Twice = Extract<HeldCause, { readonly code: 'sends-twice' }>;

/** No consent is offered for what ends without one. */
function twice(
  cause: Twice | Extract<HeldCause, { readonly code: 'replaced-too-late' }>,
  components?: readonly ComponentName[],
): Held {
  const isOpen = cause.code === 'replaced-too-late' || !cause.ends;
  const more = { ...(components && { components }), ...(isOpen && { consent: 'same-name' as const }) };
  return heldBy('isEdit' in cause ? 'locked' : 'ambiguous', cause, more);
}

function keysOf(senders: readonly Sender[]): readonly CampaignKey[] {
  return [...new Set(senders.map(({ key }) => key))];
}
