import type { Calendar } from '../../model/calendar.ts';
import type { Plan, PlannedCampaign } from '../../model/plan.ts';
import { typeOf, type UpcomingSends } from '../../model/planned-sends.ts';
import { counted } from '../../model/show.ts';
import { indent, padTo, widthOf, wrap } from '../columns.ts';
import {
  calendarDays,
  calendarNotes,
  dayWords,
  described,
  upcomingRows,
  upcomingTitle,
  type CalendarDay,
} from '../rows/calendar-rows.ts';
import { contextWords } from '../rows/plan-words.ts';
import { peopleLine } from '../rows/people.ts';
import { readingOf, type Words } from '../rows/reach.ts';
import { statusOf } from '../rows/row.ts';
import type { Layout } from './paint.ts';
import { campaignLines, stateWords } from './state-texts.ts';

/** What goes out, day by day, for a terminal; below it, what has no date, and what the calendar can't know. */
export function calendarText(calendar: Calendar, plan: Plan, { columns, paint }: Layout): string {
  const { from, to, sends } = calendar;
  const title = `${dayWords(from)} to ${dayWords(to)} · ${counted(sends.length, 'send')}`;
  const days = calendarDays(calendar);
  const lines = dayLines(days, columns);
  const notes = [...calendarNotes(calendar), ...contextWords(plan)].flatMap((text) => wrap(text, columns));
  const body = days.flatMap(({ warnings }, day) => [
    ...(lines[day] ?? []),
    ...warnings.flatMap((text) =>
      indent(wrap(text, columns - WARNING), WARNING).map((line) => paint.warn(line)),
    ),
  ]);
  return [
    `${paint.strong(`Sends of ${plan.workspace}`)} · ${title}`,
    ...(body.length === 0 ? [] : ['', ...body]),
    '',
    ...notes.map((line) => paint.faint(line)),
    '',
  ].join('\n');
}

const WARNING = 2;

/** The lines of each day. The day is said once. */
function dayLines(days: readonly CalendarDay[], columns: number): (readonly string[])[] {
  const width = Math.max(0, ...days.map(({ title }) => widthOf(title)));
  const rows = days.flatMap(({ title, sends }, day) =>
    sends.map(({ time, key, channel, audience, people, changed }, at) => ({
      day,
      row: {
        key: `${padTo(at === 0 ? title : '', width)}  ${time}`,
        beside: [key, channel],
        below: [audience, people, changed],
      },
    })),
  );
  const lines = campaignLines(
    rows.map(({ row }) => row),
    columns,
  );
  return days.map((_, day) => rows.flatMap((one, at) => (one.day === day ? (lines[at] ?? []) : [])));
}

export interface ShowOptions extends Layout {
  readonly upcoming: UpcomingSends;
  /** The time zone of whoever reads it. */
  readonly readerZone: string;
}

/** A campaign in words with its next sends, for a terminal. */
export function showText(campaign: PlannedCampaign, plan: Plan, options: ShowOptions): string {
  const { columns, paint, upcoming, readerZone } = options;
  const { key, campaignId, file } = campaign;
  const campaignWords = described(campaign, 'wanted');
  const words = [...readingOf(campaignWords), ...peopleLine(campaign)];
  const { channel, deliveryType } = campaignWords;
  const state = [statusOf(campaign), stateWords(campaign, 'no file'), campaignId ?? ''];
  return [
    ...wrap(`${paint.strong(key)} · ${channel} · ${deliveryType} · ${plan.workspace}`, columns),
    ...wrap([...new Set(state), file ?? ''].filter(Boolean).join(' · '), columns),
    '',
    ...wordLines(words, columns),
    '',
    ...wrap(upcomingTitle(upcoming, typeOf(campaign)), columns),
    ...indent(upcomingRows(upcoming, readerZone), INDENT),
    ...contextWords(plan).flatMap((text) => ['', ...wrap(text, columns).map((line) => paint.faint(line))]),
    '',
  ].join('\n');
}

/** Each label beside its value, or above it if there is no room. */
export function wordLines(words: readonly Words[], columns: number): string[] {
  const labels = Math.min(LABEL_AT_MOST, Math.max(0, ...words.map(({ label }) => widthOf(label))));
  const below = labels + 2 * INDENT;
  const isBeside = columns - below >= VALUE_AT_LEAST;
  return words.flatMap(({ label, value }) => {
    const [first = '', ...more] = wrap(value, columns - (isBeside ? below : 2 * INDENT));
    if (!isBeside || widthOf(label) > labels)
      return [...indent([label], INDENT), ...indent([first, ...more], isBeside ? below : 2 * INDENT)];
    return indent([`${padTo(label, labels)}  ${first}`, ...indent(more, labels + INDENT)], INDENT);
  });
}

const INDENT = 2;
/** Columns of a label beside its value, and those that a value needs there. */
const LABEL_AT_MOST = 28;
const VALUE_AT_LEAST = 30;
