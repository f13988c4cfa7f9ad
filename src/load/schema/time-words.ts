import type { Correction } from '../../model/findings.ts';
import { valueAt, type JsonValue } from '../../model/json.ts';
import { localAt } from '../../model/local-time.ts';
import { bare, show } from '../../model/show.ts';

// What is wrong with a date and time, and which one was meant. A correction is certain only if the text can be read in
// just one way.

interface TimeFinding {
  readonly message: string;
  readonly hint: string;
  readonly fix?: Correction;
}

const EXAMPLE = '2031-05-04T09:00:00';
const FORM = `write a time such as ${EXAMPLE}: the year, month and day, a T, and the time of day`;

/** Where a time is written. */
interface TimePlace {
  /** It has no offset. */
  readonly isLocal: boolean;
  /** The campaign, for its time zone. */
  readonly body?: JsonValue;
}

/** What to say about a text in place of a date and time. */
export function timeFinding(text: string, { isLocal, body }: TimePlace): TimeFinding {
  const read = readTime(text);
  if (read === undefined) return { message: `${show(text)} isn't a date and time`, hint: FORM };
  const impossible = impossiblePart(read);
  if (impossible) return { message: `${show(text)} isn't possible: ${impossible.why}`, hint: impossible.way };
  const { dates, time, isInOrder } = read;
  const offset = /^(?:utc|gmt)$/i.test(read.offset) ? 'Z' : read.offset;
  const zone = bare(valueAt(body, ['scheduling_details', 'timezone']));
  if (/^[a-z]{2}/i.test(offset)) {
    const hint = `remove ${offset}: without it, this is the time in ${zone === 'nothing' ? 'timezone' : zone}`;
    return { message: `${show(text)} ends with ${offset}, but the time zone belongs in timezone`, hint };
  }
  if (isLocal && offset !== '') {
    const message = `${show(text)} ends with ${read.offset}, but start_time is the local time in timezone`;
    const instant = Date.parse(`${dates.map(isoDate).join('')}T${time ? isoTime(time) : ''}${offset}`);
    const local = Number.isNaN(instant) ? undefined : localAt(instant, zone);
    const hint =
      local === undefined
        ? `write a time such as ${EXAMPLE}, without Z or +01:00 at the end`
        : `write ${local}, which is that time in ${zone}`;
    return { message, hint };
  }
  const message = `${show(text)} ${fault(read)}`;
  const written = dates.map((date) => `${isoDate(date)}T${time ? isoTime(time) : '09:00:00'}${offset}`);
  const [only = '', ...others] = written;
  const choices = eitherOf(dates, written);
  if (time === undefined) {
    const what = isInOrder ? 'add the time of day' : 'write the year first, and add the time of day';
    return { message, hint: `${what}, for example ${choices}` };
  }
  const isCertain = others.length === 0 && time.half === '';
  return { message, hint: `write ${choices}`, ...(isCertain && { fix: { was: text, put: only } }) };
}

/** What to say about a date, perhaps with a time, that doesn't begin with its year; undefined for any other text. */
export function dateFinding(text: string): TimeFinding | undefined {
  const read = readTime(text);
  if (read === undefined || read.isInOrder) return undefined;
  const { time, offset } = read;
  const dates = read.dates.filter(exists);
  const written = dates.map((date) => `${isoDate(date)}${time ? `T${isoTime(time)}${offset}` : ''}`);
  const [only, ...others] = written;
  const hint = only === undefined ? 'write a date such as 2031-05-04' : `write ${eitherOf(dates, written)}`;
  const isCertain = only !== undefined && others.length === 0;
  const fix = isCertain ? { was: text, put: only } : undefined;
  return { message: `${show(text)} ${fault(read)}`, hint, ...(fix && { fix }) };
}

/** The dates that a text may mean, as they should be written. */
function eitherOf(dates: readonly CalendarDate[], written: readonly string[]): string {
  const [only = '', ...others] = written;
  if (others.length === 0) return only;
  return dates.map((date, index) => `${written[index] ?? ''} for ${dayWords(date)}`).join(', or ');
}

/** `TUESDAY`: the weekday of the date with which a text begins. */
export function weekdayOf(text: JsonValue | undefined): string | undefined {
  const [date] = /^\d{4}-\d\d-\d\d/.exec(bare(text)) ?? [];
  const instant = Date.parse(date ?? '');
  if (Number.isNaN(instant)) return undefined;
  const name = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' }).format(instant);
  return name.toUpperCase();
}

interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** A fraction of a second with its point, or nothing. */
  readonly fraction: string;
  /** `am`, `pm` or nothing. */
  readonly half: string;
}

interface ReadTime {
  readonly text: string;
  /** The dates that the text may mean. */
  readonly dates: readonly CalendarDate[];
  /** Year, month and day, in this order. */
  readonly isInOrder: boolean;
  readonly time: TimeOfDay | undefined;
  readonly offset: string;
}

const DATE = /^(\d{1,4})([-./])(\d{1,2})\2(\d{1,4})/;
const TIME =
  /^(?:\s*t|,?\s)\s*(\d{1,2})(?::(\d{1,2}))?(?::(\d{1,2})(\.\d+)?)?\s*(am|pm|)\s*(z|utc|gmt|[a-z]{1,3}t|mes?z|[a-z_]+(?:\/[a-z_]+)+|[+-]\d\d:?\d\d|)$/i;

function readTime(text: string): ReadTime | undefined {
  const trimmed = text.trim();
  const [date, first = '', separator, second = '', third = ''] = DATE.exec(trimmed) ?? [];
  if (date === undefined) return undefined;
  const isInOrder = first.length === 4;
  if (isInOrder ? third.length > 2 : first.length > 2 || third.length !== 4) return undefined;
  const rest = trimmed.slice(date.length);
  const [time, hour, minute, seconds = '0', fraction = '', half = '', offset = ''] = TIME.exec(rest) ?? [];
  if (rest !== '' && (time === undefined || (minute === undefined && half === ''))) return undefined;
  const [a, b, c] = [Number(first), Number(second), Number(third)];
  const dayFirst = { day: a, month: b, year: c };
  const monthFirst = { month: a, day: b, year: c };
  const inEitherOrder = separator === '/' ? [monthFirst, dayFirst] : [dayFirst, monthFirst];
  return {
    text: trimmed,
    dates: isInOrder ? [{ year: a, month: b, day: c }] : a === b ? [dayFirst] : inEitherOrder.filter(exists),
    isInOrder,
    time:
      time === undefined
        ? undefined
        : {
            hour: Number(hour),
            minute: Number(minute ?? 0),
            second: Number(seconds),
            fraction,
            half: half.toLowerCase(),
          },
    offset: offset.includes('/') ? offset : offset.toUpperCase(),
  };
}

interface Impossible {
  readonly why: string;
  readonly way: string;
}

function impossiblePart({ dates, time, isInOrder }: ReadTime): Impossible | undefined {
  const [date] = dates;
  if (!date) return { why: 'there is no such day', way: FORM };
  if (!exists(date)) return impossibleDay(date, isInOrder ? time : undefined);
  return time && impossibleTime(date, time);
}

/** Why the calendar doesn't have a date. */
export function whyImpossible(date: CalendarDate): string {
  return impossibleDay(date, undefined).why;
}

function impossibleDay(date: CalendarDate, time: TimeOfDay | undefined): Impossible {
  const { year, month, day } = date;
  if (month >= 1 && month <= 12)
    return { why: `there is no ${dayWords(date)}`, way: 'check the month and the day' };
  const swapped = { year, month: day, day: month };
  const order = 'the month comes before the day';
  const way = exists(swapped)
    ? `${order}: for ${dayWords(swapped)}, write ${isoDate(swapped)}T${time ? isoTime(time) : '09:00:00'}`
    : 'write the month as a number from 01 to 12';
  return { why: `there is no month ${month}`, way };
}

function impossibleTime(date: CalendarDate, time: TimeOfDay): Impossible | undefined {
  const { hour, minute, second, half } = time;
  if (half !== '' && (hour < 1 || hour > 12))
    return {
      why: `there is no ${hour} ${half}`,
      way: 'write the hour as a number from 00 to 23, without am or pm',
    };
  if (hour === 24 && minute === 0 && second === 0) {
    const next = new Date(Date.UTC(date.year, date.month - 1, date.day + 1)).toISOString().slice(0, 10);
    return { why: 'there is no hour 24', way: `for midnight at the end of that day, write ${next}T00:00:00` };
  }
  if (hour > 23) return { why: `there is no hour ${hour}`, way: 'write the hour as a number from 00 to 23' };
  if (minute > 59)
    return { why: `there is no minute ${minute}`, way: 'write the minute as a number from 00 to 59' };
  return second > 59
    ? { why: `there is no second ${second}`, way: 'write the second as a number from 00 to 59' }
    : undefined;
}

/** The one thing that is wrong with a time that exists. */
function fault({ text, isInOrder, time }: ReadTime): string {
  if (!isInOrder) return "doesn't have the order year, month, day";
  if (time === undefined) return 'has no time of day';
  if (time.half !== '') return `has ${time.half}, but hours are numbers from 00 to 23`;
  if (!/^\d+-\d+-\d/.test(text)) return 'needs hyphens between the year, the month and the day';
  const [, month = '', day = '', between = '', hour = ''] = /^\d+-(\d+)-(\d+)([^\d]+)(\d+)/.exec(text) ?? [];
  if (between !== 'T') return 'needs a T between the date and the time';
  const short = { month, day, hour };
  const part =
    Object.entries(short).find(([, digits]) => digits.length < 2)?.[0] ?? 'minutes and the seconds';
  return `needs two digits for the ${part}`;
}

/** Whether the calendar has a date. */
function exists({ year, month, day }: CalendarDate): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** `October 12` */
function dayWords({ month, day }: Pick<CalendarDate, 'month' | 'day'>): string {
  return `${MONTHS[month - 1] ?? ''} ${day}`;
}

function isoDate({ year, month, day }: CalendarDate): string {
  return [String(year).padStart(4, '0'), twoDigits(month), twoDigits(day)].join('-');
}

function isoTime({ hour, minute, second, fraction, half }: TimeOfDay): string {
  const hours = half === '' ? hour : (hour % 12) + (half === 'pm' ? 12 : 0);
  return `${[hours, minute, second].map(twoDigits).join(':')}${fraction}`;
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0');
}
