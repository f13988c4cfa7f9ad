import { COMPONENTS, SENDING_STATUSES, type CampaignStatus, type Components } from './campaign.ts';
import { isMoved, isSent, type PlannedCampaign } from './plan.ts';
import { written } from './read-view.ts';
import { segmentsIn } from './segments.ts';
import { dayOf, instantText, isOver, nextSends, sendsIn, type Send } from './sends.ts';
import type { SendToSegment } from './crowded.ts';
import type { DaySpan } from './schedule.ts';
import { scheduleBefore } from './timing.ts';

// What goes out once a plan is applied. A blocked change doesn't count: what is live is sent then.

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
export function plannedSends(
  campaign: Sending,
  { span, now }: { readonly span: DaySpan; readonly now: number },
): PlannedSend[] | undefined {
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
export function sendsToSegments(campaign: Sending, planned: readonly PlannedSend[]): SendToSegment[] {
  const segments = segmentsOf(campaign);
  return planned
    .filter(({ change }) => change !== 'stopped')
    .flatMap((send) => segments.map((segment) => ({ key: campaign.key, day: dayOf(send), segment })));
}
