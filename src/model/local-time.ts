import { Temporal } from 'temporal-polyfill';
import type { JsonValue } from './json.ts';

/**
 * The instant (epoch milliseconds) at which clocks in `zone` show `local` (an ISO date-time without offset); NaN for an
 * impossible date-time or an unknown zone. If clocks show it twice, the earlier instant is used; if a daylight-saving gap
 * skips it, it moves by the length of the gap, to after it.
 */
export const instantOf = remembering((local: string, zone) => {
  // Temporal also takes texts with annotations in brackets.
  if (Number.isNaN(Date.parse(`${local}Z`))) return NaN;
  return (
    unlessOutOfRange(() => Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds) ?? NaN
  );
});

/** Some megabytes. */
const KNOWN_AT_MOST = 20_000;

/** By zone and time: many campaigns have the same times, and several rules ask for each. */
function remembering<Time extends string | number, Value>(
  find: (time: Time, zone: string) => Value,
): typeof find {
  const known = new Map<string, { readonly value: Value }>();
  return (time, zone) => {
    const key = `${zone} ${time}`;
    const found = known.get(key) ?? { value: find(time, zone) };
    if (known.size > KNOWN_AT_MOST) known.clear();
    known.set(key, found);
    return found.value;
  };
}

/** How often clocks in `zone` show a local time: not at all if a clock change skips it, twice if one turns them back. */
export const timesShown = remembering((local: string, zone) => {
  const shown = (disambiguation: 'earlier' | 'later') =>
    unlessOutOfRange(() => Temporal.PlainDateTime.from(local).toZonedDateTime(zone, { disambiguation }));
  const [earlier, later] = [shown('earlier'), shown('later')];
  if (!earlier || !later || earlier.epochMilliseconds === later.epochMilliseconds) return 1;
  return earlier.toPlainDateTime().equals(Temporal.PlainDateTime.from(local)) ? 2 : 0;
});

/** Epoch milliseconds of what clocks in a zone show, which an offset in the text overrides; NaN if there is no such time. */
export function instantIn(local: string, zone: JsonValue | undefined): number {
  if (hasOffset(local)) return Date.parse(local);
  return instantOf(local, typeof zone === 'string' ? zone : 'UTC');
}

export function hasOffset(time: string): boolean {
  return /(?:Z|[+-]\d\d:?\d\d)$/.test(time);
}

/** What clocks in `zone` show at an instant, with seconds, and a fraction if there is one; `undefined` for an unknown zone. */
export const localAt = remembering((instant: number, zone): string | undefined => {
  if (canonicalZone(zone) === undefined) return undefined;
  return Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString();
});

/** Looking a zone up takes longer than everything else here. */
const zones = new Map<string, string | undefined>();

/**
 * One name for all names of a time zone: `Etc/UTC` becomes `UTC`, a link its target. Undefined for a name that isn't in the
 * IANA database; offsets such as +02:00 aren't.
 */
export function canonicalZone(zone: string): string | undefined {
  const lookUp = () => new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;
  if (!zones.has(zone)) zones.set(zone, /^[A-Za-z]/.test(zone) ? unlessOutOfRange(lookUp) : undefined);
  return zones.get(zone);
}

function unlessOutOfRange<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
