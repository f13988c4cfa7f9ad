import { isJsonObject, isList, type JsonValue } from './json.ts';
import { MINUTE_MS, SECOND_MS } from './time.ts';

const SHOWN_CHARS = 60;

/** Shortens a text or name from a file for a message, without splitting a character, and with what nobody sees as codes. */
export function clip(text: string): string {
  return codedText(cut(text));
}

function cut(text: string): string {
  if (text.length <= SHOWN_CHARS) return text;
  return `${text.slice(0, SHOWN_CHARS - 1).replace(/\p{Surrogate}$/u, '')}…`;
}

/** Names in a sentence: all of them, or as many as fit into a message. */
export function nameList(names: readonly string[]): string {
  return firstFew(names.map(clip), 20);
}

/** `a, b, c and 2 more`: at most that many names, of `count`. */
export function firstFew(names: readonly string[], most: number, count = names.length): string {
  const more = count - most;
  return names.slice(0, most).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** A value from a file, as messages show it. */
export function show(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return 'nothing';
  if (isList(value)) return 'a list';
  if (isJsonObject(value)) return 'a map';
  return typeof value === 'string' ? codedText(JSON.stringify(cut(value))) : String(value);
}

/** A plain value from a file without quotes, for a sentence. */
export function bare(value: JsonValue | undefined): string {
  return typeof value === 'string' ? cut(value) : show(value);
}

/**
 * Characters that a reader can't see or that mislead: control characters except tabs and line feeds, lone surrogates,
 * marks that reverse text (Unicode TR 9), zero-width spaces and fillers, tag characters, and variation selectors that no
 * emoji uses. Joiners stay, because scripts and emoji need them.
 */
const UNSEEN =
  /(?![\t\n])\p{Cc}|\p{Cs}|[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]/gu;

/** A text in which each invisible or misleading character is replaced, with its code if nothing else is named: `\u202e`. */
export function visibleText(text: string, shownAs = codeOf): string {
  return text.replace(UNSEEN, shownAs);
}

function codeOf(found: string): string {
  return `\\u${(found.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}

/** The same, with codes also for odd blanks, and for accents that are characters of their own. */
export function codedText(text: string): string {
  const composed = new Set(text.normalize('NFC'));
  return visibleText(text).replace(/(?! )\p{Z}|\P{ASCII}/gu, (one) =>
    /\p{Z}/u.test(one) || !composed.has(one) ? codeOf(one) : one,
  );
}

/** What a reader sees of a text: number and kind of blanks, invisible characters and the form of accents don't count. */
export function looks(text: string): string {
  return visibleText(text.normalize('NFC'), () => '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Two texts, with codes in place of what makes the difference if they look the same. */
export function toldApart(one: string, other: string): readonly [string, string] {
  if (one === other || looks(one) !== looks(other)) return [one, other];
  const coded = (text: string) =>
    codedText(text).replace(/^[^\S\n]+|[^\S\n]+$|(?<=\s)[^\S\n]+|[\t\r]/gm, (blanks) =>
      Array.from(blanks, codeOf).join(''),
    );
  return [coded(one), coded(other)];
}

/** `1 campaign`, `2 campaigns`. */
export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : plural(noun)}`;
}

/** `41,000` */
export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

function plural(noun: string): string {
  if (noun.endsWith('ch')) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

// How all texts show times: `2031-01-03 16:00 UTC`. A time at which something happened is cut. A time to wait for is
// rounded up, so that waiting until then is long enough.

/** `2031-01-03 16:00`: the day and the minute of an ISO date-time, in its own time zone. */
export function minuteOf(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}

/** `Fri 2031-01-03 16:00 Europe/Berlin`. The default zone is UTC (V14), and an offset in the time wins (V19). */
export function scheduledMinute(time: string, zone: string | undefined): string {
  const words = weekdayMinute(time);
  return SCHEDULED.exec(time)?.[3] === undefined ? `${words} ${zone ?? 'UTC'}` : words;
}

/** `Fri 2031-01-03 16:00`: the same without the zone, but with an offset. Only zero seconds are left out. */
export function weekdayMinute(time: string): string {
  const [, day = '', clock = '', offset = ''] = SCHEDULED.exec(time) ?? [];
  const weekday = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()];
  if (weekday === undefined) return time;
  return `${weekday} ${day} ${clock}${offset === '' ? '' : ` UTC${offset.replace('Z', '')}`}`;
}

/** `Fri 2031-01-03` */
export function weekday(day: string): string {
  return weekdayMinute(`${day}T00:00`).slice(0, -6);
}

const SCHEDULED = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::(?!00)\d\d)?)(?::00)?(?:\.0+)?(Z|[+-]\d\d:?\d\d)?$/;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** `2031-01-03 16:00 UTC`: when something happened, an instant in UTC. */
export function utcMinute(iso: string): string {
  return `${minuteOf(iso)} UTC`;
}

/** `2031-01-03 16:00:00 UTC`, or `2031-01-03 16:01 UTC`: the time to wait for. */
export function utcFrom(epochMs: number, unit: 'second' | 'minute' = 'second'): string {
  const unitMs = unit === 'minute' ? MINUTE_MS : SECOND_MS;
  const text = new Date(Math.ceil(epochMs / unitMs) * unitMs).toISOString().replace('T', ' ');
  return `${text.slice(0, unit === 'minute' ? 16 : 19)} UTC`;
}
