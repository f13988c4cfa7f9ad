/** A local date and time, stored as if it were UTC, in milliseconds since 1970. */
type WallTime = number;

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** Offsets from UTC are shorter than a day, so the offsets a day before and a day after enclose every transition. */
const DAY_MS = 86_400_000;

/** Zones in the IANA database start with local mean time, and none of them leaves it before 1800. */
const MEAN_TIME_UNTIL = Date.UTC(1800, 0);

/**
 * The instant of an ISO date-time in an IANA time zone, in milliseconds since 1970. `null` if the date-time or the zone
 * is invalid. If the local time occurs twice, the earlier instant is used; if a daylight-saving gap skips it, it moves
 * to after the gap. An offset in the text takes precedence over the zone (open point V19).
 */
export function localTimeToInstant(text: string, zone: string): number | null {
  const parts = SHAPE.exec(text);
  if (!parts) return null;
  const wall = wallTime(parts);
  if (wall === null) return null;
  const offset = parts[8];
  if (offset !== undefined) return wall - offsetMs(offset);
  const format = zoneFormat(zone);
  return format === null ? null : instantOf(wall, format);
}

/** Whether a name is a zone of the IANA database. */
export function isTimeZone(zone: string): boolean {
  return zoneFormat(zone) !== null;
}

function instantOf(wall: WallTime, format: Intl.DateTimeFormat): number {
  const before = offsetAt(wall - DAY_MS, format);
  const after = offsetAt(wall + DAY_MS, format);
  const [earlier, later] = [wall - Math.max(before, after), wall - Math.min(before, after)];
  for (const candidate of [earlier, later]) {
    if (candidate + offsetAt(candidate, format) === wall) return candidate;
  }
  return wall - before;
}

/** How far the zone's local time is ahead of UTC at an instant. */
function offsetAt(at: number, format: Intl.DateTimeFormat): number {
  // `Date.UTC` treats years up to 99 as years of the 20th century, and formats don't show year 0.
  const instant = Math.max(at, MEAN_TIME_UNTIL);
  const part = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const of = (type: Intl.DateTimeFormatPartTypes): number => part.get(type) ?? 0;
  const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return wall - Math.floor(instant / 1000) * 1000;
}

function wallTime(parts: RegExpExecArray): WallTime | null {
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((part) => Number(part || 0));
  const millisecond = Math.floor(Number(`0.${parts[7] ?? '0'}`) * 1000);
  const wall = new Date(0);
  wall.setUTCFullYear(year ?? 0, (month ?? 0) - 1, day);
  wall.setUTCHours(hour ?? 0, minute, second, millisecond);
  // `Date` turns 30 February into 2 March. A date that doesn't round-trip doesn't exist.
  const exists = wall.toISOString().startsWith(`${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}:${parts[5]}`);
  return exists ? wall.getTime() : null;
}

function offsetMs(offset: string): number {
  if (offset === 'Z') return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
}

const formats = new Map<string, Intl.DateTimeFormat | null>();

/** Creating a format is slow and zone names come from requests, so a limited number of formats is cached. */
const FORMATS_KEPT = 1000;

function zoneFormat(zone: string): Intl.DateTimeFormat | null {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const made = makeZoneFormat(zone);
  if (formats.size < FORMATS_KEPT) formats.set(zone, made);
  return made;
}

function makeZoneFormat(zone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
