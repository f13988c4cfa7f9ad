import { COMPONENTS, SENDING_STATUSES, type CampaignStatus, type Components } from './campaign.ts';
import { groupBy } from './grouping.ts';
import { byCodeUnit, isJsonObject, isList, type JsonObject, type JsonValue } from './json.ts';
import { hasOffset } from './local-time.ts';
import { isMoved, isSent, type Crowded, type PlannedCampaign } from './plan.ts';
import { written } from './read-view.ts';
import {
  CALENDAR_YEARS,
  clockAt,
  dayAt,
  daysAfter,
  firstInstant,
  isScheduled,
  sendDays,
  sendInstant,
  sendsAtOnce,
  startInstant,
  type Day,
  type SpanAsked,
} from './schedule.ts';
import { ruleFor, type SendLimit } from './team-rules.ts';
import { scheduleBefore } from './timing.ts';

// What goes out once a plan is applied, send by send. A blocked change doesn't count: what is live is sent then. Which days
// a schedule sends on is decided in schedule.ts.

/** One send of a campaign that is sent by a schedule. */
export interface Send {
  /** Epoch milliseconds; for sends by each user's own clock, when the first users can get it. */
  readonly at: number | 'at-once';
  /** What clocks show then: `2031-05-01T09:00:00`. For what is sent at once, the time now. */
  readonly local: string;
  /** The zone of these clocks, `UTC` if the schedule names none (V14); null if each user's own clock counts. */
  readonly zone: string | null;
}

/** The day of a send, by the clocks that it is shown with. */
export function dayOf({ local }: Send): Day {
  return local.slice(0, 10);
}

/**
 * The sends of a schedule on the days of a span, in order. Undefined if the schedule has no readable start, so that its sends
 * aren't known; empty for types that are sent when something happens.
 */
export function sendsIn(deliveryType: string, schedule: JsonObject, asked: SpanAsked): Send[] | undefined {
  if (!isScheduled(deliveryType)) return [];
  const [start, isAtOnce] = [startInstant(schedule), sendsAtOnce(deliveryType, schedule)];
  if (Number.isNaN(start) && !isAtOnce) return undefined;
  const { start_time: text, delivery_type: type } = schedule;
  const zone = typeof schedule.timezone === 'string' ? schedule.timezone : 'UTC';
  const isOnce = deliveryType === 'ONE_TIME';
  return sendDays(deliveryType, schedule, asked).map((day): Send => {
    if (isAtOnce) return { at: 'at-once', local: clockAt(asked.now, zone), zone };
    if (isOnce && type === 'SEND_IN_USER_TIMEZONE' && typeof text === 'string') {
      const local = hasOffset(text) ? clockAt(start, zone) : text;
      return { at: firstInstant(schedule), local, zone: null };
    }
    const at = isOnce ? start : sendInstant(schedule, day);
    return { at, local: clockAt(at, zone), zone };
  });
}

/** The next sends of a schedule, `now` included, at most so many. Undefined if they aren't known. */
export function nextSends(
  deliveryType: string,
  schedule: JsonObject,
  { now, atMost }: { readonly now: number; readonly atMost: number },
): Send[] | undefined {
  const start = startInstant(schedule);
  // A send of today may be over.
  const from = dayAt(start > now ? start : now, schedule.timezone);
  const span = { from, to: daysAfter(from, CALENDAR_YEARS * 366), atMost: atMost + 1 };
  return sendsIn(deliveryType, schedule, { span, now })
    ?.filter((send) => !isOver(send, now))
    .slice(0, atMost);
}

/** Whether a send was due before an instant. */
export function isOver({ at }: Send, now: number): boolean {
  return at !== 'at-once' && at < now;
}

/** An instant in UTC, or `at-once`, as documents have it. */
export function instantText({ at }: Send): string {
  return at === 'at-once' ? at : new Date(at).toISOString();
}

/** A campaign as far as its sends are concerned. */
export type Sending = Pick<
  PlannedCampaign,
  'key' | 'desired' | 'live' | 'liveStatus' | 'components' | 'steps' | 'transition' | 'verdict'
>;

/** How a plan changes a send: it adds it, changes what is sent, or prevents it. */
export type SendChange = 'new' | 'changed' | 'stopped';

export interface PlannedSend extends Send {
  readonly change: SendChange | null;
}

/** The components of a campaign before a plan or after it, or as its file wants them; as files spell them. */
export function componentsOf(campaign: Sending, when: 'before' | 'after' | 'wanted'): Components {
  const { desired, live, components: changes } = campaign;
  const { scheduling_details: schedule, ...others } = live?.components ?? {};
  const own: Components = schedule ? { ...others, scheduling_details: written(schedule) } : others;
  const entries = COMPONENTS.flatMap((name) => {
    const change = changes.find((one) => one.name === name);
    const isLive = change && live && when !== 'wanted' && (when === 'before' || !isSent(change, campaign));
    // Live may show a start without its day (open point W5).
    const kept = name === 'scheduling_details' && live ? scheduleBefore(live, change?.applied) : own[name];
    const value = isLive ? kept : (desired?.components[name] ?? own[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

/** The status after a plan; undefined for a campaign that couldn't be read, or that doesn't exist and isn't created. */
export function statusAfter(campaign: Sending): CampaignStatus | undefined {
  const { transition, liveStatus, verdict } = campaign;
  if (transition && isMoved(campaign)) return transition.to;
  return liveStatus ?? (verdict === 'create' ? 'DRAFT' : undefined);
}

/** The type that a campaign has in its file, otherwise in the service. */
export function typeOf({ desired, live }: Pick<Sending, 'desired' | 'live'>): string {
  return desired?.deliveryType ?? live?.deliveryType ?? '';
}

/** Whether it sends, or has sent: one that is sent repeatedly is SENT between its sends. */
function sends(status: CampaignStatus | null | undefined): boolean {
  return status === 'SENT' || SENDING_STATUSES.some((one) => one === status);
}

/** Whether it sends after a plan, at its times or whenever users trigger it. */
export function isSendingAfter(campaign: Sending): boolean {
  const status = statusAfter(campaign);
  return sends(status) && !(status === 'SENT' && typeOf(campaign) === 'ONE_TIME');
}

/**
 * The sends of a campaign on the days of a span, also those that a plan prevents and those that are over. Undefined if it
 * sends, but its times aren't known; empty if events trigger it.
 */
export function plannedSends(campaign: Sending, { span, now }: SpanAsked): PlannedSend[] | undefined {
  const { liveStatus, steps } = campaign;
  const [was, will] = [sends(liveStatus), sends(statusAfter(campaign))];
  if (!was && !will) return [];
  const { scheduling_details: schedule = {} } = componentsOf(campaign, will ? 'after' : 'before');
  const change = !was ? 'new' : !will ? 'stopped' : steps.length > 0 ? 'changed' : null;
  const isDone = will && !isSendingAfter(campaign);
  return sendsIn(typeOf(campaign), schedule, { span, now })?.flatMap((send): PlannedSend[] => {
    const isPast = isOver(send, now);
    // What is live and was sent at once has been sent, at a time that isn't known.
    if (change !== 'new' && send.at === 'at-once') return [];
    if (isPast ? change === 'new' : isDone) return [];
    return [{ ...send, change: isPast ? null : change }];
  });
}

/** When a campaign sends next if the plan is applied: an instant in UTC or `at-once`; undefined if never, or unknown. */
export function nextSendOf(campaign: Sending, now: number): string | undefined {
  const upcoming = upcomingSends(campaign, { now, atMost: 1 });
  const [next] = upcoming.if === 'sending' ? (upcoming.sends ?? []) : [];
  return next && instantText(next);
}

/** What is said of the next sends of a campaign: only of one that sends are they certain. */
export type SendsIf = 'sending' | 'published' | 'resumed' | 'ended' | 'unreadable';

export interface UpcomingSends {
  readonly if: SendsIf;
  /** Undefined if the times aren't known; empty if there are none, or events trigger it. */
  readonly sends: readonly Send[] | undefined;
}

/** The next sends of a campaign, at most so many; those of a draft or a paused campaign as if it were started now. */
export function upcomingSends(
  campaign: Sending,
  asked: { readonly now: number; readonly atMost: number },
): UpcomingSends {
  const status = statusAfter(campaign) ?? 'DRAFT';
  const isSending = isSendingAfter(campaign);
  if (campaign.verdict === 'unknown') return { if: 'unreadable', sends: [] };
  if (!isSending && status !== 'DRAFT' && status !== 'PAUSED') return { if: 'ended', sends: [] };
  const { scheduling_details: schedule = {} } = componentsOf(campaign, isSending ? 'after' : 'wanted');
  return {
    if: isSending ? 'sending' : status === 'PAUSED' ? 'resumed' : 'published',
    sends: nextSends(typeOf(campaign), schedule, asked)?.filter(
      ({ at }) => at !== 'at-once' || !sends(campaign.liveStatus),
    ),
  };
}

/** The segments that get a campaign after a plan. */
export function segmentsOf(campaign: Sending): string[] {
  return segmentsIn(componentsOf(campaign, 'after').segmentation_details?.included_filters);
}

/** The sends of a campaign by the segments that get them. Those that a plan prevents don't count. */
export function sendsToSegments(campaign: Sending, planned: readonly PlannedSend[]) {
  const segments = segmentsOf(campaign);
  return planned
    .filter(({ change }) => change !== 'stopped')
    .flatMap((send) => segments.map((segment) => ({ key: campaign.key, day: dayOf(send), segment })));
}

/** The days with more sends to a segment than `sends_per_day` allows, in order. Sends of exempt campaigns don't count. */
export function crowdedDays(
  sends: ReturnType<typeof sendsToSegments>,
  rule: SendLimit | undefined,
): Crowded[] {
  if (!rule) return [];
  const counted = sends.filter(({ key }) => ruleFor(rule, key));
  return groupBy(counted, ({ day, segment }) => JSON.stringify([day, segment]))
    .flatMap(([first, ...others]): Crowded[] =>
      first && others.length >= rule.atMost
        ? [{ day: first.day, segment: first.segment, count: others.length + 1, atMost: rule.atMost }]
        : [],
    )
    .sort((one, other) => byCodeUnit(one.day, other.day) || byCodeUnit(one.segment, other.segment));
}

/** The names of the segments in a group of filters, each once. Specification, Filters: `custom_segments` names its segment. */
export function segmentsIn(group: JsonValue | undefined): string[] {
  return [...new Set(namesIn(group))];
}

function namesIn(value: JsonValue | undefined): string[] {
  if (isList(value)) return value.flatMap(namesIn);
  if (!isJsonObject(value)) return [];
  if (value.filter_type === 'custom_segments' && typeof value.name === 'string') return [value.name];
  return namesIn(value.filters);
}
