import { SENDING_STATUSES, type CampaignKey, type Components, type Desired } from '../model/campaign.ts';
import { isJsonObject, isList, type JsonValue } from '../model/json.ts';
import type { Note, PlannedCampaign, Transition } from '../model/plan.ts';
import type { SharedPart } from '../model/repeats.ts';
import { isScheduled } from '../model/schedule.ts';
import type { Sender } from '../model/sender.ts';
import { emergencyStopFor, isEmergencyStop } from '../model/transitions.ts';
import { areApart, excludesMore, haveUsersInCommon, isForSame, oneContainsOther } from './audiences.ts';
import type { CampaignContext, ExistingCampaign } from './context.ts';
import {
  beginAtOnce,
  isNamedAsCopy,
  momentOf,
  textsOf,
  type Senders,
  type Sends,
  type Texts,
} from './senders.ts';
import { bothRepeat, haveOneTime, shareADay } from './shared-days.ts';

// Users who get two messages that were meant as one don't see that they come from two campaigns. So the plan of a campaign
// that goes live names the others that send the same text, or that send at the same moment, to some of the same users.

/**
 * The campaigns that a start follows: those that the same plan pauses or stops, and that send something like it. If one of
 * them isn't stopped after all, users would get both.
 */
export function startsAfter(
  transition: Transition | null,
  desired: Desired | undefined,
  { senders }: Context,
): CampaignKey[] {
  if (!desired || !transition || isEmergencyStop(transition.action)) return [];
  const stopped = senders.like(desired).flatMap(({ key, isStopped }) => (isStopped ? [key] : []));
  return [...new Set(stopped)];
}

/** The campaigns that the same plan pauses or stops and that a campaign seems to replace. */
export function replacedBy(desired: Desired, senders: Senders): CampaignKey[] {
  const { body } = textsOf(desired);
  const replaced = senders
    .like(desired)
    .filter((old) => old.isStopped && old.deliveryType === desired.deliveryType)
    .filter((old) => isNamedAsCopy(desired, old) || textsOf(old).body.some((text) => body.includes(text)));
  return [...new Set(replaced.map(({ key }) => key))];
}

/** The live campaigns of which a draft is a copy by its name, and whose users may get its message, too. */
export function copiedFrom(desired: Desired, senders: Senders): CampaignKey[] {
  const copied = senders
    .like(desired)
    .filter((old) => old.state === 'sending' && replaces(desired, old) && overlapOf(desired, old));
  return [...new Set(copied.map(({ key }) => key))];
}

/** What two campaigns have in common, and whether some users are certain to get both messages. */
interface Overlap {
  readonly part: SharedPart;
  readonly isCertain: boolean;
}

type Context = Pick<CampaignContext, 'senders'>;
type Comparable = Sends & Pick<Sender, 'key'>;

/** That users may get the message of a campaign that goes live from another campaign, too. */
export function overlapNotes(
  { transition, held }: Pick<PlannedCampaign, 'transition' | 'held'>,
  desired: Desired,
  { senders }: Context,
): Note[] {
  // Where publishing is off, people publish it in the service. That it repeats a message is said with the reason.
  const isPublishedByHand = held.some(({ cause }) => cause.code === 'publish-off' && !cause.as);
  const action = transition?.action ?? (isPublishedByHand ? 'PUBLISH' : undefined);
  if (!action || isEmergencyStop(action)) return [];
  const begun = { ...desired, hasBegun: action === 'RESUME' };
  return notesOf(begun, senders.likeOrAtTimeOf(desired), () => undefined);
}

/** That users may get the message of a live campaign from another campaign, too, because an edit makes it like that one. */
export function overlapNotesOfEdit(
  { desired, live, binding }: Pick<ExistingCampaign, 'desired' | 'live' | 'binding'>,
  { senders }: Context,
): Note[] {
  if (!SENDING_STATUSES.includes(live.status)) return [];
  // Live may spell what was sent in another way.
  const now = { ...desired, hasBegun: live.status !== 'SCHEDULED' };
  const before = { ...now, components: { ...live.components, ...binding.applied } };
  return notesOf(now, senders.likeOrAtTimeOf(desired), (other) => overlapOf(before, other));
}

/** `known`: what was noted before. */
export function notesOf(
  desired: Comparable,
  others: readonly Sender[],
  known: (other: Sender) => Overlap | undefined,
): Note[] {
  const all = others.flatMap((one) => {
    const [overlap, before] = [overlapOf(desired, one), known(one)];
    const isNew = overlap && (!before || (overlap.isCertain && !before.isCertain));
    return isNew ? [{ one, ...overlap }] : [];
  });
  // What a campaign sends now and what its file makes it send are both compared; the worse one is noted.
  const found = all.filter(
    (overlap, at) =>
      !all.some(
        (other, index) => other.one.key === overlap.one.key && isWorse([other, index], [overlap, at]),
      ),
  );
  return [true, false].flatMap((isCertain) =>
    PARTS.flatMap((part): Note[] => {
      const others = found.filter((other) => other.isCertain === isCertain && other.part === part);
      const as = others.map(({ one: { key, state, deliveryType, hasFile } }) => {
        const stop = state === 'sending' && hasFile ? emergencyStopFor(deliveryType) : undefined;
        return { key, state, ...(stop && { stop }) };
      });
      if (as.length === 0) return [];
      const isForAll = others.every(({ one }) => isForSame(desired.components, one.components));
      const note = { part, as, ...(isForAll && { isSameAudience: true as const }) };
      return [{ kind: isCertain ? 'same-message' : 'similar-message', ...note }];
    }),
  );
}

const PARTS: readonly SharedPart[] = ['text', 'body', 'some', 'moment', 'headline', 'name'];

/** Whether one overlap is to be noted rather than another: the certain one, then by its part, then the first. */
function isWorse([one, index]: readonly [Overlap, number], [other, at]: readonly [Overlap, number]): boolean {
  if (one.isCertain !== other.isCertain) return one.isCertain;
  const [rank, otherRank] = [PARTS.indexOf(one.part), PARTS.indexOf(other.part)];
  return rank === otherRank ? index < at : rank < otherRank;
}

export function overlapOf(one: Comparable, other: Sender): Overlap | undefined {
  const found = inCommon(one, other);
  return found && areApart(one.components, other.components) ? undefined : found;
}

function inCommon(one: Comparable, other: Sender): Overlap | undefined {
  if (one.channel !== other.channel || other.state === 'ending') return undefined;
  const [own, theirs] = [textsOf(one), textsOf(other)];
  if (own.body.some((text) => theirs.body.includes(text)))
    return { part: sharedText(own, theirs), isCertain: reachesBoth(one, other) && !alternate(one, other) };
  const [moment, isAhead] = [momentOf(one), other.state === 'planned' || other.state === 'sending'];
  const isAtOnce = moment !== undefined && moment === momentOf(other);
  if (isAhead && (isAtOnce || haveOneTime(one, other)) && reachSameUsers(one, other))
    if (isAtOnce || shareADay(one, other) === true) return { part: 'moment', isCertain: true };
  const isCopy = replaces(one, other);
  const isCertain = isCopy && (one.deliveryType === 'ONE_TIME' || reachesBoth(one, other));
  // The same line every week is usual.
  if (own.headline.some((text) => theirs.headline.includes(text))) return { part: 'headline', isCertain };
  return isCopy ? { part: 'name', isCertain } : undefined;
}

/** Whether campaigns that repeat take turns, such as a digest on Mondays and one on Tuesdays: both repeat their text anyway. */
function alternate(one: Sends, other: Sends): boolean {
  return bothRepeat(one, other) && zoneOf(one) === zoneOf(other) && shareADay(one, other) === false;
}

/** The days of two zones can't be compared: one moment may be on a Monday in one and on a Tuesday in the other. */
function zoneOf({ components: { scheduling_details: schedule } }: Sends): JsonValue | undefined {
  return schedule?.timezone;
}

/** How much of their text two campaigns share that share a body. */
function sharedText(own: Texts, theirs: Texts): SharedPart {
  if (!haveSame(own.body, theirs.body)) return 'some';
  return haveSame(own.headline, theirs.headline) ? 'text' : 'body';
}

function haveSame(own: readonly string[], theirs: readonly string[]): boolean {
  return own.every((text) => theirs.includes(text)) && theirs.every((text) => own.includes(text));
}

/** Whether a campaign is named as a copy of another one, and doesn't exclude the users of that one. */
function replaces(one: Comparable, other: Sender): boolean {
  return (
    one.deliveryType === other.deliveryType &&
    isNamedAsCopy(one, other) &&
    !excludesMore(one.components, other.components)
  );
}

/** Whether some users are certain to get both: one's audience contains the other's, and one event triggers both or none does. */
export function reachesBoth(one: Sends, other: Sends): boolean {
  const [timed, otherTimed] = [isScheduled(one.deliveryType), isScheduled(other.deliveryType)];
  if (timed) return otherTimed && reachSameUsers(one, other);
  // One event triggers both at once, so an exclusion is never about who has the other message before.
  const together = one.deliveryType === other.deliveryType && haveOneEvent(one, other);
  return together && haveUsersInCommon(one.components, other.components);
}

function reachSameUsers(one: Sends, other: Sends): boolean {
  const compare = beginAtOnce(one, other) ? haveUsersInCommon : oneContainsOther;
  return compare(one.components, other.components);
}

function haveOneEvent({ components: one }: Sends, { components: other }: Sends): boolean {
  const theirs = eventsIn(other);
  return eventsIn(one).some((event) => theirs.includes(event));
}

/** The events that trigger a campaign, by name, however deep they are in its filters. */
function eventsIn({ trigger_condition: trigger, basic_details: details }: Components): string[] {
  return [...namesIn(trigger?.included_filters), details?.business_event].filter(
    (name) => typeof name === 'string',
  );
}

function namesIn(filters: JsonValue | undefined): readonly JsonValue[] {
  if (isList(filters)) return filters.flatMap(namesIn);
  if (!isJsonObject(filters)) return [];
  return [...(filters.action_name === undefined ? [] : [filters.action_name]), ...namesIn(filters.filters)];
}
