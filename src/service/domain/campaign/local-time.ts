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
  return unlessOutOfRange(() => {
    if (parts[1] !== undefined) return Temporal.Instant.from(text).epochMilliseconds;
    if (!ZONE_NAME.test(zone)) return null;
    return Temporal.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds;
  });
}

/** Whether a name is a zone of the IANA database. */
export function isTimeZone(zone: string): boolean {
  return localTimeToInstant('2000-01-01T00:00', zone) !== null;
}

function unlessOutOfRange<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
