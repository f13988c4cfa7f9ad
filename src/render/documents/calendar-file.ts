import type { Calendar, CalendarSend } from '../../model/calendar.ts';
import { audienceIn, described } from '../rows/calendar-rows.ts';
import { timingOf } from '../rows/timing.ts';
import { visibleLine } from '../text-layout.ts';

/** RFC 5545, 3.1: a line has at most so many octets, without its end. */
const LINE_OCTETS = 75;

/**
 * A calendar for calendar programs (RFC 5545): an event for each send with a known time, in UTC, so that no program has to know
 * the rules of a time zone. `now` (epoch ms) is the time of what is sent at once.
 */
export function calendarFile(
  { sends }: Calendar,
  { workspace, now }: { readonly workspace: string; readonly now: number },
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//campaign-reconciler//calendar//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escaped(`Campaigns · ${workspace}`)}`,
    ...sends.flatMap((send) => eventLines(send, { workspace, now })),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function eventLines(
  { campaign, change, at, local }: CalendarSend,
  { workspace, now }: { readonly workspace: string; readonly now: number },
): string[] {
  const words = described(campaign);
  const { channel, deliveryType } = words;
  const marked = change === null ? '' : ` (${change})`;
  // A campaign that is sent once keeps its event if it moves.
  const which = deliveryType === 'ONE_TIME' ? '' : `@${local.slice(0, 10)}`;
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(`${campaign.key}${which}@${workspace}.campaigns`)}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(at === 'at-once' ? now : at)}`,
    `SUMMARY:${escaped(`${campaign.key} · ${channel.toLowerCase()}${marked}`)}`,
    `DESCRIPTION:${escaped(`to: ${audienceIn(campaign)}\nwhen: ${visibleLine(timingOf(words))}`)}`,
    `STATUS:${change === 'stopped' ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** `20311201T080000Z` */
function stamp(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** RFC 5545, 3.3.11: what has a meaning in a text. */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');
}

/** RFC 5545, 3.1: a long line goes on after a line break and a space. Characters stay whole. */
function folded(line: string): string {
  let [whole, octets] = ['', 0];
  for (const character of line) {
    const size = octetsOf(character);
    const isFull = octets + size > LINE_OCTETS;
    whole += isFull ? `\r\n ${character}` : character;
    octets = isFull ? 1 + size : octets + size;
  }
  return whole;
}

/** In UTF-8. */
function octetsOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4;
}
