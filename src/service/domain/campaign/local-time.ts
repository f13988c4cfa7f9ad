import { Temporal } from 'temporal-polyfill';

const SHAPE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::[0-5]\d(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** `Temporal` also accepts offsets and whole date-times as zones. */
const ZONE_NAME = /^[a-z][\w+/-]*$/i;

/**
 * The instant of an ISO date-time in an IANA time zone, in milliseconds since 1970. `null` if the date-time or the zone
 * is invalid. If the local time occurs twice, the earlier instant is used; if a daylight-saving gap skips it, it moves
 * to after the gap. An offset in the text takes precedence over the zone (open point V19).
 */
export function localTimeToInstant(text: string, zone: string): number | null {
  const parts = SHAPE.exec(text);
  if (!parts) return null;
  try {
    if (parts[1] !== undefined) return Temporal.Instant.from(text).epochMilliseconds;
    if (!ZONE_NAME.test(zone)) return null;
    return Temporal.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Whether a name is a zone of the IANA database. */
export function isTimeZone(zone: string): boolean {
  return localTimeToInstant('2000-01-01T00:00', zone) !== null;
}

/** The first and the last instant that can be written with a four-digit year. */
const [FIRST, LAST] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

const WIRE_SHAPE = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.(\d{1,6}))?$/;

/** An instant in UTC as record fields write it (W3), within four-digit years so that times sort as text. */
export function wireTime(instant: number): string {
  const written = new Date(Math.min(Math.max(instant, FIRST), LAST));
  return written.toISOString().replace('T', ' ').replace('Z', '000');
}

/** An instant as metadata writes it, in UTC: `2024-11-27T09:05:42.661000`. Open point W15. */
export function metaTime(instant: number): string {
  return wireTime(instant).replace(' ', 'T');
}

/** The instant in a record field, in milliseconds since 1970. `null` if the text isn't a valid time. */
export function instantOfWireTime(text: string | null): number | null {
  const [, day, time, fraction = ''] = WIRE_SHAPE.exec(text ?? '') ?? [];
  const instant = Date.parse(`${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
  if (Number.isNaN(instant)) return null;
  // `Date` turns 30 February into 1 March. A date that doesn't round-trip doesn't exist.
  return wireTime(instant).startsWith(`${day} ${time}`) ? instant : null;
}

/** Pads the fraction of a time to all six digits. `null` if the text isn't a valid time. */
export function asWireTime(text: string | null): string | null {
  const [, day, time, fraction = ''] = WIRE_SHAPE.exec(text ?? '') ?? [];
  return instantOfWireTime(text) === null ? null : `${day} ${time}.${fraction.padEnd(6, '0')}`;
}
