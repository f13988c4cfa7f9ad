import { CHANNELS, DELIVERY_TYPES } from '../../model/campaign.ts';
import type { Calendar, CalendarSend } from '../../model/calendar.ts';
import { groupBy } from '../../model/grouping.ts';
import type { Crowded, PlannedCampaign } from '../../model/plan.ts';
import {
  componentsOf,
  dayOf,
  typeOf,
  type SendChange,
  type UpcomingSends,
} from '../../model/planned-sends.ts';
import type { Day } from '../../model/schedule.ts';
import { localAt } from '../../model/local-time.ts';
import { counted, nameList, scheduledMinute, weekday, weekdayMinute } from '../../model/show.ts';
import { visibleLine } from '../text-layout.ts';
import { peopleNumber } from './people.ts';
import { recipientsOf, type Described } from './reach.ts';
import { nextWords, timingOf } from './timing.ts';

// Sends in words: those of a calendar day by day, and the next ones of a campaign.

/** One send, as each medium shows it. */
export interface SendRow {
  /** `09:00 Berlin`, `at once` */
  readonly time: string;
  readonly key: string;
  readonly channel: string;
  readonly audience: string;
  /** `about 41,000`; empty if unknown. */
  readonly people: string;
  readonly change: SendChange | null;
  /** What the plan does to it: `changed by #214`; empty if nothing. */
  readonly changed: string;
}

export interface CalendarDay {
  /** `Mon 1 Dec 2031` */
  readonly title: string;
  readonly sends: readonly SendRow[];
  /** The segments that get more than the team allows. */
  readonly warnings: readonly string[];
}

/** The days on which something is sent, in order; last what has no known time. */
export function calendarDays({ sends, crowded, undated }: Calendar): CalendarDay[] {
  const days = groupBy(sends, dayOf).map((those): CalendarDay => {
    const day = those[0] ? dayOf(those[0]) : '';
    const own = crowded.filter((one) => one.day === day);
    return { title: dayWords(day), sends: those.map(sendRow), warnings: own.map(crowdedWords) };
  });
  const unknown = undated.map((campaign) => rowOf(campaign, { time: 'unknown', change: null, changed: '' }));
  return [
    ...days,
    ...(unknown.length === 0 ? [] : [{ title: 'No known day', sends: unknown, warnings: [] }]),
  ];
}

function sendRow(send: CalendarSend): SendRow {
  const { campaign, change, pulls } = send;
  const by =
    pulls.length === 0 ? '' : ` ${BESIDE[change ?? 'changed']} ${pulls.map((one) => `#${one}`).join(', ')}`;
  return rowOf(campaign, { time: timeWords(send), change, changed: change === null ? '' : change + by });
}

const BESIDE: Readonly<Record<SendChange, string>> = { new: 'in', changed: 'by', stopped: 'by' };

function rowOf(campaign: PlannedCampaign, more: Pick<SendRow, 'time' | 'change' | 'changed'>): SendRow {
  const { channel } = described(campaign);
  const own = { audience: audienceIn(campaign), people: peopleNumber(campaign.people) };
  return { ...more, ...own, key: campaign.key, channel: channel.toLowerCase() };
}

/** Whom a campaign reaches once the plan is applied, on one line. */
export function audienceIn(campaign: PlannedCampaign): string {
  const { components, deliveryType } = described(campaign);
  return visibleLine(recipientsOf(components.segmentation_details, deliveryType));
}

/** Whom a campaign reaches, and when, once the plan is applied, on one line each. */
export function reachOf(campaign: PlannedCampaign) {
  const words = described(campaign);
  return {
    to: audienceIn(campaign),
    when: visibleLine(timingOf(words) + nextWords(words, campaign.nextSend)),
  };
}

/** A campaign as it will be once the plan is applied, or as its file wants it. */
export function described(campaign: PlannedCampaign, when: 'after' | 'wanted' = 'after'): Described {
  const { desired, live } = campaign;
  // Campaigns of other kinds are never managed.
  const channel = desired?.channel ?? CHANNELS.find((one) => one === live?.channel) ?? 'EMAIL';
  const deliveryType = DELIVERY_TYPES.find((one) => one === typeOf(campaign)) ?? 'ONE_TIME';
  return { channel, deliveryType, components: componentsOf(campaign, when) };
}

/** The city of a time zone tells enough beside a time. */
function timeWords({ campaign, ...send }: CalendarSend): string {
  if (send.at === 'at-once') return 'at once';
  const time = send.local.slice(11, 16);
  const { scheduling_details: schedule = {} } = componentsOf(campaign, 'after');
  const from = schedule.delivery_type === 'SEND_IN_BTS' ? 'from ' : '';
  const city = send.zone?.split('/').at(-1)?.replaceAll('_', ' ');
  return city === undefined ? `${time} everywhere` : `${from}${time} ${city}`;
}

/** `Mon 1 Dec 2031` */
export function dayWords(day: Day): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${weekday(day).slice(0, 3)} ${Number(date)} ${MONTHS[Number(month) - 1] ?? ''} ${year}`;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function crowdedWords({ day, segment, count, atMost }: Crowded): string {
  return `${visibleLine(segment)} gets ${counted(count, 'message')} on ${dayWords(day)} (team rule: at most ${atMost})`;
}

/** What a calendar doesn't show, and why, a sentence each. */
export function calendarNotes({ triggered, drafts, blocked }: Calendar): string[] {
  const count = (number: number, words: string) =>
    number === 0 ? [] : [words.replace('{}', counted(number, 'campaign'))];
  return [
    ...count(triggered, 'Without a fixed time, because events trigger them: {}.'),
    ...count(drafts, 'Drafts, which are sent only once they are published: {}.'),
    ...(blocked.length === 0
      ? []
      : [`Blocked, although status: ACTIVE asks for it: ${nameList(blocked)}. To see why: campaigns plan`]),
    'Campaigns that no file manages are not shown.',
  ];
}

/** The next sends of a campaign, each by its own clock and, if it differs, by the reader's. */
export function upcomingRows({ sends }: UpcomingSends, readerZone: string): string[] {
  return (sends ?? []).map((send) => {
    const { at, local, zone } = send;
    if (at === 'at-once') return 'as soon as it is published';
    if (zone === null) return `${weekdayMinute(local)} in each user's time zone`;
    const there = localAt(at, readerZone);
    const isSame = there === undefined || there.slice(0, 16) === local.slice(0, 16);
    return `${scheduledMinute(local, zone)}${isSame ? '' : `  ${scheduledMinute(there, readerZone)}`}`;
  });
}

/** The heading of the next sends, which says how certain they are, or why there are none. */
export function upcomingTitle({ if: condition, sends }: UpcomingSends, deliveryType: string): string {
  const isTriggered = !['ONE_TIME', 'PERIODIC'].includes(deliveryType);
  switch (condition) {
    case 'ended':
      return 'No more sends: it has ended.';
    case 'unreadable':
      return 'Next sends are unknown, because what is live is unknown.';
    case 'sending':
    case 'published':
    case 'resumed': {
      const once = condition === 'sending' ? '' : `, once it is ${condition}`;
      if (isTriggered) return `Sent whenever it is triggered${once}.`;
      if (sends === undefined) return 'Next sends are unknown: its schedule has no start.';
      return sends.length === 0 ? 'No more sends: its times are over.' : `Next sends${once}`;
    }
  }
}
