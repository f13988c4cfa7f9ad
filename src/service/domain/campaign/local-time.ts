/** A wall clock time, read as if it were UTC, in milliseconds since 1970. */
type WallTime = number;

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** No zone's offset is a day away from UTC, so the offsets a day before and after frame every transition. */
const DAY_MS = 86_400_000;

/** The zones of the IANA database begin with local mean time; none leaves it before 1800. */
const MEAN_TIME_UNTIL = Date.UTC(1800, 0);

/**
 * The instant of an ISO date-time on the wall clocks of an IANA zone, in milliseconds since 1970; `null` when the
 * time or the zone does not exist as a notation. A time that occurs twice is the earlier one, a time that a
 * daylight-saving gap skips is moved behind the gap. An offset in the text wins over the zone (open point V19).
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

/** How far the zone's wall clocks are ahead of UTC at an instant. */
function offsetAt(at: number, format: Intl.DateTimeFormat): number {
  // `Date.UTC` takes the years up to 99 for those of the 20th century, and formats tell no year 0.
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
  // The 30th of February becomes the 2nd of March: what does not come back as it went in does not exist.
  const exists = wall.toISOString().startsWith(`${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}:${parts[5]}`);
  return exists ? wall.getTime() : null;
}

function offsetMs(offset: string): number {
  if (offset === 'Z') return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
}

const formats = new Map<string, Intl.DateTimeFormat | null>();

/** Making a format is slow and names come from outside, so a bounded number is kept. */
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
