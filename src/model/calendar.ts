import type { CampaignKey } from './campaign.ts';
import { byCodeUnit } from './json.ts';
import type { Crowded, Plan, PlannedCampaign } from './plan.ts';
import {
  crowdedDays,
  dayOf,
  isSendingAfter,
  plannedSends,
  sendsToSegments,
  statusAfter,
  typeOf,
  type PlannedSend,
} from './planned-sends.ts';
import { isScheduled, type Day } from './schedule.ts';
import type { SendLimit } from './team-rules.ts';

/** One send in a calendar. */
export interface CalendarSend extends PlannedSend {
  readonly campaign: PlannedCampaign;
  /** The pull requests that change it; empty if nothing does, or if they aren't known. */
  readonly pulls: readonly number[];
}

/** The pull requests whose merge makes, or made, what a plan does to a campaign; empty if they aren't known. */
export type PullsOf = (campaign: PlannedCampaign) => readonly number[];

/** What goes out between two days, both included, once a plan is applied. Days are those of each campaign's own clock. */
export interface Calendar {
  readonly from: Day;
  readonly to: Day;
  /** By day, then by time, then by key. */
  readonly sends: readonly CalendarSend[];
  readonly crowded: readonly Crowded[];
  /** Campaigns that may send, but whose times, or whose status, are unknown. */
  readonly undated: readonly PlannedCampaign[];
  /** The number of campaigns that are sent whenever users, or a business event, trigger them. */
  readonly triggered: number;
  /** The number of campaigns that are drafts, and whose files don't want them to be sent. */
  readonly drafts: number;
  /** Campaigns whose files want them to be sent, while something blocks that. */
  readonly blocked: readonly CampaignKey[];
}

interface CalendarOptions extends Pick<Calendar, 'from' | 'to'> {
  /** In epoch milliseconds. */
  readonly now: number;
  readonly rule: SendLimit | undefined;
  readonly pullsOf?: PullsOf;
}

/** The calendar of a plan of all campaigns. */
export function calendarOf(
  { campaigns }: Pick<Plan, 'campaigns'>,
  { from, to, now, rule, pullsOf = () => [] }: CalendarOptions,
): Calendar {
  const all = campaigns.map((campaign) => ({
    campaign,
    sends: campaign.verdict === 'unknown' ? undefined : plannedSends(campaign, { span: { from, to }, now }),
  }));
  const isWanted = ({ desired }: PlannedCampaign) => desired?.status === 'ACTIVE';
  const isDraft = (one: PlannedCampaign) =>
    one.verdict !== 'unknown' && (statusAfter(one) ?? 'DRAFT') === 'DRAFT';
  const drafts = campaigns.filter(isDraft);
  return {
    from,
    to,
    sends: all
      .flatMap(({ campaign, sends = [] }) => {
        const pulls = sends.some(({ change }) => change !== null) ? pullsOf(campaign) : [];
        return sends.map((send) => ({ ...send, campaign, pulls: send.change === null ? [] : pulls }));
      })
      .sort(inOrder),
    crowded: crowdedDays(
      all.flatMap(({ campaign, sends = [] }) => sendsToSegments(campaign, sends)),
      rule,
    ),
    undated: all.flatMap(({ campaign, sends }) => (sends ? [] : [campaign])),
    triggered: campaigns.filter((one) => isSendingAfter(one) && !isScheduled(typeOf(one))).length,
    drafts: drafts.filter((one) => !isWanted(one)).length,
    blocked: drafts.filter(isWanted).map(({ key }) => key),
  };
}

function inOrder(one: CalendarSend, other: CalendarSend): number {
  const instant = ({ at }: CalendarSend) => (at === 'at-once' ? -Infinity : at);
  const [left, right] = [instant(one), instant(other)];
  return (
    byCodeUnit(dayOf(one), dayOf(other)) ||
    (left === right ? byCodeUnit(one.campaign.key, other.campaign.key) : left - right)
  );
}
